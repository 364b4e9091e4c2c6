"""What a text treats people for, and other names that nobody can be given."""

import re

__all__ = ["is_condition", "is_reference"]

_NOT_GIVEN = r"(?!(?:with|by|using|of|on|receiving|and|or|to)\b)"
FOR = (
    r"\b(?:treatment|management|prevention|prophylaxis|therapy|diagnosis|onset)"
    rf" (?:of|for) (?:{_NOT_GIVEN}[\w.-]+ ){{0,4}}"
)
WITH = (
    r"\b(?:patients|people|persons|adults|children|women|men|subjects|individuals)"
    rf" (?:with|suffering from) (?:{_NOT_GIVEN}[\w.-]+ ){{0,4}}"
)
END = (
    r"(?=\s*[.,;:()]|\s*$|\s(?:in|with|by|is|are|was|were|among|at|on|that|who|from"
    r"|after|for|may|had|did)\b)"
)
REFERENCE = re.compile(  # registers, years of papers, publishers
    r"#\s?\d|\b[A-Za-z]{2,}[\s:]?\d{5,}|\bet al\b|\bcopyright\b|\u00a9"
    r"|\(?\b(?:19|20)\d\d\b\)?$|\b(?:doi|pmid)\b|\ball rights reserved\b",
    re.IGNORECASE,
)
LAST_WORDS = 2  # of a name, by which a text mostly calls it


def is_condition(name: str, lowered: str) -> bool:
    """Whether a text mostly calls a name something people have or are treated for.

    "Zinc" of "treatment of zinc deficiency" is nothing of the kind, since the words
    behind it go on.

    Parameters
    ----------
    name
        As of an intervention; its last words are looked for.
    lowered
        The text in lower case.

    Examples
    --------
    >>> said = "gum disease hurts. zinc may improve treatment of gum disease."
    >>> is_condition("early gum disease", said), is_condition("zinc", said)
    (False, False)
    >>> is_condition("gum disease", said.partition(". ")[2])
    True
    """
    words = re.escape(" ".join(name.lower().split()[-LAST_WORDS:]))
    mentions = len(re.findall(rf"(?<!\w){words}(?!\w)", lowered))
    had = (len(re.findall(rf"{lead}{words}{END}", lowered)) for lead in (FOR, WITH))
    return 2 * sum(had) > mentions


def is_reference(name: str, lowered: str) -> bool:
    """Whether a name is a register's number, a publisher's line or a paper's author.

    Examples
    --------
    >>> is_reference("MIM #277900", ""), is_reference("Doe", "as doe et al. found")
    (True, True)
    >>> is_reference("vitamin B12", "vitamin b12 in 2010")
    False
    """
    if REFERENCE.search(name):
        return True
    cited = (
        rf"(?<!\w){re.escape(name.lower())}(?: and \w+)?,? (?:et al\b|\((?:19|20)\d\d)"
    )
    return bool(re.search(cited, lowered))
