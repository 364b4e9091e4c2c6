"""The Methods text: everything it says is in the value, and what is missing is said."""

import re
from dataclasses import fields, replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.certificate.issuing import issue
from thresher.certification.certificate.statement import Certificate
from thresher.certification.sequential import Pick
from thresher.errors import InputError
from thresher.measures.reader_agreement import (
    AgreementRow,
    Drawn,
    OverlapSample,
    agreement_table,
)
from thresher.reports.methods import Methods, ReadingMode
from thresher.reports.methods_text import (
    methods_html,
    methods_markdown,
    methods_plain,
    methods_sections,
    missing_facts,
)
from thresher.screening.ledger import Chosen
from thresher.screening.seal import Seal, frame_digest

FRAME = [f"r{number}" for number in range(40)]
SEAL = Seal(seed="0" * 64, frame=frame_digest(FRAME), target=0.9, alpha=0.1)
WHOLE = Methods(
    version="1.2.3",
    used="in May 2026",
    stage="titles and abstracts",
    recipe="elas_u4",
    features="title and abstract as TF-IDF",
    strategy="highest score first",
    starts="two known records; seed 7",
    readers=3,
    mode=ReadingMode.DUAL,
    blind=True,
    conflicts="by a third reader",
    people_decided=True,
    duplicates="linked by DOI and title",
    records=1000,
    read=400,
    included=31,
    stopping_rule="the audited certificate",
    target=0.95,
    alpha=0.05,
    agreement=(
        AgreementRow(
            name="gwet_ac1",
            title="Gwet's AC1",
            records=80,
            value=0.912,
            lower=0.85,
            upper=0.96,
            confidence=0.95,
        ),
    ),
    validation="recall 0.95 after 20 % of records in 26 reviews",
    limitations=("Only English abstracts",),
    citation="Thresher authors (2026)",
)
GIVEN = {  # a sign of each fact in the text
    "version": "1.2.3",
    "used": "in May 2026",
    "stage": "titles and abstracts",
    "recipe": "elas_u4",
    "features": "TF-IDF",
    "strategy": "highest score first",
    "starts": "seed 7",
    "mode": "two readers (3 in all)",
    "blind": "were blind to each other until",
    "conflicts": "by a third reader",
    "people_decided": "decided by a person",
    "duplicates": "linked by DOI",
    "records": "600 were read by nobody",
    "read": "600 were read by nobody",
    "stopping_rule": "the audited certificate",
    "target": "recall of 95 %",
    "alpha": "error of 5 %",
    "agreement": "AC1 0.91 (95 % interval 0.85 to 0.96)",
    "validation": "26 reviews",
    "citation": "Thresher authors (2026)",
}
texts = st.text(min_size=1).filter(lambda text: text.strip())


def issued(read: int) -> Certificate:
    picks = [
        Pick(record=record, label=at < 3, chosen=Chosen.RANKED)
        for at, record in enumerate(FRAME[:read])
    ]
    return issue(picks, FRAME, SEAL, issued_at=0.0)


def test_a_whole_value_leaves_nothing_missing() -> None:
    text = methods_plain(WHOLE)
    assert missing_facts(WHOLE) == ()
    assert "Not recorded" not in text
    for sign in GIVEN.values():
        assert sign in text
    assert "31 were included" in text
    assert "Only English abstracts." in text


@pytest.mark.parametrize("name", GIVEN)
def test_a_fact_that_is_taken_away_is_said_to_be_missing_and_not_claimed(
    name: str,
) -> None:
    empty: Any = () if name == "agreement" else None
    text = methods_plain(replace(WHOLE, **{name: empty}))
    assert GIVEN[name] not in text
    assert len(missing_facts(replace(WHOLE, **{name: empty}))) >= 1
    assert "[Not recorded: " in text


def test_an_empty_value_claims_only_that_the_tool_was_used() -> None:
    sentences = [
        sentence
        for section in methods_sections(Methods(tool="X"))
        for sentence in section.sentences
    ]
    assert sentences[:2] == [
        "X was used in screening.",
        "No certificate of recall comes with this text.",
    ]
    assert len(sentences) == 3
    assert sentences[2].startswith("The authors are responsible")


def test_the_certificates_verdict_is_told_either_way() -> None:
    shown = methods_plain(Methods(certificate=issued(40)))
    assert "90 % is certified" in shown
    assert "test martingale" in shown
    failed = methods_plain(Methods(certificate=issued(5), records=50))
    assert "is not certified" in failed
    assert "about 40 records, not about the 50 of the review" in failed
    same = methods_plain(Methods(certificate=issued(5), records=40, target=0.9))
    assert "not about the" not in same


def test_automation_and_seeing_each_other_are_owned_up_to() -> None:
    text = methods_plain(replace(WHOLE, people_decided=False, blind=False))
    assert "taken without a person" in text
    assert "could see each other" in text


