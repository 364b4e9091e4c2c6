"""Groups a reader can edit: a TOML or CSV file that goes out and comes back."""

import csv
import io
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from thresher.errors import FileError, InputError
from thresher.records.formats.table_cells import csv_line, disarmed, rearmed
from thresher.synthesis.groups import Group, Grouping
from thresher.synthesis.phrase_key import Kind

__all__ = ["Known", "groups_csv", "groups_toml", "read_groups"]

Known = Mapping[Kind, Sequence[Group]]
COLUMNS = ("kind", "name", "member")
HEAD = """\
# Which phrases name the same intervention or outcome. Move phrases between groups,
# rename groups, and give this file back with --groups. Phrases that are not listed
# are grouped by Thresher.
"""


def groups_toml(groupings: Sequence[Grouping]) -> str:
    """TOML of groups, with the pairs that may be the same as remarks.

    Examples
    --------
    >>> group = Group(name="aspirin", members=("aspirin", "ASA"))
    >>> found = Grouping(kind=Kind.INTERVENTION, groups=(group,))
    >>> print(groups_toml([found]).splitlines()[-1])
    members = ["aspirin", "ASA"]
    """
    parts = [HEAD]
    for grouping in groupings:
        parts += [
            f"# maybe the same {grouping.kind}: {_quoted(offer.first)} and "
            f"{_quoted(offer.second)} ({offer.why})\n"
            for offer in grouping.offers
        ]
        parts += [_entry(grouping.kind, group) for group in grouping.groups]
    return "".join(parts)


def _entry(kind: Kind, group: Group) -> str:
    members = ", ".join(map(_quoted, group.members))
    return f"\n[[{kind}]]\nname = {_quoted(group.name)}\nmembers = [{members}]\n"


def _quoted(text: str) -> str:
    """Return a TOML string: JSON's, but for one sign that only TOML forbids."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def groups_csv(groupings: Sequence[Grouping]) -> str:
    r"""CSV of groups, one phrase a line, with none that a spreadsheet would run.

    Examples
    --------
    >>> group = Group(name="aspirin", members=("ASA",))
    >>> groups_csv([Grouping(kind=Kind.INTERVENTION, groups=(group,))])
    'kind,name,member\r\nintervention,aspirin,ASA\r\n'
    """
    rows = [
        (grouping.kind, disarmed(group.name), disarmed(one))
        for grouping in groupings
        for group in grouping.groups
        for one in group.members
    ]
    return "".join(csv_line(row, ending="\r\n") for row in [COLUMNS, *rows])


def read_groups(path: Path) -> Known:
    """Contents of a file that `groups_toml` or `groups_csv` wrote, and a reader edited.

    Raises
    ------
    FileError
        It cannot be read, or a phrase is in two groups.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(path, f"cannot be read ({reason})") from error
    is_csv = path.suffix.lower() == ".csv"
    found = _from_csv(path, text) if is_csv else _from_toml(path, text)
    try:
        for kind, groups in found.items():
            Grouping(kind=kind, groups=tuple(groups))
    except InputError as error:
        raise FileError(path, str(error)) from error
    return found


def _from_toml(path: Path, text: str) -> Known:
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        hint = "Each group needs [[intervention]] or [[outcome]], name and members."
        raise FileError(path, f"is not TOML ({error})", hint=hint) from error
    if unknown := sorted(set(tables) - set(Kind)):
        known = ", ".join(f"[[{kind}]]" for kind in Kind)
        raise FileError(path, f"has [[{unknown[0]}]]", hint=f"Known are {known}.")
    return {kind: _groups(path, tables.get(kind, [])) for kind in Kind}


def _groups(path: Path, tables: object) -> list[Group]:
    listed = tables if isinstance(tables, list) else [tables]
    return [_group(path, one) for one in listed]


def _group(path: Path, table: object) -> Group:
    match table:
        case {"name": str(name), "members": list(members)} if name and members:
            if all(isinstance(one, str) and one.strip() for one in members):
                distinct = dict.fromkeys(" ".join(one.split()) for one in members)
                return Group(name=name, members=tuple(distinct))
    reason = f"a group needs a name and a list of phrases as members, got {table!r}"
    raise FileError(path, reason)


def _from_csv(path: Path, text: str) -> Known:
    rows = csv.DictReader(io.StringIO(text))
    if not set(COLUMNS) <= set(rows.fieldnames or ()):
        raise FileError(path, f"needs the columns {', '.join(COLUMNS)}", line=1)
    found: dict[Kind, dict[str, dict[str, None]]] = {kind: {} for kind in Kind}
    for row in rows:
        kind, name, member = (
            " ".join(rearmed(row[one] or "").split()) for one in COLUMNS
        )
        if kind not in set(Kind) or not name or not member:
            reason = f"the row needs a kind ({', '.join(Kind)}), a name and a member"
            raise FileError(path, reason, line=rows.line_num)
        found[Kind(kind)].setdefault(name, {})[member] = None
    return {
        kind: [Group(name=name, members=tuple(of)) for name, of in groups.items()]
        for kind, groups in found.items()
    }
