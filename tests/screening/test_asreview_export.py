"""Simulations as ASReview projects, read back by our own reader."""

from pathlib import Path

import numpy as np
import pytest

from thresher.records.asreview_file import read_project
from thresher.screening.asreview_export import write_simulation
from thresher.screening.cycle import features_for
from thresher.screening.pile import read_pile
from thresher.screening.procedures import Model
from thresher.screening.runs import open_run
from thresher.screening.seeded import seeded_simulation
from thresher.screening.simulate import Simulation
from thresher.screening.starts import Drawn

from .piles import small_pile


def simulated(model: Model) -> Simulation:
    pile, procedure = small_pile(), model.procedure
    features = features_for(procedure.recipe, pile.citations)
    start = Drawn(relevant=2, irrelevant=1)
    return seeded_simulation(pile, features, procedure, start=start, seed=1)


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("stop", ["last-relevant", "records:9"])
def test_a_project_holds_the_reading_and_what_it_left_unread(
    tmp_path: Path, version: int, stop: str
) -> None:
    done = simulated(Model(ranker="elas_u4", stop=stop, strategy="mixed"))
    path = tmp_path / "a.asreview"
    with path.open("wb") as out:
        write_simulation(done, out, version=version)
    reading = open_run(path).reading
    assert reading.ids == done.order.tolist()
    np.testing.assert_array_equal(reading.labels, done.reading.labels)
    assert (reading.priors, reading.records, reading.relevant) == (3, 80, 12)
    project = read_project(path)
    assert project.mode == "simulate"
    assert {d.classifier for d in project.decisions} == {None, "elas_u4"}
    assert {d.querier for d in project.decisions} == {None, "mixed"}
    pile = read_pile(path)
    np.testing.assert_array_equal(pile.labels, done.pile.labels)
    assert [c.title for c in pile.citations] == [c.title for c in done.pile.citations]
