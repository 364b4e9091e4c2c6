"""Texts with markup, or cut apart by another tool's tokeniser, made readable again."""

import html
import re

__all__ = ["rejoined", "repaired", "spaced", "without_markup"]

_BARE = (  # attributes that HTML lets stand without a value
    "allowfullscreen|async|autofocus|autoplay|checked|compact|controls|default|defer"
    "|disabled|formnovalidate|hidden|inert|ismap|itemscope|loop|multiple|muted|nomodule"
    "|noshade|novalidate|nowrap|open|playsinline|readonly|required|reversed|selected"
)
ATTRIBUTES = (  # not "n <p and p> m"
    rf"(?:\s+(?:[\w:-]+\s*=|(?:{_BARE})(?=[\s/>]))[^<>]*|\s*)"
)
TAG = re.compile(rf"</?[A-Za-z][A-Za-z0-9:_-]*{ATTRIBUTES}/?>")
ESCAPED_TAG = re.compile(  # "&lt;b&gt;"; any other "<" may be "less than"
    r"</?(?:b|i|u|p|br|em|strong|su[bp]|h\d|sec|title|jats:[\w-]+)\s*/?>", re.IGNORECASE
)
UNSEEN = re.compile(r"<(script|style)\b[^<>]*>|<(!--)", re.IGNORECASE)
CLOSERS = {
    "script": re.compile(r"</script\s*>", re.IGNORECASE),
    "style": re.compile(r"</style\s*>", re.IGNORECASE),
    "!--": re.compile(r"-->"),
}
CDATA = re.compile(r"<!\[CDATA\[|\]\]>")  # what stands between is text
BLOCK = re.compile(  # what stands on lines of its own: "<jats:title>Aim</jats:title>"
    r"</?(?:jats:)?(?:p|div|br|li|[uo]l|t[dhr]|table|h[1-6]|sec|title|abstract|list"
    rf"|list-item|abstracttext){ATTRIBUTES}/?>",
    re.IGNORECASE,
)
HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")  # no file takes it, no model reads it
RUNS = re.compile(r"[^\S\n]{2,}")
LINES = re.compile(r"\n\s+")

# Left part, right parts that may follow: MS² writes "randomized" as "r and omized".
CUT_APART = {
    "r": "om|omi|omly|omize|omized|omizing|omization|omise|omised|omising|omisation",
    "st": "ard|ards|ardized|ardised|ardization|ardisation|ing|points?|point|alone|er",
    "m": "ible|ibles|ibular|ate|ated|atory|arin",
    "p": "emic|emics|as",
    "h": "le|led|ling|s|ed|icap|icapped|grip|search|book|held|over|ihaler",
    "c": "ida|idal|idate|idates|idiasis|esartan|idemia|idacy",
    "underst": "ing|ings|able|s|ably",
    "exp": "ed|ing|s|able",
    "dem": "s|ed|ing",
    "comm": "s|ed|ing",
    "thous": "s",
    "isl": "er|ers|s",
    "gl": "s|ular",
    "l": "mark|marks|scape|ing",
    "br": "ed|s|ing|y",
    "b": "s|ed|ing|age|ages|width",
    "w": "er|ering",
    "ib": "ronate",
}
ENDING_IN_AND = (
    "underst|thous|isl|gl|exp|dem|comm|br"  # whole words without a right part
)
PLURAL = (
    "review|report|trial|outcome|result|design|test|group|intervention|method|effect"
    "|patient|level|treatment|rate|score|event|finding|program|measure|author"
)
_PARTS = "|".join(f"(?:{left}) and (?:{right})" for left, right in CUT_APART.items())
SPLIT_WORD = re.compile(rf"\b(?:{_PARTS})\b", re.IGNORECASE)
SPLIT_END = re.compile(rf"\b({ENDING_IN_AND}) and\b(?! [A-Z])", re.IGNORECASE)
SPLIT_PLURAL = re.compile(rf"\b({PLURAL}) s\b", re.IGNORECASE)
JOINED_SECTIONS = re.compile(r"(?<=[.?!])\s?;(?=\s)")  # "in 12 weeks.; Pain fell."
CUT_NUMBER = re.compile(  # "2. 5 mg", "P < 0. 001)"
    r"(?:(?<=[<>=] 0)|(?<=[<>=]0)|(?<=[\s(]\d))\. "
    r"(?=\d+ ?(?:mg|ml|g|kg|%|cm|mm|mmol|[)\]]))"
)
RUN_TOGETHER = re.compile(r"(?<=[a-z0-9)%][.?!])(?=[A-Z] ?[a-z])")


