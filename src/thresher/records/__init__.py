"""Stage 1: citations come in."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.records.reading_files import Import, Scan, read, scan

__all__ = ["Import", "Scan", "read", "scan"]


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from thresher.records import reading_files  # noqa: PLC0415  keeps the folder light

    return getattr(reading_files, name)
