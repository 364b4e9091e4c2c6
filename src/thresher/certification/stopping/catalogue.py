"""The stopping rules that Thresher has itself, with their promises."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from thresher.certification.rounding import rounded_down
from thresher.certification.stopping.audited import (
    audited,
    certificate,
    certified_so_far,
)
from thresher.certification.stopping.buscar import Buscar, buscar_chance
from thresher.certification.stopping.certain import certain
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.heuristics import (
    BatchPrecision,
    IrrelevantInARow,
    Rule2399,
    SafeStyle,
    ShareRead,
)
from thresher.certification.stopping.history import History
from thresher.certification.stopping.indicators import Chao, Quant
from thresher.certification.stopping.knee import Budget, Knee
from thresher.certification.stopping.offered import StoppingRule, asked, only_if
from thresher.certification.stopping.protocol import Guarantee
from thresher.certification.stopping.quantile_sample import (
    QuantileSample,
    Target,
    recall_assured,
)
from thresher.errors import InputError

__all__ = ["DEFAULT_RULES", "NUMBERED", "RULES"]


def _whole(number: float) -> int:
    """Return a whole number; refuse another."""
    if number != int(number):
        raise InputError(f"a whole number is needed, got {number:g}")
    return int(number)


def _irrelevant(number: float) -> StoppingRule:
    count = _whole(number)
    return StoppingRule(
        name=f"irrelevant:{count}",
        title=f"{count} irrelevant in a row",
        rule=IrrelevantInARow(records=count),
    )


def _share(number: float) -> StoppingRule:
    return StoppingRule(
        name=f"share:{number:g}",
        title=f"{100 * number:g} % of the pile read",
        rule=ShareRead(share=number),
    )


def _batch_precision(number: float) -> StoppingRule:
    size = _whole(number)
    rule = BatchPrecision(batch=size, most=max(1, size // 40))
    return StoppingRule(
        name=f"batch-precision:{size}",
        title=f"a batch of {size} with at most {rule.most} relevant",
        rule=rule,
    )


def _knee(number: float) -> StoppingRule:
    return StoppingRule(
        name=f"knee:{_whole(number)}",
        title="knee of the curve of discoveries",
        rule=Knee(batch=_whole(number)),
    )


def _target(number: float) -> StoppingRule:
    rule = Target(sampled=_whole(number))
    return StoppingRule(
        name=f"target:{rule.sampled}",
        title=f"a random sample with {rule.sampled} relevant, all found again",
        rule=rule,
        guarantee=Guarantee.LOWER,
        promise=lambda goal: _lower(rule.sampled, goal),
        prepared=rule.prepared,
    )


def _lower(sampled: int, goal: Goal) -> str:
    recall = recall_assured(sampled, confidence=goal.confidence)
    target = rounded_down(recall, digits=3)
    lower = Goal(target=target, confidence=goal.confidence)
    return f"{asked(lower)}, whatever the target"


QBCB = "whatever the ranker, for a sample planned before and kept from it"


def _quantile_sample(number: float) -> StoppingRule:
    rule = QuantileSample(sampled=_whole(number))
    return replace(
        RULES["qbcb"],
        name=f"qbcb:{rule.sampled}",
        title=f"a random sample with {rule.sampled} relevant, most found again",
        rule=rule,
        prepared=rule.prepared,
    )


def _buscar(number: float) -> StoppingRule:
    rule = Buscar(every=_whole(number))
    return replace(RULES["buscar"], name=f"buscar:{rule.every}", rule=rule)


def _chance(history: History, goal: Goal) -> str:
    return f"p = {buscar_chance(history, goal):.3g} now"


_PLANNED = QuantileSample()
_OURS = (
    replace(_irrelevant(50), name="irrelevant"),
    replace(_share(0.5), name="share"),
    StoppingRule(
        name="safe", title="10 % read, then 50 irrelevant in a row", rule=SafeStyle()
    ),
    replace(_knee(1), name="knee"),
    StoppingRule(name="budget", title="a knee, or 75 % read", rule=Budget()),
    replace(_batch_precision(200), name="batch-precision"),
    StoppingRule(
        name="2399",
        title="2,399 read, and 1.2 for each relevant one",
        rule=Rule2399(),
    ),
    replace(_target(10), name="target"),
    StoppingRule(
        name="qbcb",
        title="a random sample of relevant ones, enough found again",
        rule=_PLANNED,
        guarantee=Guarantee.PLANNED,
        promise=only_if(QBCB),
        prepared=_PLANNED.prepared,
    ),
    StoppingRule(
        name="buscar",
        title="hypergeometric test over windows",
        rule=Buscar(),
        guarantee=Guarantee.ASSUMED,
        promise=only_if("if no part of the ranking is worse than random, at one look"),
        evidence=_chance,
    ),
    StoppingRule(name="quant", title="a model's chances", rule=Quant()),
    StoppingRule(
        name="quantci",
        title="a model's chances, two deviations above",
        rule=Quant(deviations=2.0),
    ),
    StoppingRule(name="chao", title="what several rankers found", rule=Chao()),
    StoppingRule(
        name="certificate",
        title="audited certificate",
        rule=certificate,
        guarantee=Guarantee.ALWAYS,
        promise=only_if("whatever the ranker, at every look"),
        prepared=audited,
        evidence=certified_so_far,
    ),
    StoppingRule(
        name="certain",
        title="all unread ones could be relevant",
        rule=certain,
        guarantee=Guarantee.CERTAIN,
        promise=lambda goal: f"recall of {goal.target:g} or more, for certain",
    ),
)
RULES: Mapping[str, StoppingRule] = {rule.name: rule for rule in _OURS}
DEFAULT_RULES = (
    "irrelevant:50",
    "irrelevant:100",
    "irrelevant:200",
    "share:0.5",
    "safe",
    "knee",
    "budget",
    "batch-precision",
    "2399",
    "target:10",
    "qbcb",
    "buscar",
    "quant",
    "quantci",
    "chao",
    "certificate",
    "certain",
)
NUMBERED: Mapping[str, Callable[[float], StoppingRule]] = {
    "irrelevant": _irrelevant,
    "share": _share,
    "knee": _knee,
    "batch-precision": _batch_precision,
    "target": _target,
    "qbcb": _quantile_sample,
    "buscar": _buscar,
}
