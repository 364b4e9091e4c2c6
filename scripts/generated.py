"""What the docs say of the program, said by the program: used by cog in docs/*.md."""

import click
from click.testing import CliRunner

from thresher.cli.main import COMMANDS, cli

__all__ = ["command_reference", "error_table", "measure_table"]


def command_reference() -> str:
    """Every command's help text, sub-commands included."""
    return "\n".join(_pages([], cli))


def _pages(path: list[str], command: click.Command) -> list[str]:
    name = " ".join(["thresher", *path])
    runner = CliRunner()
    # the width is fixed so that the text does not depend on the terminal
    shown = runner.invoke(
        cli, [*path, "--help"], prog_name="thresher", terminal_width=80
    ).output
    pages = [f"\n## `{name}`\n\n```text\n{shown.rstrip()}\n```\n"]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            if found is not None:
                pages += _pages([*path, child], found)
    return pages


def measure_table() -> str:
    """Every measure: id, title, what it is taken at, which way is better, its call."""
    from thresher.measures.registry import MEASURES  # noqa: PLC0415

    words = {
        "recall": "a target recall",
        "share": "a share of the pile",
        "area": "a least recall",
        None: "—",
    }
    lines = [
        "",
        "| id | measure | taken at | better | in Insights | in `thresher.measures` |",
        "|---|---|---|---|---|---|",
    ]
    for measure in MEASURES.values():
        function = measure.function
        call = "confusion.confusion_at"
        if function.__name__ != "of":
            call = f"{function.__module__.split('.')[-1]}.{function.__name__}"
        in_insights = "yes" if measure.as_insights else "no"
        lines.append(
            f"| `{measure.id}` | {measure.title} | {words[measure.at]} "
            f"| {measure.better} | {in_insights} | `{call}` |"
        )
    return "\n".join([*lines, ""])


def error_table() -> str:
    """Every error code, its class and its meaning."""
    from thresher import errors  # noqa: PLC0415

    lines = ["", "| code | class | meaning |", "|---|---|---|"]
    for name in sorted(errors.__all__):
        error = getattr(errors, name)
        meaning = (error.__doc__ or "").splitlines()[0]
        lines.append(f"| `{error.code}` | `{name}` | {meaning} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    print(sorted(COMMANDS))
