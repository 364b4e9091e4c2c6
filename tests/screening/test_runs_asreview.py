"""The real ASReview projects at hand, beside what ASReview 2.2 itself says of them.

Golden values: asreview 2.2, for each file
``Project.load(file, folder).data_store`` (records; relevant: ``included == 1``),
``open_state(file).get_results_table()`` (read, found) and ``.get_priors()``.
Where 2.2 fails or says otherwise, the reason is beside the value.
"""

import os
from pathlib import Path

import pytest

from thresher.records.asreview_file import read_project
from thresher.screening.runs import open_run

SHARED = Path(__file__).parents[3] / "shared" / "data"
PROJECTS = Path(os.environ.get("THRESHER_DATA", SHARED)) / "asreview_projects"
pytestmark = pytest.mark.skipif(not PROJECTS.is_dir(), reason="needs THRESHER_DATA")

ALPHA = "2.0a10.dev15_g7f90e7a5__asreview"
# Layout of the file, then how many records, read, priors, found, and relevant.
GOLDEN = {
    "1.2__sim_Nelson_2002_nb_tfidf_0": (1, 366, 277, 2, 80, 80),
    "1.2__sim_Nelson_2002_svm_sbert_0": (1, 366, 277, 2, 80, 80),
    # The data set has 74 relevant records, all read; a person labelled three of
    # them irrelevant as priors. What was read counts as decided: none is missed.
    "1.6.6___매우 멋진 시뮬레이션 체계적 검토!@)__$#": (1, 975, 940, 6, 71, 71),
    f"{ALPHA}-demo-project-v2": (2, 100, 23, 0, 9, 10),
    # 2.2 looks for reviews/<id>/results.db, which a half migration moved to the
    # root, makes an empty one, and says that nothing was read.
    f"{ALPHA}-demo-project": (2, 100, 23, 0, 9, 10),
    f"{ALPHA}-demo-project-invalid-classifier_2": (2, 100, 23, 0, 9, 10),
    # 2.2: "no such table: record", for the layout is that of version 3.
    f"{ALPHA}-demo-project-invalid-classifier": (3, 100, 23, 0, 9, 10),
    # No record has a label in the data set: nobody knows how many are relevant.
    "2.0b0__works-2025-02-17T16-34-59": (2, 138, 20, 0, 10, None),
    # 2.2 refuses version 0; counted by hand in labeled.json and result.json.
    "0.17__test_converter_example_old": (0, 851, 23, 4, 9, None),
    "v0.x_unknown__test_1_inst": (0, 6, 5, 4, 2, 3),
}
# First records read, as open_state(file).get_results_table()["record_id"] has them.
FIRST = {
    "1.2__sim_Nelson_2002_nb_tfidf_0": [93, 98, 296, 90, 193],
    "1.2__sim_Nelson_2002_svm_sbert_0": [93, 98, 288, 236, 305],
    "1.6.6___매우 멋진 시뮬레이션 체계적 검토!@)__$#": [969, 955, 739, 840, 432],
    f"{ALPHA}-demo-project-v2": [69, 95, 72, 79, 49],
    "2.0b0__works-2025-02-17T16-34-59": [121, 37, 132, 52, 112],
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_real_project_says_what_asreview_says(name: str) -> None:
    path = PROJECTS / f"{name}.asreview"
    reading = open_run(path).reading
    counts = reading.records, reading.read, reading.priors, reading.found
    layout = read_project(path).file_version
    assert (layout, *counts, reading.relevant) == GOLDEN[name]


@pytest.mark.parametrize("name", FIRST)
def test_a_real_project_is_read_in_asreviews_order(name: str) -> None:
    ids = open_run(PROJECTS / f"{name}.asreview").reading.ids
    assert ids is not None
    assert ids[:5] == FIRST[name]


def test_no_project_at_hand_is_left_out() -> None:
    assert {path.stem for path in PROJECTS.glob("*.asreview")} == set(GOLDEN)


def test_decisions_against_the_data_set_are_told() -> None:
    name = "1.6.6___매우 멋진 시뮬레이션 체계적 검토!@)__$#"
    project = read_project(PROJECTS / f"{name}.asreview")
    assert project.contradicted == (969, 840, 432)
    assert project.labels is not None
    assert int((project.labels == 1).sum()) == 74


def test_an_unknown_classifier_does_not_keep_a_project_closed() -> None:
    name = f"{ALPHA}-demo-project-invalid-classifier.asreview"
    settings = open_run(PROJECTS / name).settings
    assert "idontknow" in str(settings["current_value"])
    assert settings["components"] == {
        "classifier": ["svm"],
        "querier": ["random", "max"],
        "balancer": ["balanced"],
        "feature_extractor": ["tfidf"],
    }
