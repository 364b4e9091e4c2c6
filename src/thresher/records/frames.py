"""Citations as a pandas data frame and back: the edge to other people's code."""

import dataclasses
import json
import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from thresher.errors import InputError, MissingExtraError
from thresher.records.citation import LARGEST_YEAR, Citation

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["citations_of_frame", "frame_of"]

FIELDS = tuple(field.name for field in dataclasses.fields(Citation))
SEVERAL = ("authors", "keywords")


def frame_of(citations: Iterable[Citation]) -> "pd.DataFrame":
    """Return one row a citation and one column a field.

    Authors and keywords are lists, `raw` is a list of pairs, and a missing year is
    ``<NA>``; nothing is left out, so that `citations_of_frame` gives the same back.

    Raises
    ------
    MissingExtraError
        pandas is not installed.

    Examples
    --------
    >>> frame = frame_of([Citation(id="7", title="Salt", year=2001)])
    >>> frame.loc[0, "title"], int(frame.loc[0, "year"])
    ('Salt', 2001)
    """
    pandas = _pandas()
    rows = [
        [_cell(getattr(citation, name)) for name in FIELDS] for citation in citations
    ]
    frame: pd.DataFrame = pandas.DataFrame(rows, columns=list(FIELDS))
    frame["year"] = frame["year"].astype("Int64")
    return frame


def citations_of_frame(frame: "pd.DataFrame") -> Iterator[Citation]:
    """Yield a citation for each row; columns with other names are kept in `raw`.

    Raises
    ------
    InputError
        A year is no whole number, an id is missing in a column of ids, or authors,
        keywords or `raw` are no lists.

    Examples
    --------
    >>> frame = frame_of([Citation(id="7", title="Salt")])
    >>> next(citations_of_frame(frame)).title
    'Salt'
    """
    for at, row in enumerate(frame.to_dict(orient="records"), 1):
        yield _citation({str(name): value for name, value in row.items()}, at)


def _citation(row: dict[str, Any], at: int) -> Citation:
    known: dict[str, Any] = {
        name: _field(name, value, at)
        for name, value in row.items()
        if name in FIELDS and not _is_missing(value)
    }
    if "id" in row and "id" not in known:
        raise InputError(f"row {at} has no id, though the column has others: add one")
    known.setdefault("id", str(at))
    other = [
        (name, value if isinstance(value, str) else json.dumps(value, default=str))
        for name, value in row.items()
        if name not in FIELDS and not _is_missing(value)
    ]
    known["raw"] = (*known.get("raw", ()), *other)
    return Citation(**known)


def _field(name: str, value: object, at: int) -> object:
    if name == "year":
        return _year(value, at)
    if name not in SEVERAL and name != "raw":
        return str(value)
    if isinstance(value, str) and name in SEVERAL:
        return (value,)
    try:
        if name in SEVERAL:
            return tuple(str(one) for one in value)  # type: ignore[attr-defined]
        return tuple((str(key), str(text)) for key, text in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError) as error:
        kind = "pairs" if name == "raw" else "texts"
        raise InputError(
            f"the field {name} of row {at} is no list of {kind}: {value!r:.60}"
        ) from error


def _year(value: object, at: int) -> int:
    try:
        year = float(str(value))
    except ValueError as error:
        raise InputError(f"the year of row {at} is no number: {value!r}") from error
    if not year.is_integer() or abs(year) > LARGEST_YEAR:
        raise InputError(f"the year of row {at} is no year: {value!r}")
    return int(year)


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        return [list(one) if isinstance(one, tuple) else one for one in value]
    return value


def _is_missing(value: object) -> bool:
    if value is None or isinstance(value, float):
        return value is None or math.isnan(value)
    return type(value).__name__ in ("NAType", "NaTType")


def _pandas() -> Any:  # noqa: ANN401  a module
    try:
        import pandas  # noqa: PLC0415  optional
    except ImportError as error:
        raise MissingExtraError("a data frame", extra="pandas") from error
    return pandas
