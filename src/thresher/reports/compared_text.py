"""A comparison of models as text and as JSON."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.measures.summary import summarise
from thresher.reports.compared import BETTER, LEVELS, Compared
from thresher.reports.how_many import how_many
from thresher.reports.tables import text_table

if TYPE_CHECKING:
    from thresher.measures.critical_difference import ModelRanks

__all__ = ["comparison_facts", "comparison_text"]

SEED = 20060301  # of the bootstrap: the same runs give the same interval
MOST_PAIRS = 15  # printed; JSON has all
SMALLEST = 0.001  # p-value printed as a number


def comparison_facts(found: Compared, *, alpha: float = 0.05) -> dict[str, Any]:
    """Return a comparison as JSON values."""
    return {
        "models": list(found.models),
        "data": [{"name": name, "sha256": code or None} for name, code in found.data],
        "runs": found.runs,
        "measures": {
            measure: _measure_facts(found, measure, alpha=alpha)
            for measure in found.measures
        },
    }


def comparison_text(
    found: Compared, *, measure: str, alpha: float = 0.05, by_data: bool = False
) -> str:
    """Return a comparison for reading: all means, then one measure more closely.

    Parameters
    ----------
    found
        The comparison.
    measure
        What to rank and test by.
    alpha
        Of the critical difference.
    by_data
        Whether to list every data set.
    """
    parts = [_headline(found), _means(found)]
    if by_data:
        parts.append(_data_table(found, measure))
    parts += [_closer(found, measure, alpha=alpha), *_pairs_text(found, measure)]
    return "\n\n".join(parts) + "\n"


def _headline(found: Compared) -> str:
    seeds = Counter(
        len(values)
        for by_model in found.values.values()
        for by_data in by_model.values()
        for values in by_data.values()
    )
    least, most = min(seeds), max(seeds)
    many = how_many(most, "seed") if least == most else f"{least} to {most} seeds"
    counts = (
        how_many(len(found.models), "model"),
        how_many(len(found.data), "data set"),
        how_many(found.runs, "run"),
    )
    return f"{', '.join(counts)} ({many} each); priors are not counted"


def _means(found: Compared) -> str:
    header = ["model", *(_heading(measure) for measure in found.measures)]
    rows: list[list[str | float | int | None]] = []
    for model in found.models:
        means = [_overall(found, measure, model) for measure in found.measures]
        rows.append([model, *(None if one is None else one["mean"] for one in means)])
    return text_table(header, rows)


def _closer(found: Compared, measure: str, *, alpha: float) -> str:
    ranks = found.ranks(measure, alpha=alpha)
    header = [_heading(measure), "mean", "95 % from", "to", "rank", "best on"]
    wins = _wins(found, measure)
    rows: list[tuple[float, list[str | float | int | None]]] = []
    for at, model in enumerate(found.models):
        summary = _overall(found, measure, model)
        if summary is None:
            continue
        low, high = summary["interval"] or (None, None)
        rank = None if ranks is None else ranks.ranks[at]
        sign = 1 if BETTER[measure] == "lower" else -1
        place = sign * summary["mean"] if rank is None else rank
        row = [model, summary["mean"], low, high, rank, wins[model]]
        rows.append((place, row))
    rows.sort(key=lambda one: one[0])
    return "\n".join(
        [text_table(header, [row for _, row in rows]), *_verdict(found, measure, ranks)]
    )


def _verdict(
    found: Compared, measure: str, ranks: "ModelRanks | None"
) -> Iterator[str]:
    shared = len(found.shared(measure))
    if shared < len(found.data):
        left = len(found.data) - shared
        yield (
            f"Left out, as not every model has a value there: "
            f"{how_many(left, 'data set')}."
        )
    if ranks is None:
        yield "Ranks need two models that differ on two data sets or more."
        return
    yield (
        f"Friedman over {shared} data sets: chi-square {ranks.statistic:.2f}, "
        f"p {_p(ranks.p_value)} (F {ranks.f_statistic:.2f}, p {_p(ranks.f_p_value)})."
    )
    yield (
        f"Mean ranks closer than {ranks.difference:.2f} cannot be told apart "
        f"(Nemenyi, {ranks.alpha * 100:g} %):"
    )
    for group in ranks.groups:
        yield f"  {' = '.join(found.models[at] for at in group)}"
    if not ranks.groups:
        yield "  none; all models differ"


def _pairs_text(found: Compared, measure: str) -> Iterator[str]:
    pairs = sorted(found.pairs(measure), key=lambda pair: pair.difference.p_value)
    if not pairs:
        return
    rows: list[list[str | float | int | None]] = [
        [
            f"{pair.first} - {pair.second}",
            pair.difference.mean,
            pair.difference.low,
            pair.difference.high,
            _p(pair.difference.p_value),
            _p(pair.p_holm),
        ]
        for pair in pairs[:MOST_PAIRS]
    ]
    over = "data sets" if len(found.shared(measure)) > 1 else "seeds"
    header = ["difference", "mean", "95 % from", "to", "p", "p (Holm)"]
    yield (
        f"Paired t-tests over {pairs[0].difference.folds} {over}\n"
        + text_table(header, rows)
        + _more(len(pairs))
    )


def _more(pairs: int) -> str:
    hidden = pairs - MOST_PAIRS
    return (
        f"\nand {how_many(hidden, 'more pair')} (--json has all)" if hidden > 0 else ""
    )


def _data_table(found: Compared, measure: str) -> str:
    header = [_heading(measure), *found.models]
    rows: list[list[str | float | int | None]] = [
        [name, *(found.mean(measure, model, (name, code)) for model in found.models)]
        for name, code in found.data
    ]
    return text_table(header, rows)


def _measure_facts(found: Compared, measure: str, *, alpha: float) -> dict[str, Any]:
    ranks = found.ranks(measure, alpha=alpha)
    return {
        "level": LEVELS[measure],
        "better": BETTER[measure],
        "shared_data": [name for name, _ in found.shared(measure)],
        "models": {
            model: {
                "over_data": _overall(found, measure, model),
                "by_data": _by_data(found, measure, model),
                "rank": None if ranks is None else ranks.ranks[at],
            }
            for at, model in enumerate(found.models)
        },
        "friedman": None if ranks is None else _rank_facts(found, ranks),
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                **{key: _finite(v) for key, v in asdict(pair.difference).items()},
                "p_holm": pair.p_holm,
            }
            for pair in found.pairs(measure)
        ],
    }


def _rank_facts(found: Compared, ranks: "ModelRanks") -> dict[str, Any]:
    facts = {key: _finite(value) for key, value in asdict(ranks).items()}
    facts["ranks"] = dict(zip(found.models, ranks.ranks, strict=True))
    facts["groups"] = [[found.models[at] for at in group] for group in ranks.groups]
    return facts


def _by_data(found: Compared, measure: str, model: str) -> list[dict[str, Any]]:
    rng = np.random.default_rng(SEED)
    told = []
    for (name, code), seeds in found.values[measure][model].items():
        summary = summarise([*seeds.values()], rng=rng)
        told.append(
            {
                "data": name,
                "sha256": code or None,
                "mean": summary.mean,
                "sd": summary.deviation,
                "interval": _interval(summary.low, summary.high),
                "seeds": seeds,
            }
        )
    return told


def _overall(found: Compared, measure: str, model: str) -> dict[str, Any] | None:
    summary = found.over_data(measure, model, rng=np.random.default_rng(SEED))
    if summary is None:
        return None
    return {
        "mean": summary.mean,
        "sd": summary.deviation,
        "interval": _interval(summary.low, summary.high),
        "over": "data" if len(found.shared(measure)) > 1 else "seeds",
        "number": summary.runs,
    }


def _wins(found: Compared, measure: str) -> Counter[str]:
    """Return on how many data sets each model is best, ties counting for all."""
    won: Counter[str] = Counter()
    best = min if BETTER[measure] == "lower" else max
    for data in found.shared(measure):
        means = {model: found.mean(measure, model, data) for model in found.models}
        top = best(value for value in means.values() if value is not None)
        won.update(model for model, value in means.items() if value == top)
    return won


def _heading(measure: str) -> str:
    level = LEVELS[measure]
    return measure if level is None else f"{measure}@{level:g}"


def _interval(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]


def _finite(value: object) -> object:
    """Return a number that JSON can hold; nothing for an infinite one."""
    return None if isinstance(value, float) and not np.isfinite(value) else value


def _p(value: float) -> str:
    return f"< {SMALLEST}" if value < SMALLEST else f"{value:.3f}"
