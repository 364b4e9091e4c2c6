"""The ledger of a finished run: which record was read how, in which order."""

from collections.abc import Mapping, Sequence
from typing import Any

from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.screening.run import Run
from thresher.screening.seal import Seal, frame_digest

__all__ = ["AUDIT", "frame_of", "ledger_of", "seal_of"]

AUDIT = "audit"  # the settings that an audited run keeps


def ledger_of(run: Run) -> Ledger:
    """Decisions of a run; those that its settings call audits are marked so.

    Raises
    ------
    InputError
        The run does not say which records were read, or names audits it cannot have.
    """
    reading = run.reading
    if reading.ids is None:
        raise InputError(f"the run {run.name!r} does not say which records were read")
    audits = _positions(run, most=reading.read)
    rows = []
    for at, (record, label) in enumerate(
        zip(reading.ids, reading.labels.tolist(), strict=True)
    ):
        chosen = Chosen.PRIOR if at < reading.priors else Chosen.RANKED
        chosen = Chosen.CERTIFICATION if at in audits else chosen
        rows.append(Decision(record=str(record), label=label, chosen=chosen))
    return Ledger(rows=tuple(rows))


def frame_of(run: Run) -> Sequence[str]:
    """Ids of all records of an audited run's pile, in their order."""
    frame: Sequence[str] = _settings(run)["frame"]
    return frame


def seal_of(run: Run) -> Seal:
    """Seal by which an audited run drew its audits."""
    kept = _settings(run)
    return Seal(
        seed=kept["seed"],
        frame=frame_digest(frame_of(run)),
        target=kept["target"],
        alpha=kept["alpha"],
    )


def _positions(run: Run, *, most: int) -> set[int]:
    audits = set(_settings(run)["positions"]) if AUDIT in run.settings else set()
    strange = sorted(at for at in audits if not run.reading.priors <= at < most)
    if strange:
        raise InputError(
            f"the run {run.name!r} calls its pick {strange[0]} an audit, but has "
            f"{run.reading.priors} priors and {most} labels in all"
        )
    return audits


def _settings(run: Run) -> Mapping[str, Any]:
    """Return what a run keeps of its audits; refuse what is not that."""
    kept = run.settings.get(AUDIT)
    kinds = {
        "seed": str,
        "target": float,
        "alpha": float,
        "frame": list,
        "positions": list,
    }
    if not isinstance(kept, Mapping) or not all(
        isinstance(kept.get(key), kind) for key, kind in kinds.items()
    ):
        raise InputError(
            f"the run {run.name!r} was not audited: simulate it with --strategy audited"
        )
    whole = all(type(at) is int for at in kept["positions"])
    if not whole or not all(isinstance(one, str) for one in kept["frame"]):
        raise InputError(f"the audits of the run {run.name!r} are damaged")
    return kept
