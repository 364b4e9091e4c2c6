"""Stopping rules that end simulations."""

import numpy as np
import pytest

from thresher.certification.stopping.stoppers import stopper_of
from thresher.errors import InputError, UnknownNameError
from thresher.screening.procedures import Model, stopper_named
from thresher.screening.stoppers import Progress


def test_a_rule_ends_a_simulation_by_its_name_and_target() -> None:
    stop = Model(stop="rule:irrelevant:3@0.9").procedure.stopper
    read = np.array([True, False, False, False])
    assert stop(Progress(labels=read, records=90, relevant=4))
    assert not stop(Progress(labels=read[:-1], records=90, relevant=4))


def test_a_rule_aims_at_its_target_and_usually_at_95_percent() -> None:
    assert stopper_of("buscar@0.8").goal.target == 0.8
    assert stopper_of("buscar").goal.target == 0.95


@pytest.mark.parametrize("target", ["high", "1.5", ""])
def test_a_target_that_is_no_recall_is_refused_in_a_sentence(target: str) -> None:
    with pytest.raises(InputError, match=r"rule:buscar@0\.95"):
        stopper_of(f"buscar@{target}")


def test_a_rule_that_draws_records_itself_cannot_be_a_stopper() -> None:
    with pytest.raises(InputError, match="--stop never"):
        stopper_of("qbcb")


@pytest.mark.parametrize("text", ["rules:knee", "rule:nonsense", "rule"])
def test_an_unknown_stopper_is_answered_with_the_names(text: str) -> None:
    with pytest.raises(UnknownNameError):
        stopper_named(text)
