"""Studies made ready, and what is said of those that cannot be read."""

import pytest

from thresher.records.citation import Citation
from thresher.synthesis.preparation import is_english, prepared, studies_of
from thresher.synthesis.study import Study

ENGLISH = (
    "The effect of this treatment on the pain of patients was studied in a trial. "
)


def test_markup_is_gone_and_words_are_whole() -> None:
    study = Study(
        id="1", title="<i>T</i>", abstract=f"<p>{ENGLISH}</p> &lt; r and omized"
    )
    ready = prepared(study)
    assert ready.study.title == "T"
    assert "<p>" not in ready.study.abstract
    assert "randomized" in ready.study.abstract
    assert ready.cautions == ()


def test_an_abstract_of_100_000_characters_is_cut_at_a_sentence() -> None:
    ready = prepared(Study(id="1", abstract=ENGLISH * 1250))
    assert ready.is_readable
    assert len(ready.study.abstract) <= 20_000
    assert ready.study.abstract.endswith("trial.")
    assert "only the first" in ready.cautions[0]


def test_a_long_text_without_full_stops_is_cut_anyway() -> None:
    ready = prepared(Study(id="1", abstract=ENGLISH.replace(".", "") * 500))
    assert len(ready.study.abstract) <= 20_000


@pytest.mark.parametrize(
    ("text", "english"),
    [
        (ENGLISH, True),
        ("Pain fell.", True),
        ("", True),
        ("12.5 %", True),
        (
            "Aspirin reduced pain scores below fifty compared with placebo in adults:"
            " less nausea, fewer falls, better mood. Pain was lower.",
            True,
        ),
        ("ビタミンKの効果を検討した。", False),
        (
            "Se estudió el efecto del tratamiento sobre el dolor de los pacientes en un"
            " ensayo clínico aleatorizado de doble ciego",
            False,
        ),
        (
            "Nous avons étudié les effets du traitement sur la douleur des malades en"
            " un essai clinique randomisé en double aveugle",
            False,
        ),
        ("De patiënten kregen zink of placebo, en de pijn was minder bij zink.", False),
        ("Pijn was minder met zink dan met placebo.", False),
        ("Die Schmerzen waren unter Zink geringer als unter Placebo.", False),
        ("Das Ziel der Studie war es, Zink bei Schmerzen im Alter zu testen.", False),
        ("Zinc in de Quervain tenosynovitis of adults.", True),
    ],
)
def test_another_language_is_seen(text: str, english: bool) -> None:  # noqa: FBT001
    assert is_english(text) == english


def test_records_become_studies_in_their_order() -> None:
    records = [Citation(id="b", title="B"), Citation(id="a", abstract="A")]
    assert [study.id for study in studies_of(records)] == ["b", "a"]


def test_declared_interests_are_not_read_and_that_is_said() -> None:
    declared = "Disclosure of Interests: A. Author grant from Zinc Pharma."
    ready = prepared(Study(id="1", abstract=f"{ENGLISH * 3}{declared}"))
    assert "Zinc Pharma" not in ready.study.abstract
    assert "declares interests" in ready.cautions[0]
    early = prepared(Study(id="1", abstract=f"{declared} {ENGLISH * 3}"))
    assert "Zinc Pharma" in early.study.abstract
    assert early.cautions == ()


@pytest.mark.parametrize(
    "line",
    [
        "Copyright (c) 2010 John Wiley & Sons, Ltd.",
        "\u00a9 2012 Elsevier Inc. All rights reserved.",
        "(c) 2004 Made-Up Press, Inc.",
        "Doe J, Roe AB, and O'Poe C.",
        "Published by Made-Up Press.",
    ],
)
def test_lines_of_publishers_and_authors_are_not_read(line: str) -> None:
    ready = prepared(Study(id="1", abstract=f"{ENGLISH}Pain fell. {line}"))
    assert ready.study.abstract == f"{ENGLISH}Pain fell."
    first = prepared(Study(id="1", abstract=f"{line}\n{ENGLISH}Pain fell."))
    assert "Pain fell." in first.study.abstract


@pytest.mark.parametrize(
    "said",
    [
        "The SAP, DAP and HR fell with vitamin C, vitamin D, and IL.",
        "A leaflet on copyright law was given to 2010 adults (n=5).",
        "Zinc, published by others as a cure, failed.",
    ],
)
def test_what_only_looks_like_such_a_line_is_read(said: str) -> None:
    assert prepared(Study(id="1", abstract=f"{ENGLISH}{said}")).study.abstract.endswith(
        said
    )
