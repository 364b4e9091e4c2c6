"""Numbers that a sentence prints, in words of one line."""

from thresher.synthesis.reported_numbers import Effect, Numbers, PValue

__all__ = ["effects_text", "intervals_text", "numbers_text", "p_text", "sizes_text"]


def numbers_text(numbers: Numbers) -> str:
    """Return effects with their intervals, p-values and group sizes.

    Examples
    --------
    >>> from thresher.synthesis.reported_numbers import numbers_in
    >>> numbers_text(numbers_in("OR 0.62, 95% CI 0.41-0.93; P<.02; n = 40"))
    'odds ratio 0.62 (0.41 to 0.93); p < 0.02; n = 40'
    >>> numbers_text(Numbers())
    ''
    """
    parts = [
        "; ".join(map(_effect, numbers.effects)),
        p_text(numbers),
        sizes_text(numbers),
    ]
    return "; ".join(filter(None, parts)).replace("-", "\N{MINUS SIGN}")


def effects_text(numbers: Numbers) -> str:
    """Return what each effect is and its value, for programs to read."""
    return "; ".join(f"{one.kind} {_plain(one.value)}" for one in numbers.effects)


def intervals_text(numbers: Numbers) -> str:
    """Return the interval of each effect, in their order; [] where none is printed.

    Examples
    --------
    >>> from thresher.synthesis.reported_numbers import numbers_in
    >>> intervals_text(numbers_in("MD -2, 95% CI -3 to -1, and OR 2"))
    '[-3, -1]; []'
    """
    if not any(one.low is not None for one in numbers.effects):
        return ""
    ends = (_interval(one, between=", ") for one in numbers.effects)
    return "; ".join(f"[{one}]" for one in ends)


def p_text(numbers: Numbers) -> str:
    """Return the p-values as printed."""
    return "; ".join(map(_p, numbers.p_values))


def sizes_text(numbers: Numbers) -> str:
    """Return the group sizes."""
    sizes = ", ".join(f"{size:,}" for size in numbers.sizes)
    return f"n = {sizes}" if sizes else ""


def _effect(effect: Effect) -> str:
    interval = _interval(effect)
    return f"{effect.kind} {_plain(effect.value)}" + (
        f" ({interval})" if interval else ""
    )


def _interval(effect: Effect, *, between: str = " to ") -> str:
    if effect.low is None or effect.high is None:
        return ""
    return f"{_plain(effect.low)}{between}{_plain(effect.high)}"


def _p(value: PValue) -> str:
    return f"p {value.relation} {_plain(value.value)}"


def _plain(value: float) -> str:
    return f"{value:.6g}"
