"""Tables that only grow: the database itself refuses changes of their rows."""

from alembic.operations import Operations

__all__ = ["let_only_grow", "may_change"]

CHANGES = ("UPDATE", "DELETE")
REFUSAL = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%% only grow', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def let_only_grow(op: Operations, *tables: str) -> None:
    """Refuse every change and removal of rows of these tables from now on."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    if not sqlite:
        op.get_bind().exec_driver_sql(REFUSAL)
    for table in tables:
        for change in (*CHANGES, *(() if sqlite else ("TRUNCATE",))):
            say = _sqlite_trigger if sqlite else _postgres_trigger
            op.get_bind().exec_driver_sql(say(table, change))


def may_change(op: Operations, table: str) -> None:
    """Take the refusal away, for the rest of a migration."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    for change in (*CHANGES, *(() if sqlite else ("TRUNCATE",))):
        on = "" if sqlite else f" ON {table}"
        op.get_bind().exec_driver_sql(f"DROP TRIGGER {_name(table, change)}{on}")


def _name(table: str, change: str) -> str:
    return f"{table}_only_grow_{change.lower()}"


def _sqlite_trigger(table: str, change: str) -> str:
    return (
        f"CREATE TRIGGER {_name(table, change)} BEFORE {change} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} only grow'); END"
    )


def _postgres_trigger(table: str, change: str) -> str:
    return (
        f"CREATE TRIGGER {_name(table, change)} BEFORE {change} ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
