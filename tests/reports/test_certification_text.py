"""What is printed of a certification is never more than was shown."""

import numpy as np
import pytest

from thresher.certification.stopping.advisor import advise
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.offered import asked
from thresher.certification.stopping.registry import find_rules
from thresher.reports.certification_text import size_text
from thresher.reports.demonstration_audit_page import _in_percent
from thresher.reports.stopping_text import advice_text

FACTS = {
    "measure": "f1",
    "estimate": 0.85,
    "target": 0.8,
    "size": 1200,
    "population": None,
    "guaranteed": True,
    "confidence": 0.95,
    "power": 0.99996,
    "bound": 0.80056,
    "reason": None,
}


def test_a_size_states_no_more_than_was_found() -> None:
    said = size_text(FACTS)
    assert "A bound of 0.8005 is reached" in said
    assert "with probability 0.999" in said


def test_no_confidence_is_called_certainty() -> None:
    said = asked(Goal(target=0.95, confidence=0.9999999))
    assert said == "recall of 0.95 or more with 99.99999 % confidence"


def test_a_recall_below_one_is_not_printed_as_one() -> None:
    labels = np.ones(100_000, dtype=bool)
    history = History(labels=labels, records=200_000, relevant=100_001)
    goal = Goal(target=0.95)
    rules = find_rules("share:0.5")
    told = advise(history, goal, rules=rules, rng=np.random.default_rng(1))
    assert told[0].recall is not None
    assert 0.99995 < told[0].recall < 1
    assert "0.9999" in advice_text(told, history, goal)
    assert "1.0000" not in advice_text(told, history, goal)


def test_the_demonstrations_recall_is_rounded_down() -> None:
    assert _in_percent(0.99967) == pytest.approx(99.9)
    assert _in_percent(1.0) == 100
