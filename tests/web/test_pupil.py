"""The model's process: a glance at titles first, the whole records as soon as read."""

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.records.samples import sample_records
from thresher.screening.cycle import features_for
from thresher.screening.features.matrix import Features
from thresher.screening.recipes import Recipe, find_recipe
from thresher.store.house import House
from thresher.store.lab_schema import runs
from thresher.web.desk import pupil as pupils
from thresher.web.desk.lessons import Lesson, Order
from thresher.web.desk.pupil import Pupil

from .reader import Reader

QUESTION = ("Does sleep suffer in kidney disease?",)


@pytest.fixture(scope="module")
def pile() -> list[tuple[Citation, bool]]:
    found = sample_records(
        records=400, relevant_share=0.1, rng=np.random.default_rng(4)
    )
    return [(one.citation, one.relevant) for one in found]


class Held:
    """Lets the features of a pile wait until they are let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(
        self, recipe: Recipe, citations: list[Citation]
    ) -> tuple[Features, ...]:
        self.go.wait(30)
        return features_for(recipe, citations)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Every pile is large, and is not read before it is told to be."""
    held = Held()
    monkeypatch.setattr(pupils, "features_for", held)
    monkeypatch.setattr(pupils, "LARGE", 1)
    yield held
    held.go.set()


def pupil_of(pile: list[tuple[Citation, bool]], folder: Path) -> Pupil:
    citations = [citation for citation, _ in pile]
    return Pupil(citations, recipe=find_recipe("elas_u4"), folder=folder)


def lesson_of(pile: list[tuple[Citation, bool]], read: int) -> Lesson:
    rows = np.random.default_rng(5).permutation(len(pile))[:read]
    labels = np.array([pile[row][1] for row in rows], dtype=np.bool_)
    return Lesson(rows=rows, labels=labels, texts=QUESTION)


def read_whole(pupil: Pupil, lesson: Lesson) -> Order:
    for _ in range(600):
        if pupil.can_do_better(lesson):
            return pupil.order(lesson)
        threading.Event().wait(0.05)
    raise AssertionError("the pile was never read")


def is_whole_pile(order: Order, size: int) -> bool:
    return np.array_equal(np.sort(order.rows), np.arange(size))


def test_titles_rank_a_large_pile_until_the_whole_records_are_read(
    held: Held, pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    pupil, lesson = pupil_of(pile, tmp_path), lesson_of(pile, 60)
    first = pupil.order(lesson)
    assert (first.model, first.is_whole) == ("titles", False)
    assert is_whole_pile(first, len(pile))
    assert not pupil.can_do_better(lesson)
    unread = np.array([pile[row][1] for row in first.rows[:-60]])
    assert unread[:34].mean() > 2 * unread.mean()  # better than by chance
    held.go.set()
    second = read_whole(pupil, lesson)
    assert (second.model, second.is_whole) == ("elas_u4", True)


def test_an_order_depends_on_the_lesson_alone_not_on_when_it_was_asked_for(
    held: Held, pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    pupil, lesson = pupil_of(pile, tmp_path), lesson_of(pile, 60)
    first, second = (pupil.order(lesson).rows for _ in range(2))
    held.go.set()
    whole = read_whole(pupil, lesson).rows
    later = pupil_of(pile, tmp_path)
    assert np.array_equal(first, second)
    assert np.array_equal(whole, read_whole(later, lesson).rows)


def test_before_both_kinds_are_known_the_question_and_what_was_included_lead(
    held: Held, pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    pupil = pupil_of(pile, tmp_path)
    nothing = np.zeros(0, dtype=np.intp)
    asked = Lesson(rows=nothing, labels=nothing.astype(bool), texts=QUESTION)
    assert pupil.order(asked).model == "likeness of titles"
    included = next(at for at, (_, relevant) in enumerate(pile) if relevant)
    paper = Lesson(rows=np.array([included]), labels=np.array([True]))
    found = pupil.order(paper)
    assert found.rows[0] == included
    assert found.chosen == "ranked"
    held.go.set()
    assert read_whole(pupil, paper).model == "likeness"


def test_a_pile_of_which_nothing_is_known_stays_in_its_random_order(
    pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    nothing = np.zeros(0, dtype=np.intp)
    lesson = Lesson(rows=nothing, labels=nothing.astype(bool))
    assert pupil_of(pile, tmp_path).order(lesson).rows.size == 0


def test_a_small_pile_needs_no_glance(
    pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    order = pupil_of(pile, tmp_path).order(lesson_of(pile, 60))
    assert (order.model, order.is_whole) == ("elas_u4", True)


def test_why_a_record_is_shown_is_told_by_the_model_that_showed_it(
    held: Held, pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    pupil, lesson = pupil_of(pile, tmp_path), lesson_of(pile, 60)
    row = int(pupil.order(lesson).rows[0])
    title = pile[row][0].title.lower()
    lifts = pupil.explanation(row, lesson)["lifts"]
    assert lifts
    assert all(word in title for term, _ in lifts for word in term.split())
    with pytest.raises(InputError, match="still reading"):
        pupil.doubts(lesson)
    held.go.set()
    assert read_whole(pupil, lesson).is_whole
    assert pupil.doubts(lesson)


def test_a_pile_without_titles_waits_for_its_abstracts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pupils, "LARGE", 1)
    words = ["alpha beta", "gamma delta", "alpha gamma", "delta beta"]
    pile = [
        Citation(id=str(at), title="--", abstract=text) for at, text in enumerate(words)
    ]
    pupil = Pupil(pile, recipe=find_recipe("elas_u4"), folder=tmp_path)
    lesson = Lesson(rows=np.array([0, 1]), labels=np.array([True, False]))
    assert pupil.order(lesson).model == "elas_u4"


def test_everything_read_is_an_order_too(
    pile: list[tuple[Citation, bool]], tmp_path: Path
) -> None:
    order = pupil_of(pile, tmp_path).order(lesson_of(pile, len(pile)))
    assert is_whole_pile(order, len(pile))


def test_the_project_says_which_model_ordered_what_was_read(
    lab: Reader, lab_house: House, project: str
) -> None:
    lab.send("PUT", f"/projects/{project}/settings", {"question": "asthma inhalers"})
    for _ in range(200):
        if lab.queue(project, size=1)["ranking"]["id"]:
            break
        threading.Event().wait(0.1)
    for item in lab.queue(project, size=20)["items"]:
        is_meant = "Asthma" in item["record"]["title"]
        label = "include" if is_meant else "exclude"
        lab.decide(project, item["record"]["id"], label)
    told: list[tuple[str, int]] = []
    for _ in range(600):  # it is written down after it is swapped in
        with lab_house.project(project).reading() as connection:
            rows = connection.execute(runs.select())
            told = [(row.model, row.labels) for row in rows]
        if told[-1:] == [("default", 20)]:
            break
        threading.Event().wait(0.1)
    assert told[0] == ("likeness", 0)
    assert told[-1] == ("default", 20)
