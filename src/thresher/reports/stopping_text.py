"""The advisor's and the backtest's answers as tables and as plain facts."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from thresher.certification.rounding import percent, rounded_down
from thresher.certification.stopping.advisor import Advice
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.lookalikes import Backtest
from thresher.reports.tables import text_table

__all__ = ["advice_facts", "advice_text", "backtest_text"]

KINDS = {
    "none": "none",
    "assumed": "under a condition",
    "lower": "for a lower recall",
    "planned": "for a planned sample",
    "always": "at every look",
    "certain": "certain",
}


def advice_facts(
    advices: Sequence[Advice],
    history: History,
    goal: Goal,
    *,
    backtests: Sequence[Backtest] = (),
) -> list[dict[str, Any]]:
    """One entry a rule, as values that JSON can hold."""
    shared = {
        "target": goal.target,
        "confidence": goal.confidence,
        "records": history.records,
        "read": history.read,
    }
    tested = {(one.name, one.hidden): _tested(one) for one in backtests}
    facts = []
    for advice in advices:
        entry = {**asdict(advice), **shared}
        if backtests:
            entry["backtest"] = {
                "look_alike": tested[advice.name, False],
                "with_hidden": tested[advice.name, True],
            }
        facts.append(entry)
    return facts


def _tested(one: Backtest) -> Mapping[str, Any]:
    facts = asdict(one)
    return {name: facts[name] for name in ("reviews", "kept", "share", "recall")}


def advice_text(advices: Sequence[Advice], history: History, goal: Goal) -> str:
    """Return the rules as a table, their promises, and what could not be judged."""
    rows = [
        [
            one.name,
            one.would_stop_at,
            None if one.share is None else f"{100 * one.share:.1f} %",
            one.found,
            _shown(one.recall),
            KINDS[one.kind],
            _remark(one, history),
        ]
        for one in advices
        if not one.missing
    ]
    header = ["rule", "stops at", "read", "found", "recall", "guarantee", "remark"]
    lines = [_about(history, goal), ""]
    if rows:
        lines += [text_table(header, rows), ""]
    lines += [
        f"{one.name}: {one.guarantee}"
        for one in advices
        if one.kind != "none" and not one.missing
    ]
    lines += [f"{one.name} not judged: {one.missing}" for one in advices if one.missing]
    return "\n".join(lines).rstrip()


def backtest_text(backtests: Sequence[Backtest], goal: Goal) -> str:
    """How often each rule reached the target, on both kinds of look-alike reviews."""
    pairs = zip(backtests[::2], backtests[1::2], strict=True)
    rows = [
        [plain.name, *_figures(plain), *_figures(hidden)] for plain, hidden in pairs
    ]
    header = ["rule", "kept", "read", "recall", "kept", "read", "recall"]
    title = (
        f"{backtests[0].reviews} look-alike reviews: share with recall of "
        f"{goal.target:g} or more; then with relevant records the ranker cannot see"
    )
    return f"{title}\n\n{text_table(header, rows)}"


def _figures(one: Backtest) -> list[str | float | None]:
    if one.kept is None or one.share is None:
        return [None, None, None]
    kept = 100 * rounded_down(one.kept, digits=3)  # not always, if not always
    return [f"{kept:.1f} %", f"{100 * one.share:.1f} %", _shown(one.recall)]


def _shown(recall: float | None) -> float | None:
    """Return a recall as it is printed: one only where all is found."""
    return None if recall is None else rounded_down(recall, digits=4)


def _about(history: History, goal: Goal) -> str:
    known = "" if history.relevant is None else f" of {history.relevant:,} relevant"
    return (
        f"{history.read:,} of {history.records:,} records read, "
        f"{history.found:,}{known} found; asked for: recall of {goal.target:g} with "
        f"{percent(goal.confidence)} confidence"
    )


def _remark(one: Advice, history: History) -> str:
    if one.would_stop_at is None and history.is_whole:
        return "never: all is read"
    if one.would_stop_at is None:
        return f"not yet; {one.evidence}" if one.evidence else "not yet"
    if not one.drawn:
        return ""
    how = "drawn at random, simulated" if one.simulated else "drawn at random"
    return f"{one.drawn:,} {how}"
