"""What a recipe reads of a record, in words for a Methods section."""

from thresher.screening.features.experience import Experience
from thresher.screening.features.joined import Joined
from thresher.screening.features.matrix import Extractor
from thresher.screening.features.references import References
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.features.titles import Titles
from thresher.screening.recipes import Recipe

__all__ = ["what_is_read"]

TITLES = "titles once more by themselves"
CITED = "works cited, where the files name them"
PAST = "words by which included studies of past reviews differ from the others"


def what_is_read(recipe: Recipe) -> str | None:
    """Return what the parts of a recipe read; nothing if one is not ours to describe.

    Examples
    --------
    >>> from thresher.screening.recipes import RECIPES
    >>> what_is_read(RECIPES["elas_u4"])
    'words and pairs of words of titles and abstracts'
    """
    found: dict[str, None] = {}
    for part in recipe.parts:
        told = _words(part.extractor)
        if not told:
            return None
        found |= dict.fromkeys(told)
    return "; ".join(found)


def _words(extractor: Extractor) -> list[str]:
    match extractor:
        case Joined(blocks=blocks):
            told = [_words(block.extractor) for block in blocks]
            return [one for of in told for one in of] if all(told) else []
        case TfIdf(pairs=pairs, keywords=keywords):
            terms = "words and pairs of words" if pairs else "single words"
            return [
                f"{terms} of titles{',' if keywords else ' and'} abstracts"
                f"{' and key words' if keywords else ''}"
            ]
        case Titles():
            return [TITLES]
        case References():
            return [CITED]
        case Experience():
            return [PAST]
    return []
