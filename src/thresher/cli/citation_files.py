"""Options that every command on citation files has, and the formats they name."""

from collections.abc import Callable
from pathlib import Path

import click

from thresher.errors import InputError, UnknownNameError
from thresher.records.formats.protocol import Format
from thresher.records.formats.registry import every_format, format_named
from thresher.records.reading_files import Scan, scan
from thresher.records.source import MOST_BYTES

__all__ = ["FILE", "format_option", "most_bytes_option", "scanner", "writer_for"]

FILE = click.Path(path_type=Path)


def _known(
    ctx: click.Context, parameter: click.Parameter, name: str | None
) -> str | None:
    """Refuse a format that nobody knows before any work is done."""
    if name is not None:
        try:
            format_named(name)
        except (UnknownNameError, InputError) as error:
            raise click.BadParameter(str(error), ctx, parameter) from error
    return name


format_option = click.option(
    "--format",
    callback=_known,
    metavar="NAME",
    help="What the files are, where that cannot be seen: ris, nbib, csv, …",
)
most_bytes_option = click.option(
    "--most-bytes",
    type=click.IntRange(1),
    default=MOST_BYTES,
    metavar="NUMBER",
    help="Refuse files that are larger, also unpacked. [2 GB]",
)


def scanner(name: str | None, *, most_bytes: int) -> Callable[[Path], Scan]:
    """Return what opens a citation file the way the options say."""
    return lambda path: scan(path, format=name, most_bytes=most_bytes)


def writer_for(path: Path, name: str | None, *, option: str) -> Format:
    """Return the format to write: the one named, else the one the file's name ends in.

    Raises
    ------
    click.UsageError
        There is none, or it cannot be written.
    """
    writable = (one for one in every_format() if one.write)  # plug-ins' last
    ending = "".join(path.suffixes[-1:]).lower()
    for one in writable:
        if one.name == name or (name is None and ending in one.endings):
            return one
    known = sorted(one.name for one in every_format() if one.write)
    if name is not None:
        raise click.UsageError(
            str(UnknownNameError("format to write", name, known=known))
        )
    raise click.UsageError(
        f"{path.name} does not say what to write; name it with {option}: "
        f"{', '.join(known)}"
    )
