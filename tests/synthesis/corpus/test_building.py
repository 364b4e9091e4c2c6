"""A build: the same on every executor, gone on with anywhere, nothing unexplained."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from thresher.executors import (
    DaskExecutor,
    Executor,
    Job,
    Outcome,
    ProcessExecutor,
    SerialExecutor,
)
from thresher.records import scan
from thresher.synthesis.corpus import building
from thresher.synthesis.corpus.building import Built, built
from thresher.synthesis.corpus.candidates import Candidates, Filters, candidates
from thresher.synthesis.corpus.entry import Entry, read_entries
from thresher.synthesis.corpus.links import links_of_table
from thresher.synthesis.corpus.suitability import Suitability
from thresher.synthesis.corpus.work import Work

from .alike import assert_alike
from .made_up import laid_out, write_table


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Candidates:
    laid = laid_out(tmp_path_factory.mktemp("in"))
    reviews, studies = list(scan(laid.reviews)), list(scan(laid.studies))
    links = links_of_table(laid.links, reviews, studies)
    return candidates(reviews, studies, links=links, filters=Filters())


@pytest.fixture(scope="module")
def whole(found: Candidates, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("whole")
    return built(found, folder, executor=SerialExecutor())


@pytest.fixture(scope="module")
def entries(whole: Built) -> list[Entry]:
    return list(read_entries(whole.path))


class Interrupted:
    """An executor whose user presses Ctrl-C after some jobs, over all stages."""

    def __init__(self, *, after: int) -> None:
        self.inner = SerialExecutor()
        self.left = after

    def submit(self, job: Job, *, key: str) -> None:
        self.inner.submit(job, key=key)

    def as_completed(self) -> Iterator[Outcome]:
        for outcome in self.inner.as_completed():
            yield outcome
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt

    def close(self) -> None:
        self.inner.close()


def test_all_reviews_pass_with_all_their_studies(
    whole: Built, entries: list[Entry]
) -> None:
    assert whole.reviews == len(entries) == 12
    assert set(whole.funnel.values()) == {12}
    assert (whole.left_out, whole.failures) == ((), {})
    first = entries[0]
    assert first.review_id == "9000"
    assert first.pmid == ("100", "112")
    assert first.target.startswith("Zinc lozenges reduced duration of colds")
    assert "To assess the effect of zinc lozenges" in first.background
    assert "Further trials" not in first.target + first.background
    assert (first.review_year, first.study_years) == (2010, (2000, 2002))


def test_layers_count_in_the_texts_beside_them(entries: list[Entry]) -> None:
    for entry in entries:
        text = f"{entry.review_title}\n\n{entry.review_abstract}"
        assert all(text[start:end] for start, end, _ in entry.sentences)
        assert all(text[start:end] for _, start, end, _ in entry.spans)
        named = [*entry.participants, *entry.interventions, *entry.outcomes]
        assert all(one.lower() in text.lower() for one in named)
        studies = zip(entry.title, entry.abstract, entry.study_directions, strict=True)
        for title, abstract, found in studies:
            whole = f"{title}\n\n{abstract}"
            assert len(found) == len(entry.pairs) == len(entry.directions)
            for one in filter(None, found):
                assert sum(one[:3]) == pytest.approx(1, abs=1e-3)
                sentence = whole[one[3] : one[4]]
                assert sentence in abstract
                assert sentence.endswith(".")


def test_pairs_are_named_as_a_synthesis_names_them(tmp_path: Path) -> None:
    laid = laid_out(tmp_path / "in", reviews=1, studies=2)
    for path, told in ((laid.reviews, REVIEW), (laid.studies, TRIAL)):
        rows = list(csv.DictReader(io.StringIO(path.read_text())))
        write_table(path, [{**row, **told} for row in rows])
    reviews, studies = list(scan(laid.reviews)), list(scan(laid.studies))
    links = links_of_table(laid.links, reviews, studies)
    found = candidates(reviews, studies, links=links, filters=Filters())
    done = built(found, tmp_path, executor=SerialExecutor(), rules=False)
    [entry] = read_entries(done.path)
    named = [one.lower() for one in entry.interventions]
    assert named == ["capsaicin cream"]
    outcomes = " ".join(entry.outcomes).lower()
    assert "pain" in outcomes
    assert "reduced" not in outcomes
    assert any(one for found in entry.study_directions for one in found)


REVIEW = {
    "title": "Capsaicin cream for sore knees: a systematic review",
    "abstract": "BACKGROUND: Sore knees are common. OBJECTIVE: To assess capsaicin "
    "cream against placebo in adults with sore knees. METHODS: We searched MEDLINE for "
    "randomised controlled trials of capsaicin cream versus placebo. RESULTS: Seven "
    "trials were included. Capsaicin cream reduced pain compared with placebo. Placebo "
    "reduced pain less. CONCLUSIONS: Capsaicin cream reduced pain and stiffness more "
    "than placebo.",
}
TRIAL = {
    "title": "Capsaicin cream for knees",
    "abstract": "BACKGROUND: Sore knees are common. METHODS: In a randomised trial 80 "
    "adults used capsaicin cream or placebo. RESULTS: Pain was much lower with "
    "capsaicin cream than with placebo (P < 0.01). Stiffness did not differ. "
    "CONCLUSIONS: Capsaicin cream reduces pain.",
}


def test_directions_of_plain_sentences_are_read(entries: list[Entry]) -> None:
    reported = [one for entry in entries for one in entry.directions if one]
    likeliest = {one.index(max(one[:3])) for one in reported}
    assert likeliest == {0, 1, 2}


@pytest.mark.parametrize("kind", [ProcessExecutor, DaskExecutor])
def test_two_workers_make_the_same_data_set_as_one(
    found: Candidates,
    whole: Built,
    tmp_path: Path,
    kind: type[ProcessExecutor | DaskExecutor],
) -> None:
    with closing(kind(workers=2)) as executor:
        again = built(found, tmp_path, executor=executor)
    assert_alike(again.path, whole.path)
    assert (again.left_out, again.funnel) == (whole.left_out, whole.funnel)


@pytest.mark.parametrize("after", [1, 2, 4, 7])
def test_an_interrupted_build_goes_on_and_does_nothing_twice(
    found: Candidates, whole: Built, tmp_path: Path, after: int
) -> None:
    with pytest.raises(KeyboardInterrupt):
        built(found, tmp_path, executor=Interrupted(after=after))
    assert not (tmp_path / "reviews.jsonl").exists()
    again = built(found, tmp_path, executor=SerialExecutor())
    assert again.path.read_bytes() == whole.path.read_bytes()
    for log in ("spans", "sentences", "directions"):
        lines = (tmp_path / f"{log}.jsonl").read_text().splitlines()
        keys = [json.loads(line)["key"] for line in lines]
        assert len(set(keys)) == len(keys) > 0


def test_a_finished_build_asks_no_executor(
    found: Candidates, whole: Built, tmp_path: Path
) -> None:
    class Nobody:
        def submit(self, job: Job, *, key: str) -> None:
            raise AssertionError(job, key)

        def as_completed(self) -> Iterator[Outcome]:
            return iter(())

        def close(self) -> None: ...

    built(found, tmp_path, executor=SerialExecutor())
    nobody: Executor = Nobody()
    again = built(found, tmp_path, executor=nobody)
    assert again.path.read_bytes() == whole.path.read_bytes()


class Failing:
    """An executor that fails on whatever is about falls."""

    def __init__(self) -> None:
        self.inner = SerialExecutor()

    def submit(self, job: Job, *, key: str) -> None:
        self.inner.submit(job, key=key)
        self.jobs = {**getattr(self, "jobs", {}), key: job}

    def as_completed(self) -> Iterator[Outcome]:
        for outcome in self.inner.as_completed():
            if "directions" in outcome.key and "falls" in str(self.jobs[outcome.key]):
                yield Outcome(key=outcome.key, error="it fell")
            else:
                yield outcome

    def close(self) -> None:
        self.inner.close()


def test_a_review_on_which_a_stage_fails_is_left_out_and_named(
    found: Candidates, whole: Built, tmp_path: Path
) -> None:
    done = built(found, tmp_path, executor=Failing())
    assert done.reviews == 10
    assert {one.review for one in done.left_out} == {"r1", "r7"}
    assert set(done.failures.values()) == {"it fell"}
    assert "directions of r1" in done.failures
    again = built(found, tmp_path, executor=SerialExecutor())
    assert again.path.read_bytes() == whole.path.read_bytes()


def test_a_long_list_of_pairs_is_cut_and_counted(
    found: Candidates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "MOST_PAIRS", 0)
    done = built(found, tmp_path, executor=SerialExecutor())
    assert all(
        (one.pairs, one.pairs_left_out > 0) == ((), True)
        for one in read_entries(done.path)
        if one.interventions and one.outcomes
    )


def test_reviews_that_ask_something_else_go_unless_rules_are_off(
    found: Candidates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "suitability", _unsuitable)
    done = built(found, tmp_path, executor=SerialExecutor())
    assert done.reviews == 0
    assert {one.why for one in done.left_out} == {"criteria not met: effect"}
    again = built(found, tmp_path, executor=SerialExecutor(), rules=False)
    assert again.reviews == 12


def _unsuitable(*_: object) -> Suitability:
    return Suitability(met={"human": True, "effect": False})


def test_a_folder_of_results_is_closed(found: Candidates, tmp_path: Path) -> None:
    work = Work(tmp_path, SerialExecutor(), lambda what, *, done, total: None)  # noqa: ARG005
    with closing(work):
        texts = {one.review.id: one.text for one in found.found[:2]}
        spans = work.spans(texts)
        assert all(name in spans for name in texts)
    assert all(one.file.closed for one in work.results.values())
