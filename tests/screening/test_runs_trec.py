"""TREC runs become one reading a topic; CLEF's official counts come out."""

import io
import os
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.screening.runs import open_run, open_runs
from thresher.screening.trec import Judgements, read_judgements, runs_of_trec

patient = settings(deadline=None)  # other work may hold the machine up

HERE = Path("run.txt")
SHARED = Path(__file__).parents[3] / "shared" / "data"
DATA = Path(os.environ.get("THRESHER_DATA", SHARED))
CLEF = DATA / "screening" / "clef2017"
needs_clef = pytest.mark.skipif(not CLEF.is_dir(), reason="needs THRESHER_DATA")
RUN = """T2 Q0 d3 2 0.5 mine
T2 Q0 d1 1 0.9 mine
T1 0 a 1 7 mine
T2 1 d9 3 0.1 mine
"""
QRELS = "T1 0 a 0\nT1 0 b 1\nT2 0 d1 1\nT2 0 d3 0\nT2 0 d4 2\nT2 0 d5 -1\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    run, qrels = tmp_path / "run.txt", tmp_path / "qrels.txt"
    run.write_text(RUN)
    qrels.write_text(QRELS)
    return run, qrels


def test_each_topic_is_a_run_in_order_of_rank(files: tuple[Path, Path]) -> None:
    second, first = open_runs(files[0], qrels=files[1])
    assert [first.name, second.name] == ["mine/T1", "mine/T2"]
    reading = second.reading
    assert reading.ids == ["d1", "d3", "d9"]
    assert reading.labels.tolist() == [True, False, False]
    assert reading.scores is not None
    assert reading.scores.tolist() == [0.9, 0.5, 0.1]
    assert second.settings == {"topic": "T2", "tag": "mine", "threshold": 3}


def test_judged_documents_that_were_not_ranked_are_unread(
    files: tuple[Path, Path],
) -> None:
    second, first = open_runs(files[0], qrels=files[1])
    assert (second.reading.records, second.reading.relevant) == (4, 2)  # judged
    assert (first.reading.records, first.reading.relevant) == (2, 1)
    assert first.reading.found == 0


def test_constant_scores_are_no_scores(files: tuple[Path, Path]) -> None:
    assert open_runs(files[0], qrels=files[1])[1].reading.scores is None


@given(order=st.permutations(RUN.splitlines()))
@patient
def test_the_order_of_the_lines_does_not_matter_where_ranks_differ(
    order: list[str],
) -> None:
    judged: Judgements = {"T1": {"a": False}, "T2": {"d1": True}}
    runs = runs_of_trec("\n".join(order), HERE, judgements=judged)
    by_topic = {run.settings["topic"]: run.reading.ids for run in runs}
    assert by_topic == {"T1": ["a"], "T2": ["d1", "d3", "d9"]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (RUN + "T1 0 b 2\n", "line 5: is no line of a run"),
        (RUN + "T1 0 b two 0.1 mine\n", "line 5: is no line of a run"),
        (RUN + "T1 0 b 2 nan mine\n", "line 5: is no line of a run"),
        (RUN + "\nT1 0 a 2 0.1 mine\n", "line 6: a is ranked twice for T1"),
        (RUN + "T3 0 a 2 0.1 mine\n", r"nobody judged 1 of its topics \(T3\)"),
    ],
)
def test_a_wrong_run_is_refused(
    text: str, reason: str, *, files: tuple[Path, Path]
) -> None:
    files[0].write_text(text)
    with pytest.raises(FileError, match=reason):
        open_runs(files[0], qrels=files[1])


def test_a_run_without_judgements_or_with_many_topics_says_what_to_do(
    files: tuple[Path, Path],
) -> None:
    with pytest.raises(FileError, match="Give its judgements"):
        open_runs(files[0])
    with pytest.raises(FileError, match="holds 2 runs"):
        open_run(files[0], qrels=files[1])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (QRELS + "T1 0 c\n", "line 7: is no judgement"),
        (QRELS + "\nT1 0 c x\n", "line 8: the relevance is 'x'"),
        (
            "topic,pmid\nT1,1\n",
            "is no table of judgements: its columns are topic, pmid",
        ),
        ("topic,pmid,rel\nT1,1,0\nT1,2,x\n", "line 3: the relevance is 'x'"),
    ],
)
def test_wrong_judgements_are_refused(
    text: str, reason: str, *, files: tuple[Path, Path]
) -> None:
    files[1].write_text(text)
    with pytest.raises(FileError, match=reason):
        read_judgements(files[1])


