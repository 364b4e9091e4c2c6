"""All coefficients of agreement of one sample, in a table."""

from dataclasses import dataclass

import numpy as np

from thresher.errors import UndefinedMeasureError
from thresher.measures.reader_agreement.adjusted_kappa import ADJUSTED_KAPPA
from thresher.measures.reader_agreement.coefficient import Coefficient
from thresher.measures.reader_agreement.cohen_kappa import COHEN_KAPPA
from thresher.measures.reader_agreement.gwet_ac1 import GWET_AC1
from thresher.measures.reader_agreement.krippendorff_alpha import KRIPPENDORFF_ALPHA
from thresher.measures.reader_agreement.overlap_sample import OverlapSample
from thresher.measures.reader_agreement.percent_agreement import PERCENT_AGREEMENT
from thresher.measures.reader_agreement.spread import (
    AgreementInterval,
    bootstrap_interval,
    exact_interval,
)

__all__ = ["COEFFICIENTS", "AgreementRow", "agreement_table"]

COEFFICIENTS: dict[str, Coefficient] = {
    coefficient.name: coefficient
    for coefficient in (
        PERCENT_AGREEMENT,
        COHEN_KAPPA,
        GWET_AC1,
        KRIPPENDORFF_ALPHA,
        ADJUSTED_KAPPA,
    )
}
PAIR = 2
DESCRIBES = "describes these records only: a ranking chose them"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRow:
    """One coefficient of a sample.

    Parameters
    ----------
    name, title
        What it is called in code and in print.
    records
        How many records two or more readers read.
    value, lower, upper
        The coefficient and its interval, ``None`` where there is none.
    note
        Why something is missing, and what the figure is about.
    confidence
        Of the interval, where there is one.
    """

    name: str
    title: str
    records: int
    value: float | None
    lower: float | None
    upper: float | None
    note: str = ""
    confidence: float | None = None


def agreement_table(
    sample: OverlapSample,
    *,
    rng: np.random.Generator,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> tuple[AgreementRow, ...]:
    """All coefficients that fit a sample, with intervals where they are valid.

    The interval of percent agreement is exact for two readers; the others are
    bootstrapped over records. Cohen's kappa is left out with more than two readers.

    Parameters
    ----------
    sample
        What the readers said.
    rng, confidence, resamples
        See `bootstrap_interval`.

    Raises
    ------
    InputError
        A number is out of range.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn
    >>> sample = OverlapSample.of_pairs([1, 0, 0], [1, 0, 1], drawn=Drawn.RANKED)
    >>> table = agreement_table(sample, rng=np.random.default_rng(1))
    >>> [(row.name, row.lower) for row in table[:2]]
    [('percent_agreement', None), ('cohen_kappa', None)]
    """
    two = sample.marks.shape[1] == PAIR
    rows = []
    for coefficient in COEFFICIENTS.values():
        if coefficient is COHEN_KAPPA and not two:
            continue
        found: AgreementInterval | None = None
        value, note = None, "" if sample.generalises else DESCRIBES
        try:
            value = coefficient(sample)
            if not sample.generalises:
                pass
            elif coefficient is PERCENT_AGREEMENT and two:
                found = exact_interval(sample, confidence=confidence)
            else:
                found = bootstrap_interval(
                    sample,
                    coefficient,
                    rng=rng,
                    confidence=confidence,
                    resamples=resamples,
                )
        except UndefinedMeasureError as error:
            note = str(error)
        rows.append(_row(sample, coefficient, value=value, interval=found, note=note))
    return tuple(rows)


def _row(
    sample: OverlapSample,
    coefficient: Coefficient,
    *,
    value: float | None,
    interval: AgreementInterval | None,
    note: str,
) -> AgreementRow:
    return AgreementRow(
        name=coefficient.name,
        title=coefficient.title,
        records=sample.records,
        value=value,
        lower=interval.lower if interval else None,
        upper=interval.upper if interval else None,
        note=note,
        confidence=interval.confidence if interval else None,
    )
