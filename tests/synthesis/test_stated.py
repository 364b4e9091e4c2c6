"""What a study says in so many words: what it allotted, values, clauses, outcomes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.allotment import allotted
from thresher.synthesis.arm_names import arm_names
from thresher.synthesis.arm_values import arm_values
from thresher.synthesis.clauses import is_denied_apart
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Direction
from thresher.synthesis.headings import Role
from thresher.synthesis.pair_words import pair_words
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.stated_outcomes import stated_outcomes
from thresher.synthesis.study import Study

RELAPSE = pair_words("zinc patches", "relapse", short_forms={})
percents = st.integers(0, 100)


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("We randomised 40 women to zinc or placebo.", ("zinc",)),
        ("Adults were randomised, double-blind, to zinc or placebo.", ("zinc",)),
        ("Forty men received zinc (20 mg; oral) or placebo.", ("zinc",)),
        ("We compared zinc with usual care in 40 men.", ("zinc",)),
        ("They were assigned to three groups: zinc, copper, or iron.", ("zinc",)),
        ("They were assigned to one of three groups.", ()),
        ("Zinc was measured in plasma.", ()),
        ("This randomised study compared iron to zinc in 40 men.", ()),
        ("Iron did well compared with zinc and placebo.", ()),
        ("A randomised trial for patients with goitre.", ()),
    ],
)
def test_what_was_allotted_is_read_where_it_is_said(
    sentence: str, names: tuple[str, ...]
) -> None:
    found = [name for phrase in allotted([sentence]) for name in arm_names(phrase)]
    assert tuple(found[:1]) == names


@given(
    treated=percents,
    control=percents,
    first=st.booleans(),
    p=st.sampled_from([0.001, 0.2]),
)
def test_two_arms_values_give_the_sign_of_their_difference(
    *, treated: int, control: int, first: bool, p: float
) -> None:
    ours, theirs = f"{treated}% with zinc patches", f"{control}% with placebo patches"
    one, two = (ours, theirs) if first else (theirs, ours)
    found = arm_values(f"Relapse occurred in {one} and in {two} (p = {p}).", RELAPSE)
    if treated == control:
        assert found is None
    else:
        assert found is not None
        up = treated > control
        assert found.direction is (Direction.INCREASES if up else Direction.DECREASES)
        assert found.is_tested is (p < 0.05)


@pytest.mark.parametrize(
    "text",
    [
        "Relapse was less common with zinc (8%) than with placebo (26%).",
        "Compared with placebo, relapse was 8% with zinc and 26% (P = 0.01).",
        "Relapse was 8%, 9% and 26% with zinc, copper and placebo (P = 0.01).",
        "Relapse was 8% with zinc (P = 0.01).",
    ],
)
def test_values_are_not_read_where_words_tell_or_order_is_unclear(text: str) -> None:
    assert arm_values(text, RELAPSE) is None


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Zinc patches reduced pain, but not relapse.", True),
        ("Pain was reduced with zinc patches, but relapse was not.", True),
        ("Pain fell, whereas relapse was unaffected.", True),
        ("Relapse was reduced with zinc patches, but pain was not.", False),
        ("Relapse fell with zinc patches.", False),
        ("Although pain fell, there were no significant differences in relapse.", True),
        (
            "Although zinc in blood rose with treatment compared with placebo, "
            "there was no difference in relapse between treatment and placebo groups.",
            True,
        ),
        ("Although relapse fell, there was no difference in pain.", False),
    ],
)
def test_a_clause_is_read_by_itself(text: str, *, denied: bool) -> None:
    assert is_denied_apart(text, RELAPSE) is denied


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("There were fewer deaths with zinc than with placebo.", "deaths"),
        ("Zinc had no effect on bone density compared with placebo.", "bone density"),
        ("Delirium developed in 9 patients given zinc.", "Delirium"),
        ("Zinc did not increase abstinence at delivery.", "abstinence"),
        ("In the following three months gout flares were more common.", "gout flares"),
    ],
)
def test_an_outcome_is_found_by_grammar(text: str, outcome: str) -> None:
    told = [Sentence(text=text, start=5, end=5 + len(text))]
    found = list(stated_outcomes(told, [Role.RESULTS], []))
    assert outcome in [span.text for span in found]
    assert all(text[s.start - 5 : s.end - 5] == s.text for s in found)
    assert not list(stated_outcomes(told, [Role.METHODS], []))
    assert not list(stated_outcomes(told, [Role.RESULTS], found))


BEFORE = "Winter is long. We asked 400 people about their lives. "


@pytest.mark.parametrize(
    ("sentence", "is_reported"),
    [
        ("Use of zinc was associated with a lower risk of colds.", True),
        ("Serum zinc was associated with a lower risk of colds.", False),
        ("Colds were more common in smokers.", False),
    ],
)
def test_where_nothing_was_given_the_sentence_must_name_the_use(
    sentence: str, *, is_reported: bool
) -> None:
    study = Study(id="s", title="Zinc and colds", abstract=BEFORE + sentence)
    (found,) = directions(study, [("zinc", "colds")], threshold=0.0)
    assert found.is_reported is is_reported


def test_groups_alike_at_baseline_are_no_finding() -> None:
    text = "We randomised 40 men to zinc or placebo. At baseline, colds did not differ."
    study = Study(id="s", title="Zinc", abstract=text)
    (found,) = directions(study, [("zinc", "colds")], threshold=0.0)
    assert not found.is_reported
