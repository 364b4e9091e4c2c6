"""A citation while its fields are still coming in."""

from collections.abc import Iterable
from typing import Any

from thresher.records.citation import Citation
from thresher.records.formats.field_values import kind_of, year_of
from thresher.records.identifiers import (
    normal_doi,
    normal_openalex_id,
    normal_pmcid,
    normal_pmid,
)

__all__ = ["Draft"]

IDENTIFIERS = {
    "doi": normal_doi,
    "pmid": normal_pmid,
    "pmcid": normal_pmcid,
    "openalex_id": normal_openalex_id,
}


class Draft:
    """Fields of one record as they come in; what finds no place is kept in `raw`.

    Examples
    --------
    >>> draft = Draft()
    >>> draft.put("title", "Sleep on dialysis", name="T1")
    >>> draft.put("title", "Sleep", name="TI")
    >>> draft.put("year", "2014//", name="PY")
    >>> draft.citation("7")  # doctest: +ELLIPSIS
    Citation(id='7', title='Sleep on dialysis', ... year=2014, ...
    >>> draft.citation("7").raw
    (('TI', 'Sleep'), ('PY', '2014//'))
    """

    __slots__ = ("fields", "raw")

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.raw: list[tuple[str, str]] = []

    def put(self, field: str, value: str, *, name: str) -> None:
        """Set `field` unless it is taken or cannot hold `value`, which is then kept."""
        if not value:
            return
        if field in self.fields:
            self.keep(name, value)
        elif field in IDENTIFIERS:
            self._put_identifier(field, value, name=name)
        elif field in ("year", "kind"):
            self._put_meaning(field, value, name=name)
        else:
            self.fields[field] = value

    def put_all(self, field: str, values: Iterable[str], *, name: str) -> None:
        """Set a list, or keep each of its values if the list is already there."""
        found = tuple(value for value in values if value)
        if not found:
            return
        if field in self.fields:
            self.raw.extend((name, value) for value in found)
        else:
            self.fields[field] = found

    def keep(self, name: str, value: str) -> None:
        """Keep a field of the source that has no place in a citation."""
        if value:
            self.raw.append((name, value))

    def citation(self, record_id: str) -> Citation:
        """Return the citation; the number of the record will do as its id."""
        return Citation(id=record_id, **self.fields, raw=tuple(self.raw))

    def _put_identifier(self, field: str, value: str, *, name: str) -> None:
        if found := IDENTIFIERS[field](value):
            self.fields[field] = found
        else:
            self.keep(name, value)

    def _put_meaning(self, field: str, value: str, *, name: str) -> None:
        """Set what the value means, and keep it where it says more than that."""
        found = year_of(value) if field == "year" else kind_of(value)
        if found:
            self.fields[field] = found
        if str(found) != value:
            self.keep(name, value)
