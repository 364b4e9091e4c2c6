"""A document: sections of text, figures and tables, written as one HTML page."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.reports.cells import Link, Noted
from thresher.reports.claims import Claims, footnoted
from thresher.reports.long_text import opening, rest
from thresher.reports.study_list import StudyList

__all__ = [
    "Block",
    "Box",
    "Cell",
    "Commands",
    "Document",
    "Fact",
    "Facts",
    "Files",
    "Paragraph",
    "Picture",
    "Records",
    "Section",
    "Table",
    "html_page",
]

Cell: TypeAlias = str | float | int | Link | Noted | None
LONG_CELL = 80  # characters from which a cell is a sentence
DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph of plain text."""

    kind: ClassVar[str] = "paragraph"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure that stands for itself, and what it is."""

    value: Cell
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A row of facts."""

    kind: ClassVar[str] = "facts"
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A figure with its caption, and a line on how to read it.

    Parameters
    ----------
    svg
        The drawing; it is shown as an image, so nothing in it can run.
    caption, how_to_read
        What it shows, and how to read it.
    instead
        What to say to those who cannot see it.
    """

    kind: ClassVar[str] = "picture"
    svg: bytes
    caption: str
    how_to_read: str
    instead: str

    @property
    def address(self) -> str:
        """The whole drawing as a data address: the page asks no one for it."""
        return f"data:image/svg+xml;base64,{base64.b64encode(self.svg).decode()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a header; columns of numbers are set right.

    Parameters
    ----------
    caption, header, rows, note
        What it shows, the names of its columns, its cells, and a remark below.
    digits
        Decimals of fractions in each column; three where nothing is said.

    Raises
    ------
    InputError
        A row has more or fewer cells than the header.
    """

    kind: ClassVar[str] = "table"
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    digits: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.digits and len(self.digits) != len(self.header):
            raise InputError(
                f"the table {self.caption!r} has {len(self.header)} columns, "
                f"but digits for {len(self.digits)}"
            )
        for row in self.rows:
            if len(row) != len(self.header):
                raise InputError(
                    f"the table {self.caption!r} has {len(self.header)} columns, "
                    f"but a row of {len(row)} cells"
                )

    @property
    def is_prose(self) -> bool:
        """Whether cells hold sentences: a narrow page shows their rows as blocks."""
        cells = (cell for row in self.rows for cell in row)
        texts = (cell.text if isinstance(cell, Noted) else cell for cell in cells)
        return any(isinstance(one, str) and len(one) > LONG_CELL for one in texts)

    @property
    def has_notes(self) -> bool:
        """Whether cells hold texts with remarks: these get most of the room."""
        return any(isinstance(cell, Noted) for row in self.rows for cell in row)

    @property
    def printed(self) -> tuple[tuple[str | Link | Noted, ...], ...]:
        """The cells as they are printed; those of several parts as they are."""
        digits = self.digits or (DIGITS,) * len(self.header)
        return tuple(
            tuple(
                cell if isinstance(cell, Link | Noted) else _shown(cell, decimals)
                for cell, decimals in zip(row, digits, strict=True)
            )
            for row in self.rows
        )

    @property
    def is_number(self) -> tuple[bool, ...]:
        """Whether each column holds numbers, and nothing else but gaps."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.header)
        return tuple(
            any(cell is not None for cell in column)
            and all(cell is None or isinstance(cell, int | float) for cell in column)
            for column in columns
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Citations with a remark each; abstracts unfold."""

    kind: ClassVar[str] = "records"
    caption: str
    entries: tuple[tuple[Citation, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Lines to type into a shell."""

    kind: ClassVar[str] = "commands"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Files beside the page, each with what it holds."""

    kind: ClassVar[str] = "files"
    caption: str
    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A few things for the reader to decide, and the command for each."""

    kind: ClassVar[str] = "box"
    caption: str
    text: str
    entries: tuple[tuple[str, str], ...]


Block: TypeAlias = (
    Paragraph
    | Facts
    | Picture
    | Table
    | Records
    | Commands
    | Files
    | Claims
    | StudyList
    | Box
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and what is under it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A title, a leading sentence, sections, and a last line on where it came from."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    origin: str


def html_page(document: Document) -> str:
    """Write a document as one HTML page that needs nothing else.

    All text is escaped, styles and figures are inside, and the page forbids itself
    to run scripts or to ask for anything outside.

    Examples
    --------
    >>> page = html_page(Document(title="1 < 2", lead="", sections=(), origin=""))
    >>> "<title>1 &lt; 2</title>" in page
    True
    """
    pages = Environment(
        loader=PackageLoader("thresher.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["shown"] = _shown
    pages.filters["people"] = _people
    pages.filters["opening"] = opening
    pages.filters["rest"] = rest
    pages.filters["footnoted"] = footnoted
    return pages.get_template("document.html.j2").render(document=document)


def _shown(cell: str | float | None, digits: int = DIGITS) -> str:
    """Return a cell as it is printed: rounded, thousands apart, a dash for none."""
    if cell is None:
        return "—"
    if isinstance(cell, float):
        return f"{cell:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
    return f"{cell:,}" if isinstance(cell, int) else cell


def _people(authors: Sequence[str]) -> str:
    """Return at most three authors."""
    named = 3
    return "; ".join(authors[:named]) + (" et al." if len(authors) > named else "")
