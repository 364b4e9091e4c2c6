"""Write insights.json: what asreview-insights 1.6.1 says of small label lists.

Run in an environment with asreview 2.2 and asreview-insights 1.6.1:
``python tests/measures/golden/make_insights.py``
"""

import json
import random
from pathlib import Path

from asreviewcontrib.insights import algorithms, metrics  # type: ignore[import-not-found]

LEVELS = [0.05, 0.1, 0.25, 0.5, 0.7, 0.9, 0.95, 1.0]
NAMES = ["recall", "wss", "erf", "tp", "fp", "tn", "fn", "tnr"]


def case(labels: list[int]) -> dict[str, object]:
    """All of Insights' figures for one list of labels."""
    return {
        "labels": "".join(map(str, labels)),
        "loss": algorithms._loss_value(labels),
        **{
            name: [
                float(getattr(metrics, f"_{name}")(labels, level)) for level in LEVELS
            ]
            for name in NAMES
        },
    }


def main() -> None:
    """Make forty lists of different length and prevalence."""
    choose = random.Random(20261116)  # noqa: S311  not for secrets
    cases = []
    for prevalence in [0.02, 0.1, 0.3, 0.7]:
        for size in [5, 17, 42, 60, 100, 151, 200, 240, 300, 333]:
            labels = [int(choose.random() < prevalence) for _ in range(size)]
            labels[choose.randrange(size)] = 1
            labels[0 if sum(labels) == size else labels.index(0)] = 0
            cases.append(case(labels))
    target = Path(__file__).with_name("insights.json")
    target.write_text(
        json.dumps({"levels": LEVELS, "cases": cases}, indent=None) + "\n"
    )


if __name__ == "__main__":
    main()