def test_judgements_may_be_a_table(files: tuple[Path, Path]) -> None:
    files[1].write_text("topic\tdocid\trelevance\nT1\ta\t0\nT1\tb\t2\n")
    assert read_judgements(files[1]) == {"T1": {"a": False, "b": True}}


def test_a_topic_judged_twice_is_taken_from_the_latest_test(
    files: tuple[Path, Path],
) -> None:
    rows = ["2018,test,T,b,1", "2019,test,T,a,1", "2019,train,T,a,0", "2017,test,U,c,1"]
    files[1].write_text("\n".join(["year,split,topic,pmid,rel_abstract", *rows]))
    assert read_judgements(files[1]) == {"T": {"a": True}, "U": {"c": True}}


@pytest.fixture(scope="module")
def clef() -> Judgements:
    return read_judgements(CLEF / "qrels" / "clef_tar_all_qrels.csv.gz")


@pytest.fixture(scope="module")
def official() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Figures of CLEF's own tool, by run and topic, where abstracts were judged."""
    figures: dict[str, dict[str, dict[str, str]]] = {}
    packed = CLEF / "golden2019" / "official_eval" / "official_eval.tar.gz"
    with tarfile.open(packed) as archive:
        for member in archive:
            if "/abs/" not in member.name or not member.name.endswith(".out"):
                continue
            stream = archive.extractfile(member)
            assert stream is not None
            for line in io.TextIOWrapper(stream):
                topic, measure, value, *_ = (*line.split(), "", "", "")
                of_run = figures.setdefault(Path(member.name).stem, {})
                of_run.setdefault(topic, {})[measure] = value
    return figures


# The official outputs by topic leave out the prognosis and qualitative runs. Of the
# former, which have one topic, golden2019/official_eval/task2.out.all has the mean.
BY_TOPIC = ("DTA_", "Intervention_", "abs-")
RUNS = [p for p in CLEF.glob("golden2019/runs/*.gz") if p.name.startswith(BY_TOPIC)]
ONE_TOPIC = {
    "Prognosis_sheffield-baseline": (3367, 2990),
    "Prognosis_sheffield-relevence_feedback": (3367, 2775),
}


@needs_clef
@pytest.mark.parametrize("path", sorted(RUNS), ids=lambda path: path.name)
def test_clefs_official_counts_come_out(
    path: Path,
    clef: Judgements,
    official: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> None:
    figures = official[path.name.removesuffix(".gz")]
    for run in open_runs(path, qrels=clef):
        reading, figure = run.reading, figures[str(run.settings["topic"])]
        ours = reading.read, reading.relevant, reading.found, int(reading.found_at[-1])
        names = ("num_shown", "num_rels", "rels_found", "last_rel")
        assert ours == tuple(int(float(figure[name])) for name in names)


@needs_clef
@pytest.mark.parametrize("name", ONE_TOPIC)
def test_clefs_official_counts_of_runs_with_one_topic_come_out(
    name: str, clef: Judgements
) -> None:
    reading = open_run(CLEF / "golden2019" / "runs" / f"{name}.gz", qrels=clef).reading
    assert (reading.read, int(reading.found_at[-1])) == ONE_TOPIC[name]


@needs_clef
def test_clefs_thresholds_come_out(
    clef: Judgements, official: Mapping[str, Mapping[str, Mapping[str, str]]]
) -> None:
    path = CLEF / "golden2019" / "runs" / "abs-hh-ratio-ilps@uva.gz"
    for run in open_runs(path, qrels=clef):
        figure = official["abs-hh-ratio-ilps@uva"][str(run.settings["topic"])]
        assert run.settings["threshold"] == int(float(figure["threshold"]))
