"""RIS reference types and the kinds of publication they stand for."""

__all__ = ["code_of", "kind_of_code"]

# The first code of a kind is the one it is written with.
CODES = {
    "": ("GEN",),
    "article-journal": ("JOUR", "EJOUR", "JFULL", "ABST", "INPR"),
    "article-magazine": ("MGZN",),
    "article-newspaper": ("NEWS",),
    "article": ("PREPRINT",),
    "bill": ("BILL", "UNBILL"),
    "book": ("BOOK", "EBOOK", "EDBOOK", "WHOLE", "CLSWK", "ANCIENT", "SER", "CTLG"),
    "broadcast": ("VIDEO", "ADVS"),
    "chapter": ("CHAP", "ECHAP"),
    "collection": ("AGGR",),
    "dataset": ("DATA", "DBASE"),
    "entry-dictionary": ("DICT",),
    "entry-encyclopedia": ("ENCYC",),
    "figure": ("FIGURE", "CHART"),
    "graphic": ("ART", "SLIDE"),
    "hearing": ("HEAR",),
    "interview": ("INTV",),
    "legal_case": ("CASE",),
    "legislation": ("STAT",),
    "manuscript": ("MANSCPT", "UNPB", "UNPD"),
    "map": ("MAP",),
    "motion_picture": ("MPCT",),
    "musical_score": ("MUSIC",),
    "pamphlet": ("PAMP",),
    "paper-conference": ("CPAPER", "CONF", "CONFP"),
    "patent": ("PAT",),
    "personal_communication": ("PCOMM", "ICOMM"),
    "post-weblog": ("BLOG",),
    "regulation": ("LEGAL", "GOVDOC"),
    "report": ("RPRT", "GRNT", "GRANT"),
    "software": ("COMP",),
    "song": ("SOUND", "MULTI"),
    "standard": ("STAND",),
    "thesis": ("THES",),
    "webpage": ("ELEC", "WEB"),
}
KINDS = {code: kind for kind, codes in CODES.items() for code in codes}


def kind_of_code(code: str) -> str | None:
    """Kind that a RIS type stands for, empty for the generic one; none if unknown.

    Examples
    --------
    >>> kind_of_code("jour"), kind_of_code("GEN"), kind_of_code("OTHER")
    ('article-journal', '', None)
    """
    return KINDS.get(code.upper())


def code_of(kind: str) -> str | None:
    """RIS type with which a kind is written; none if it has no type of its own.

    Examples
    --------
    >>> code_of("article-journal"), code_of("treaty")
    ('JOUR', None)
    """
    codes = CODES.get(kind)
    return codes[0] if codes else None
