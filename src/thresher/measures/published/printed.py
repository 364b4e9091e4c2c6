"""A printed figure: the values it may have been rounded from."""

import re
from dataclasses import dataclass
from fractions import Fraction

from thresher.errors import InputError
from thresher.measures.published.conversion import Interval, Judged, PrintedMeasure

__all__ = [
    "ConvertedFigure",
    "Printed",
    "as_printed",
    "converted_figure",
    "mean_interval",
    "possible_relevant",
    "tnr_interval",
    "wss_interval",
]

FIGURE = re.compile(
    r"[+-]?(?:\d{1,20}(?:\.(\d{0,20}))?|\.(\d{1,20}))(?:e([+-]?\d{1,2}))?(\s*%)?", re.I
)
MINUS = "\N{MINUS SIGN}"
MOST_COUNTS = 10_000  # beyond, a percentage says too little to be worth the search


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A figure with the number of decimals it was printed with."""

    value: Fraction
    decimals: int

    @property
    def interval(self) -> Interval:
        """Every value that prints like this, halves rounded either way."""
        half = Fraction(1, 2 * 10**self.decimals)
        return Interval(low=self.value - half, high=self.value + half)

    def __str__(self) -> str:
        return f"{float(self.value):.{self.decimals}f}"


def as_printed(text: str) -> Printed:
    """Return a figure as it stands in a table, per cent signs resolved.

    Raises
    ------
    InputError
        It is not a plain decimal number.

    Examples
    --------
    >>> print(as_printed("0.50"), as_printed("53.1%"))
    0.50 0.531
    """
    plain = text.strip().replace(MINUS, "-")
    match = FIGURE.fullmatch(plain)
    if match is None:
        raise InputError(f"need a number such as 0.531 or 53.1%, got {text!r}")
    decimals = len(match[1] or match[2] or "") - int(match[3] or 0)
    shift = 2 if match[4] else 0
    return Printed(
        value=Fraction(plain.rstrip("% ")) / 10**shift,
        decimals=max(0, decimals + shift),
    )


def tnr_interval(wss: Printed, judged: Judged) -> Interval:
    """Every true negative rate that a printed WSS may stand for.

    Rounding to :math:`d` decimals leaves :math:`10^{-d}/2` open on both sides; the rate
    inherits :math:`N/E` times as much.

    Examples
    --------
    >>> span = tnr_interval(as_printed("0.5"), Judged(records=2000, relevant=200))
    >>> round(float(span.low), 3), round(float(span.high), 3)
    (0.55, 0.661)
    """
    span = wss.interval
    return Interval(low=judged.tnr(span.low), high=judged.tnr(span.high))


def wss_interval(tnr: Printed, judged: Judged) -> Interval:
    """Every WSS that a printed true negative rate may stand for.

    Examples
    --------
    >>> span = wss_interval(as_printed("1.0"), Judged(records=200, relevant=100))
    >>> float(span.low), float(span.high)
    (0.45, 0.5)
    """
    span = tnr.interval
    return Interval(low=judged.wss(span.low), high=judged.wss(span.high))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedFigure:
    """A figure converted into the other measure, and what rounding leaves open."""

    measure: PrintedMeasure
    value: Fraction
    span: Interval


def converted_figure(
    figure: Printed, judged: Judged, *, to: PrintedMeasure
) -> ConvertedFigure:
    """One printed figure as the other measure.

    Raises
    ------
    InputError
        No ranking of these records can have this figure, whatever was rounded off.

    Examples
    --------
    >>> pile = Judged(records=2000, relevant=200)
    >>> round(float(converted_figure(as_printed("0.5"), pile, to="tnr").value), 4)
    0.6056
    """
    source: PrintedMeasure = "wss" if to == "tnr" else "tnr"
    bounds = judged.bounds(source)
    if not figure.interval.meets(bounds):
        raise InputError(
            f"{source.upper()} {figure} cannot be: with {judged.relevant} relevant of "
            f"{judged.records} records it lies between {float(bounds.low):.4f} and "
            f"{float(bounds.high):.4f}"
        )
    if to == "tnr":
        value, span = judged.tnr(figure.value), tnr_interval(figure, judged)
    else:
        value, span = judged.wss(figure.value), wss_interval(figure, judged)
    return ConvertedFigure(measure=to, value=value, span=span)


def mean_interval(spans: list[Interval]) -> Interval:
    """Every mean that values out of these intervals may have; needs at least one.

    Examples
    --------
    >>> spans = [as_printed("0.1").interval, as_printed("0.3").interval]
    >>> float(mean_interval(spans).high)
    0.25
    """
    return Interval(
        low=sum((span.low for span in spans), Fraction(0)) / len(spans),
        high=sum((span.high for span in spans), Fraction(0)) / len(spans),
    )


def possible_relevant(share: Printed, *, records: int) -> tuple[int, ...]:
    """Every number of relevant records that prints as this share, likeliest first.

    Raises
    ------
    InputError
        No number of relevant records between none and all prints like this, or more
        than ten thousand do.

    Examples
    --------
    >>> possible_relevant(as_printed("1.6%"), records=2544)
    (41, 40)
    """
    span = share.interval
    least = max(1, -(-span.low * records // 1))
    most = min(records - 1, span.high * records // 1)
    if least > most:
        raise InputError(
            f"no number of relevant records out of {records} is "
            f"{float(100 * share.value):g}% of them"
        )
    if most - least >= MOST_COUNTS:
        raise InputError(
            f"{float(100 * share.value):g}% of {records} records may be {least} to "
            f"{most}: give the number of relevant records"
        )
    middle = share.value * records
    return tuple(sorted(range(least, most + 1), key=lambda n: abs(n - middle)))
