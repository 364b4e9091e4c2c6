"""Synonyms are merged where that is sure, and offered where it is not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FileError, InputError
from thresher.synthesis.groups import Group, Grouping, grouped
from thresher.synthesis.groups_file import groups_csv, groups_toml, read_groups
from thresher.synthesis.phrase_key import Kind, key_of
from thresher.synthesis.phrase_lists import list_items
from thresher.synthesis.synonyms import MAYBE_SAME, SAME

phrases = st.lists(
    st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=30),
    max_size=12,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("menaquinone", "vitamin K2"),
        ("menaquinone (MK-7)", "Vitamin K(2)"),
        ("vitamin K2 supplementation", "vitamin K-2, 45 mg/day"),
        ("acetaminophen", "Paracetamol"),
        ("n-3 fatty acids", "omega-3 fatty acids"),
        ("vitamin K2 ( menatetrenone ; MK-4 )", "vitamin K(2 )"),
        ("vitamin K2 (menatetrenone: menaquinone-4)", "vitamin K2-treated"),
    ],
)
def test_names_of_one_intervention_are_merged(one: str, other: str) -> None:
    assert len(grouped([one, other], Kind.INTERVENTION).groups) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hip fractures", "Fracture of the hip"),
        ("haemoglobin levels", "hemoglobin level"),
        ("bone mineral density (BMD)", "BMD"),
        ("risk of death", "mortality rate"),
    ],
)
def test_names_of_one_outcome_are_merged(one: str, other: str) -> None:
    assert len(grouped([one, other], Kind.OUTCOME).groups) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hypertension", "hypotension"),
        ("blood pressure (systolic)", "blood pressure (diastolic)"),
        ("blood pressure (SBP)", "blood pressure (DBP)"),
        ("bone loss", "bone density"),
        ("vitamin K1", "vitamin K2"),
        ("oral iron", "intravenous iron"),
        ("weight gain", "weight loss"),
        ("IL-6", "IL-8"),
        ("mortality", "survival"),
        ("reduction in pain", "pain"),
        ("secondary fractures", "fractures"),
        ("hip and other fractures", "hip fractures"),
        ("no pain", "pain"),
        ("exercise without diet", "exercise with diet"),
    ],
)
def test_what_is_not_the_same_is_never_merged(one: str, other: str) -> None:
    for kind in Kind:
        assert len(grouped([one, other], kind).groups) == 2


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("menatetrenone", "vitamin K2", "one may be a form of the other"),
        ("oral vitamin K", "vitamin K", "one has all words of the other"),
        ("simvastatin", "simvostatin", "they are spelled alike"),
    ],
)
def test_what_may_be_the_same_is_offered(one: str, other: str, why: str) -> None:
    offers = grouped([one, other], Kind.INTERVENTION).offers
    assert [(offer.first, offer.second, offer.why) for offer in offers] == [
        (one, other, why)
    ]


def test_a_treatment_and_the_same_with_another_are_not_offered() -> None:
    for both in ("zinc + copper", "zinc and copper", "zinc with copper"):
        assert not grouped(["zinc", both], Kind.INTERVENTION).offers


@pytest.mark.parametrize(
    ("one", "other"),
    [("5-day amoxicillin", "10-day amoxicillin"), ("interleukin 10", "interleukin 12")],
)
def test_what_differs_in_a_number_is_not_offered(one: str, other: str) -> None:
    assert not grouped([one, other], Kind.INTERVENTION).offers


def test_no_synonym_leads_on_to_another() -> None:
    assert not set(SAME) & set(SAME.values())
    assert not {name for name in MAYBE_SAME if name in SAME}


@given(phrases)
def test_every_phrase_is_in_one_group_of_its_own_key(given_: list[str]) -> None:
    found = grouped(given_, Kind.OUTCOME)
    spaced = {" ".join(phrase.split()) for phrase in given_} - {""}
    assert set(found.names) == spaced
    for group in found.groups:
        assert len({key_of(member, Kind.OUTCOME) for member in group.members}) == 1
    assert len({group.name for group in found.groups}) == len(found.groups)


@given(phrases)
def test_groups_survive_the_way_through_toml_and_csv(given_: list[str]) -> None:
    import tempfile  # noqa: PLC0415

    found = grouped(given_, Kind.OUTCOME)
    with tempfile.TemporaryDirectory() as folder:
        for name, write in (("g.toml", groups_toml), ("g.csv", groups_csv)):
            path = Path(folder, name)
            path.write_text(write([found]), encoding="utf-8", newline="")
            assert tuple(read_groups(path)[Kind.OUTCOME]) == found.groups


def test_no_phrase_becomes_a_formula_in_a_spreadsheet() -> None:
    mine = Group(name="+ placebo", members=("=1+1", "-5 mg"))
    text = groups_csv([Grouping(kind=Kind.OUTCOME, groups=(mine,))])
    assert text.splitlines()[1:] == [
        "outcome,'+ placebo,'=1+1",
        "outcome,'+ placebo,'-5 mg",
    ]


def test_a_readers_groups_are_kept_and_take_in_new_phrases_of_their_key() -> None:
    mine = Group(name="K2 in any form", members=("vitamin K2", "menatetrenone"))
    found = grouped(
        ["menaquinone", "menatetrenone", "aspirin"], Kind.INTERVENTION, known=[mine]
    )
    assert found.names["menaquinone"] == "K2 in any form"
    assert found.names["menatetrenone"] == "K2 in any form"
    assert found.names["aspirin"] == "aspirin"


def test_a_reader_may_keep_apart_what_thresher_would_merge() -> None:
    mine = [
        Group(name="K2", members=("vitamin K2",)),
        Group(name="MK", members=("menaquinone",)),
    ]
    found = grouped(["menaquinone", "vitamin K2"], Kind.INTERVENTION, known=mine)
    assert found.names == {"vitamin K2": "K2", "menaquinone": "MK"}
    assert not found.offers


def test_a_phrase_in_two_groups_is_refused() -> None:
    two = (Group(name="a", members=("x",)), Group(name="b", members=("x",)))
    with pytest.raises(InputError, match="in two groups"):
        Grouping(kind=Kind.OUTCOME, groups=two)
    with pytest.raises(InputError, match="needs a name"):
        Group(name="", members=("x",))


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("g.toml", "[[outcome]]\nname = ", "is not TOML"),
        ("g.toml", "outcome = 3", "a group needs a name"),
        ("g.toml", "outcome = " + "[" * 3000, "is not TOML"),
        ("g.toml", "[[outcomes]]\nname = 'a'\nmembers = ['b']", "outcomes"),
        ("g.toml", "[[outcome]]\nname = 'a'\nmembers = 'b'", "list of phrases"),
        ("g.toml", "[[outcome]]\nname = 'a'\nmembers = [1]", "list of phrases"),
        (
            "g.toml",
            "[[outcome]]\nname='a'\nmembers=['x']\n[[outcome]]\nname='b'\nmembers=['x']",
            "in two groups",
        ),
        ("g.csv", "kind,name\noutcome,a\n", "columns kind, name, member"),
        ("g.csv", "kind,name,member\nthing,a,b\n", "line 2"),
    ],
)
def test_a_file_of_groups_that_is_wrong_is_refused_with_its_reason(
    tmp_path: Path, name: str, text: str, why: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FileError, match=why):
        read_groups(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_groups(tmp_path / "none.toml")


def test_many_groups_are_not_all_compared() -> None:
    many = [f"outcome {number} {number % 7}x" for number in range(450)]
    assert len(grouped(many, Kind.OUTCOME).offers) <= 200


@pytest.mark.parametrize(
    ("phrase", "items"),
    [
        ("pain", ("pain",)),
        ("pain, sleep, and death", ("pain", "sleep", "death")),
        ("pain and sleep", ("pain and sleep",)),
        ("falls (hip, wrist, other)", ("falls (hip, wrist, other)",)),
        (
            "clinical fractures . Serum osteocalcin",
            ("clinical fractures", "Serum osteocalcin"),
        ),
        ("vitamin K2 ( menatetrenone , 45", ("vitamin K2",)),
        ("the dose, 5, 7", ("the dose, 5, 7",)),
        ("(", ("(",)),
    ],
)
def test_lists_of_three_are_taken_apart(phrase: str, items: tuple[str, ...]) -> None:
    assert list_items(phrase) == items
