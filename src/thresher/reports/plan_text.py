"""A plan as plain facts and as text."""

from dataclasses import asdict
from typing import Any

from thresher.certification.rounding import percent
from thresher.measures.planning import Outlook, Plan
from thresher.measures.rates import Beta

__all__ = ["chance_text", "plan_facts", "plan_text"]

FEW_HOURS = 10  # below it fractions of an hour matter
SMALLEST_SHOWN = 0.001  # chances below it are not worth digits


def plan_facts(plan: Plan) -> dict[str, Any]:
    """Plan as values that JSON can hold.

    Examples
    --------
    >>> from thresher.measures.planning import plan
    >>> facts = plan_facts(plan(records=2500, hours=120, minutes=(10, 45)))
    >>> facts["law"], round(facts["alpha"], 3)
    ('beta', 6.226)
    """
    return {
        "records": plan.records,
        "hours": plan.hours,
        "minutes": list(plan.minutes),
        "coverage": plan.coverage,
        "law": plan.law,
        "alpha": plan.alpha,
        "beta": plan.beta,
        "parameters": asdict(plan.rate),
        "mean_rate": plan.rate.mean,
        "expected_records": plan.expected_records,
        "records_interval": [plan.records_low, plan.records_high],
        "chance_to_finish": plan.chance_to_finish,
        "minutes_median": plan.minutes_median,
        "target_recall": plan.target_recall,
        "runs": [asdict(outlook) for outlook in plan.outlooks],
        "recommended": plan.recommended,
    }


def plan_text(plan: Plan) -> str:
    """Plan as text to read in a terminal.

    Examples
    --------
    >>> from thresher.measures.planning import plan
    >>> print(plan_text(plan(records=2500, hours=120, minutes=(10, 45))))
    Budget        2,500 records, 120 hours, 10 to 45 minutes a record (95 %)
    Share read    16.0 % expected, 6.4 % to 28.8 % (95 %); Beta(6.226, 32.791)
    Records read  399 expected, 160 to 720 (95 %)
    Finish all    chance below 0.1 % (for log-normal minutes)
    """
    sure = f"({percent(plan.coverage)})"
    quick, slow = plan.minutes
    low, high = (100 * n / plan.records for n in (plan.records_low, plan.records_high))
    lines = [
        f"Budget        {plan.records:,} records, {plan.hours:g} hours, "
        f"{quick:g} to {slow:g} minutes a record {sure}",
        f"Share read    {100 * plan.rate.mean:.1f} % expected, "
        f"{low:.1f} % to {high:.1f} % {sure}; {_law(plan)}",
        f"Records read  {plan.expected_records:,.0f} expected, "
        f"{plan.records_low:,.0f} to {plan.records_high:,.0f} {sure}",
        f"Finish all    chance {chance_text(plan.chance_to_finish)} "
        "(for log-normal minutes)",
    ]
    if plan.outlooks:
        lines += ["", *_table(plan), "", f"Recommended   {plan.recommended}"]
    return "\n".join(lines)


def _law(plan: Plan) -> str:
    rate = plan.rate
    if isinstance(rate, Beta):
        return f"Beta({rate.alpha:.3f}, {rate.beta:.3f})"
    return f"log-normal({rate.log_mean:.3f}, {rate.log_deviation:.3f}) capped at 100 %"


def chance_text(chance: float) -> str:
    """Return a chance in percent; next to nothing is not called nothing, nor sure.

    Examples
    --------
    >>> chance_text(0.0004), chance_text(0.25), chance_text(0.99996)
    ('below 0.1 %', '25.0 %', 'above 99.9 %')
    """
    if chance < SMALLEST_SHOWN:
        return f"below {SMALLEST_SHOWN * 100:g} %"
    if chance > 1 - SMALLEST_SHOWN:
        return f"above {100 - SMALLEST_SHOWN * 100:g} %"
    return f"{chance * 100:.1f} %"


def _table(plan: Plan) -> list[str]:
    """Return one line a run, under a head."""
    width = max(len("run"), *(len(outlook.name) for outlook in plan.outlooks))
    target = f"{percent(plan.target_recall)} recall"
    head = (
        f"{'run':{width}}  {'expected recall':>15}  {'rAUC':>6}  "
        f"records and hours to {target}"
    )
    return [head, *(_line(outlook, width=width) for outlook in plan.outlooks)]


def _line(outlook: Outlook, *, width: int) -> str:
    area = outlook.rate_weighted_area
    return (
        f"{outlook.name:{width}}  {outlook.expected_recall:15.3f}  "
        f"{'-' if area is None else f'{area:.3f}':>6}  "
        f"{outlook.records_needed:,} records, {_hours(outlook.hours_needed)} hours "
        f"({_hours(outlook.hours_low)} to {_hours(outlook.hours_high)})"
    )


def _hours(hours: float) -> str:
    """Return hours to two digits at least, so that few are not called none."""
    return f"{hours:,.0f}" if hours >= FEW_HOURS else f"{hours:.2g}"
