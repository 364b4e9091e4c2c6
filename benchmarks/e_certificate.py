"""Cost and validity of the audited recall certificate on simulated rankings.

Run ``python benchmarks/e_certificate.py [RUNS] [SEED]``. The rankings are biased urns
of 10,000 records: a relevant record is `bias` times as likely to come next as another.
Every run is looked at after each label and stops at the first look that certifies.
"""

import json
import sys
import time
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Labels
from thresher.certification.sequential import AuditSchedule, RecallCertificate

RECORDS = 10_000
TARGET, ALPHA = 0.95, 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """How many relevant records there are, how likely they come, how many are shunned.

    `prototype` and `buscar` are the mean shares read in the specification (percent).
    """

    name: str
    relevant: int
    bias: float
    hidden: int = 0
    prototype: float | None = None
    buscar: float | None = None

    def labels(self, rng: np.random.Generator) -> Labels:
        """Return labels in the order of one ranking."""
        weight = np.ones(RECORDS)
        weight[: self.relevant] = self.bias
        weight[: self.hidden] = 0.02
        order = np.argsort(rng.exponential(size=RECORDS) / weight)
        return np.asarray(order < self.relevant)


SCENARIOS = (
    Scenario(name="good, R=100", relevant=100, bias=20, prototype=60.0, buscar=53.4),
    Scenario(name="good, R=500", relevant=500, bias=20, prototype=38.0, buscar=37.8),
    Scenario(name="strong, R=100", relevant=100, bias=100, prototype=50.8, buscar=42.9),
    Scenario(name="hidden 8 %, R=100", relevant=100, bias=20, hidden=8, prototype=94.7),
    Scenario(
        name="hidden 8 %, R=500", relevant=500, bias=20, hidden=40, prototype=85.9
    ),
    Scenario(
        name="boundary 1000+60", relevant=1060, bias=2000, hidden=60, prototype=66.5
    ),
    Scenario(name="boundary 100+6", relevant=106, bias=2000, hidden=6, prototype=88.2),
    Scenario(name="random order, R=100", relevant=100, bias=1),
    Scenario(name="random order, R=500", relevant=500, bias=1),
)


def screened(labels: Labels, drawn: list[int]) -> tuple[int, int]:
    """Return how many were read and found when the certificate first certified."""
    certificate = RecallCertificate(records=RECORDS, alpha=ALPHA, target=TARGET)
    schedule = AuditSchedule(records=RECORDS, alpha=ALPHA, target=TARGET)
    relevant = labels.tolist()
    is_read = [False] * RECORDS
    ranked, audits = iter(range(RECORDS)), iter(drawn)
    while certificate.unread and not certificate.certifies(TARGET):
        audit = schedule.next_is_audit
        at = next(one for one in (audits if audit else ranked) if not is_read[one])
        is_read[at] = True
        certificate.observe(relevant[at], audit=audit)
        schedule.observe(relevant[at], audit=audit)
    return certificate.read, certificate.found


def measured(scenario: Scenario, *, runs: int, seed: int) -> dict[str, object]:
    """Return mean share read and share of runs that ended below the target."""
    rng = np.random.default_rng(seed)
    read, wrong = [], 0
    for _ in range(runs):
        labels = scenario.labels(rng)
        drawn = rng.permutation(RECORDS).tolist()
        records, found = screened(labels, drawn)
        read.append(100 * records / RECORDS)
        wrong += found < TARGET * scenario.relevant
    return {
        "scenario": scenario.name,
        "runs": runs,
        "read_percent": round(float(np.mean(read)), 2),
        "standard_error": round(float(np.std(read) / runs**0.5), 2),
        "below_target": wrong / runs,
        "prototype_percent": scenario.prototype,
        "buscar_percent": scenario.buscar,
    }


def observe_microseconds(records: int = 100_000) -> dict[str, float]:
    """Return the processor time of a label, told and asked about."""
    labels = (np.arange(records) % 3 == 0) & (np.arange(records) < 3000)
    times = {}
    for name, asks in (("observe", False), ("observe and certifies", True)):
        certificate = RecallCertificate(records=records)
        begun = time.process_time()
        for at, label in enumerate(labels.tolist()):
            certificate.observe(label, audit=at > 4000)
            if asks:
                certificate.certifies(0.999)
        times[name] = round((time.process_time() - begun) / records * 1e6, 2)
    return times


def main() -> None:
    given = [int(text) for text in sys.argv[1:]]
    runs, seed = (*given, *(500, 20241116)[len(given) :])
    print(json.dumps({"microseconds_a_label": observe_microseconds()}), flush=True)
    for scenario in SCENARIOS:
        print(json.dumps(measured(scenario, runs=runs, seed=seed)), flush=True)


if __name__ == "__main__":
    main()