def test_a_pile_that_was_read_whole_leaves_no_unread_to_excuse() -> None:
    text = methods_plain(replace(WHOLE, read=1000, included=None))
    assert "nobody" not in text
    assert "1,000 were read by people." in text


@pytest.mark.parametrize(
    ("change", "sign"),
    [
        (
            {"mode": ReadingMode.SINGLE, "readers": 1},
            "had one reader. One person read.",
        ),
        ({"mode": ReadingMode.SINGLE}, "had one reader. People (3 in all) read."),
        ({"mode": ReadingMode.DUAL, "readers": None}, "had two readers."),
        ({"mode": ReadingMode.DUAL_SHARE, "dual_share": 0.1}, "10 %, drawn at random"),
        ({"mode": ReadingMode.DUAL_SHARE}, "a share that was not recorded"),
    ],
)
def test_how_people_read_is_told(change: dict[str, Any], sign: str) -> None:
    assert sign in methods_plain(replace(WHOLE, **change))


def test_where_nothing_was_read_no_reader_is_made_up() -> None:
    nothing = replace(
        WHOLE, mode=ReadingMode.SINGLE, readers=None, records=10, read=0, included=0,
        certificate=None, agreement=(), blind=None, conflicts=None,
    )  # fmt: skip
    said = methods_plain(nothing)
    assert "No record was read yet." in said
    assert "one reader" not in said
    assert "agreement" not in said


def test_single_reading_has_no_agreement_to_miss() -> None:
    single = replace(WHOLE, mode=ReadingMode.SINGLE, agreement=())
    assert "agreement was not measured" in methods_plain(single)
    assert missing_facts(single) == ()


def test_agreement_on_ranked_records_is_told_with_its_note() -> None:
    sample = OverlapSample.of_pairs([1, 0, 0], [1, 0, 1], drawn=Drawn.RANKED)
    rows = agreement_table(sample, rng=np.random.default_rng(1))
    text = methods_plain(replace(WHOLE, agreement=rows))
    assert "a ranking chose them" in text
    assert "interval" not in text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tool": " "}, "needs a name"),
        ({"read": 1001}, "got 1000 records and 1001 read"),
        ({"included": 401}, "got 400 read and 401 included"),
        ({"included": -1}, "got -1 included"),
        ({"readers": 1}, "dual reading needs 2 readers or more, got 1"),
        ({"readers": 0, "mode": None}, "a reading needs 1 readers or more"),
        ({"dual_share": 0.0}, "dual_share must be"),
        ({"target": 1.5}, "target"),
        ({"alpha": 1.0}, "alpha must be"),
        ({"certificate": issued(40)}, "target is 0.95 here and 0.9 in the certificate"),
    ],
)
def test_impossible_facts_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        replace(WHOLE, **change)


class Tags(HTMLParser):
    """Counts what a browser would take for tags."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ANN401
        self.seen.add(tag)
        assert not attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@given(text=texts, name=st.sampled_from([f.name for f in fields(Methods)]))
def test_no_fact_can_put_a_tag_or_a_line_into_html_or_markdown(
    text: str, name: str
) -> None:
    if name not in {"tool", *GIVEN} - {"mode", "blind", "people_decided", "agreement"}:
        return
    if isinstance(getattr(WHOLE, name), int | float):
        return
    change: dict[str, Any] = {name: f"<script>{text}</script> *b* [a](b)"}
    methods = replace(WHOLE, **change)
    seen = Tags()
    seen.feed(methods_html(methods))
    assert seen.seen == {"h3", "p"}
    markdown = methods_markdown(methods)
    assert len(re.findall("^### ", markdown, re.MULTILINE)) == 8
    assert "[a](b)" not in markdown
    assert "<script>" not in markdown
    paragraphs = markdown.rstrip("\n").split("\n\n")
    assert len(paragraphs) == 16


@pytest.mark.parametrize("start", ["- x", "+ x", "# x", "1. x", "12) x", "= x"])
def test_a_tool_cannot_start_a_list_or_a_heading_by_its_name(start: str) -> None:
    text = methods_markdown(Methods(tool=start)).split("\n")[2]
    assert not re.match(r"([-+#=]|\d+[.)]) ", text)
    assert text.endswith("]")


def test_html_says_what_the_plain_text_says() -> None:
    seen = Tags()
    seen.feed(methods_html(WHOLE))
    assert seen.text.split() == methods_plain(WHOLE).split()


def test_unread_records_are_called_excluded_only_where_a_rule_ended_reading() -> None:
    open_end = Methods(version="1", records=100, read=60)
    ended = replace(open_end, stopping_rule="100 irrelevant in a row")
    assert "excluded by automation" not in methods_plain(open_end)
    assert "excluded by automation" in methods_plain(ended)
