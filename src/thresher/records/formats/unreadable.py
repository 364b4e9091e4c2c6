"""Files that are not citations: what they look like, and what to do instead."""

import re

from thresher.errors import FileError
from thresher.records.archive import open_archive
from thresher.records.source import Source

__all__ = ["refusal", "refusal_by_content"]

EXPORT = "Export the citations as RIS from where they came from."
ENDNOTE = (
    "In EndNote choose File > Export with the style RefMan (RIS) Export or the file "
    "type XML, and import that file."
)
CITAVI = "In Citavi choose File > Export > RIS, and import that file."
BINARY = (
    (b"%PDF", "is a PDF document, not a citation file", EXPORT),
    (b"\x89HDF", "is an HDF5 file, as ASReview 0.x kept its states", EXPORT),
    (b"SQLite format 3\0", "is a database, not a citation file", EXPORT),
    (b"\xfe\xfe\xeb\x00", "is an EndNote library, not an export", ENDNOTE),
    (b"{\\rtf", "is a rich text document, not a citation file", EXPORT),
    (b"\x89PNG", "is a picture, not a citation file", EXPORT),
    (b"\xff\xd8\xff", "is a picture, not a citation file", EXPORT),
    (b"BZh", "is packed with bzip2", "Unpack it and import what is inside."),
    (b"7z\xbc\xaf", "is a 7-Zip archive", "Unpack it and import what is inside."),
    (b"\xfd7zXZ", "is packed with xz", "Unpack it and import what is inside."),
    (b"Rar!", "is a RAR archive", "Unpack it and import what is inside."),
)
BY_NAME = {
    ".enl": ("is an EndNote library, not an export", ENDNOTE),
    ".enlx": ("is a packed EndNote library, not an export", ENDNOTE),
    ".ctv6bak": ("is a backup of a Citavi project", CITAVI),
    ".ctv6": ("is a Citavi project", CITAVI),
    ".ctv5": ("is a Citavi project", CITAVI),
}
HTML = re.compile(
    r"[\s\ufeff]*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    r"<(?:!doctype html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
ROOT = re.compile(r"\s*(?:<[?!][^>]*>\s*)*<([A-Za-z_][\w:.-]*)")
WEB_PAGE = (
    "The download was probably a login or error page: open it in a browser, and "
    "export the citations again."
)
TEXTS = (
    (re.compile(r"^cff-version\s*:", re.M), "is a CITATION.cff file of a software"),
    (re.compile(r"^NEP: New Economics Papers", re.M), "is an e-mail, a NEP report"),
    (re.compile(r"^(?:From|Received|Subject): .*\n", re.M), "is an e-mail"),
)
MOST_ODD = 0.3
SHOWN = 40


def refusal_by_content(source: Source) -> FileError | None:
    """Refusal of a file whose first bytes say that it holds no citations."""
    head = source.head_bytes
    for mark, reason, hint in BINARY:
        if head.startswith(mark):
            told = BY_NAME.get(_ending(source), (reason, hint))
            return FileError(source.path, told[0], hint=told[1])
    if head.startswith(b"PK\x03\x04"):
        return _zip_refusal(source)
    if HTML.match(source.head):
        reason = "is a web page (HTML), not a citation file"
        return FileError(source.path, reason, line=1, hint=WEB_PAGE)
    return None


def refusal(source: Source) -> FileError:
    """Refusal of a file that no format recognises, as plain as can be told."""
    if _ending(source) in BY_NAME and _is_binary(source):
        reason, hint = BY_NAME[_ending(source)]
        return FileError(source.path, reason, hint=hint)
    if _is_binary(source):
        return FileError(source.path, "is not a text file", hint=EXPORT)
    for pattern, reason in TEXTS:
        if found := pattern.search(source.head):
            line = source.head.count("\n", 0, found.start()) + 1
            return FileError(source.path, reason, line=line, hint=EXPORT)
    if root := ROOT.match(source.head):
        reason = f"is XML of an unknown kind, beginning with <{root[1]}>"
        return FileError(source.path, reason, hint=EXPORT)
    return _unknown_text(source)


def _unknown_text(source: Source) -> FileError:
    lines = enumerate(source.head.split("\n"), 1)
    number, line = next(((n, t) for n, t in lines if t.strip(" \t\ufeff")), (1, ""))
    if not line:
        return FileError(source.path, "holds nothing but blank lines", hint=EXPORT)
    shown = line.strip()[:SHOWN]
    reason = f"is in no known citation format; it begins with {shown!r}"
    hint = "Export it as RIS, or name its format with --format."
    return FileError(source.path, reason, line=number, hint=hint)


def _zip_refusal(source: Source) -> FileError:
    with open_archive(source.path) as archive:
        names = [*archive.entries]
    if _ending(source) in BY_NAME:
        reason, hint = BY_NAME[_ending(source)]
    elif any(name.startswith("word/") for name in names):
        reason, hint = "is a Word document, not a citation file", EXPORT
    else:
        reason = f"is a zip archive of {len(names)} files"
        hint = "Unpack it and import what is inside."
    return FileError(source.path, reason, hint=hint)


def _ending(source: Source) -> str:
    return source.path.suffix.lower()


def _is_binary(source: Source) -> bool:
    """Say whether a text has too many letters that no text has."""
    head = source.head[:4096]
    odd = sum(c == "\ufffd" or (c < " " and c not in "\t\n\r\f") for c in head)
    return "\0" in head or odd > MOST_ODD * max(1, len(head))