def without_markup(text: str) -> str:
    r"""Text without tags and with its entities read.

    Titles and paragraphs come to stand on lines of their own. A "<" that opens no tag,
    as in "P < 0.05", stays.

    Examples
    --------
    >>> without_markup("<b>Pain</b> fell (P &lt; 0.05, n<50).")
    'Pain fell (P < 0.05, n<50).'
    >>> without_markup("&lt;b&gt;Aim:&lt;/b&gt; to see if a&lt;b and c&gt;d.")
    'Aim: to see if a<b and c>d.'
    >>> without_markup("<jats:title>Aim</jats:title><jats:p>To see.</jats:p>")
    'Aim\nTo see.'
    """
    read = html.unescape(TAG.sub("", _in_lines(text)))
    whole = RUNS.sub(" ", ESCAPED_TAG.sub("", _in_lines(read)))
    # long blanks would take other patterns a time that grows with their square
    return LINES.sub(lambda blank: "\n" * min(2, blank[0].count("\n")), whole)


def _in_lines(text: str) -> str:
    """Return the text with a new line for blocks, and without scripts."""
    seen = CDATA.sub(" ", _without_unseen(text)) if "<" in text else text
    apart, blocks = BLOCK.subn("\n", seen)
    if not blocks:
        return seen
    return "\n".join(filter(None, map(str.strip, apart.split("\n"))))


def _without_unseen(text: str) -> str:
    """Return the text without scripts, styles and comments that are closed."""
    kept, at, never_closed = [], 0, set[str]()
    for opening in UNSEEN.finditer(text):
        kind = (opening[1] or opening[2]).lower()
        if opening.start() < at or kind in never_closed:
            continue
        if closer := CLOSERS[kind].search(text, opening.end()):
            kept.append(text[at : opening.start()])
            at = closer.end()
        else:
            never_closed.add(kind)
    return " ".join([*kept, text[at:]])


def rejoined(text: str) -> str:
    """Text whose words were cut at an inner "and" or before a plural s, mended.

    Examples
    --------
    >>> rejoined("R and omized trials of st and ard care and of aspirin; two review s.")
    'Randomized trials of standard care and of aspirin; two reviews.'
    """
    mended = SPLIT_WORD.sub(lambda found: found.group().replace(" ", ""), text)
    mended = SPLIT_END.sub(r"\1and", mended)
    return SPLIT_PLURAL.sub(r"\1s", mended)


def spaced(text: str) -> str:
    """Text with just a space between sentences that were joined otherwise.

    OpenAlex has abstracts whose sections were run together, others join them by ";".

    Examples
    --------
    >>> spaced("Pain fell (P < 0.05).No harm was seen at 1.5 mg, e.g.in E.coli.")
    'Pain fell (P < 0.05). No harm was seen at 1.5 mg, e.g.in E.coli.'
    >>> spaced("To learn; that is all.; Pain fell.")
    'To learn; that is all. Pain fell.'
    >>> spaced("We gave 2. 5 mg (P < 0. 001) in group 2. 15 people left.")
    'We gave 2.5 mg (P < 0.001) in group 2. 15 people left.'
    """
    apart = RUN_TOGETHER.sub(" ", JOINED_SECTIONS.sub("", text))
    return CUT_NUMBER.sub(".", apart)


def repaired(text: str) -> str:
    """Text without markup, its cut words mended and its sentences apart.

    Offsets count anew in it.

    Examples
    --------
    >>> repaired("<pop> R and </pop> omized women")
    ' Randomized women'
    """
    whole = HALF_CHARACTER.sub("\ufffd", text)
    return spaced(rejoined(without_markup(whole)))
