"""A change in the comparator is never given to the treatment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.attribution import attribution, without
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Direction, Directions, Finding
from thresher.synthesis.pair_words import pair_words
from thresher.synthesis.study import Study

METHODS = (
    "Fractures are common in later life. We randomised 240 women to zinc or placebo for"
    " two years. "
)
UP, DOWN = Direction.INCREASES, Direction.DECREASES
ZINC = pair_words("zinc", "bone density", short_forms={})


def asked(
    results: str, intervention: str = "zinc", *, arms: tuple[str, ...] = ("zinc",)
) -> Finding:
    study = Study(id="s", title="Zinc in later life", abstract=METHODS + results)
    (found,) = directions(
        study, [(intervention, "bone density")], threshold=0.0, arms=arms
    )
    return found


@pytest.mark.parametrize(
    "results",
    [
        "Bone density fell by 3% in the placebo group (P<0.001).",
        "Bone density decreased significantly in controls.",
        "In the control group, bone density declined by 2% over two years (P=0.01).",
        "Placebo recipients lost bone density (P<0.01).",
        "No rise of bone density was seen under placebo.",
    ],
)
def test_a_change_in_the_control_group_alone_is_no_finding(results: str) -> None:
    assert not asked(results).is_reported


@pytest.mark.parametrize(
    ("results", "never"),
    [
        ("Bone density fell in the placebo group but not in the zinc group.", DOWN),
        (
            "Bone density fell in the placebo group, whereas it was stable on zinc.",
            DOWN,
        ),
        ("Bone density was lower in the placebo group than in the zinc group.", DOWN),
        ("Bone density rose by 2% in controls and fell with zinc (P<0.01).", UP),
        ("Bone density was significantly higher in the control group (P=0.02).", UP),
    ],
)
def test_the_treatment_never_gets_what_only_the_other_arm_shows(
    results: str, never: Direction
) -> None:
    found = asked(results)
    if found.directions is not None:
        assert getattr(found.directions, never.value) == 0.0


@pytest.mark.parametrize(
    "results",
    [
        "Bone density was lower with zinc than in the placebo group (P<0.001).",
        "Bone density decreased with zinc compared with placebo (P<0.001).",
        "Bone density fell from 1.2 in the placebo group to 0.9 with zinc (P<0.001).",
        "Bone density fell with zinc (P<0.001) and rose in the control group.",
        "Bone density fell by 3% on zinc and fell by 1% in the placebo group (P=0.01).",
    ],
)
def test_the_treatments_own_change_stays_its_own(results: str) -> None:
    found = asked(results)
    assert found.directions is not None
    assert found.directions.likeliest is DOWN


@pytest.mark.parametrize(
    "results",
    [
        "Bone density was higher with copper than with zinc (P<0.01).",
        "Copper produced greater reductions in bone density than iron and zinc.",
        "Copper gave bone density falls comparable to or greater than zinc (P<0.02).",
        "Copper gave greater falls in bone density than equivalent doses of zinc.",
        "Copper significantly raised bone density compared with zinc (P<0.01).",
    ],
)
def test_what_is_only_compared_with_has_no_finding(results: str) -> None:
    assert not asked(results).is_reported
    assert asked(results, "copper").is_reported


def test_no_change_is_said_only_where_a_sentence_says_it() -> None:
    assert not asked("Bone density was 1.2 with zinc.").is_reported
    found = asked("Bone density did not differ between zinc and placebo.")
    assert found.directions is not None
    assert found.directions.likeliest is Direction.NO_CHANGE


def test_a_sentence_on_another_arm_only_is_no_evidence() -> None:
    results = "Bone density was significantly raised by copper (P<0.001)."
    arms = ("zinc", "copper")
    assert not asked(results, "zinc", arms=arms).is_reported
    assert asked(results, "copper", arms=arms).is_reported


def test_the_sentence_on_the_treatment_is_taken_before_that_on_the_control() -> None:
    own = "Bone density rose significantly with zinc (P<0.001)."
    found = asked(f"Bone density fell by 3% in the placebo group (P<0.001). {own}")
    assert found.evidence is not None
    assert found.evidence.text == own
    assert found.directions is not None
    assert found.directions.likeliest is UP


def test_vitamin_k_is_not_named_where_only_vitamin_d_is() -> None:
    study = Study(id="s", abstract="Vitamin D raised bone density (P<0.01).")
    both = directions(
        study,
        [("vitamin K", "bone density"), ("vitamin D", "bone density")],
        threshold=0.0,
    )
    assert [one.is_reported for one in both] == [False, True]


def test_what_happened_in_both_groups_is_no_effect_of_one() -> None:
    found = asked("Bone density increased in both groups (P<0.05).")
    assert found.directions is not None
    assert found.directions.likeliest is Direction.NO_CHANGE
    more = "Bone density increased in both groups, but more with zinc (P<0.05)."
    assert UP not in attribution(more, ZINC).vetoed


@pytest.mark.parametrize(
    ("outcome", "results"),
    [
        ("low density lipoprotein", "High density lipoprotein was unchanged (P=0.4)."),
        ("systolic pressure", "Diastolic pressure fell with zinc (P<0.01)."),
        (
            "cholesterol",
            "Zinc led to changes in cholesterol and weight of -25% and +8%.",
        ),
    ],
)
def test_a_sentence_on_the_opposite_or_on_bare_signs_is_not_read(
    outcome: str, results: str
) -> None:
    study = Study(id="s", title="Zinc in later life", abstract=METHODS + results)
    (found,) = directions(study, [("zinc", outcome)], threshold=0.0)
    assert not found.is_reported


@given(st.text())
def test_any_sentence_has_an_attribution(text: str) -> None:
    found = attribution(text, ZINC, rivals=frozenset({"copper"}))
    assert found.vetoed <= {UP, DOWN}  # "no change" is never taken away


@given(
    parts=st.tuples(*[st.floats(0.01, 1)] * 3),
    vetoed=st.frozensets(st.sampled_from([UP, DOWN])),
)
def test_a_veto_takes_only_what_it_names(
    parts: tuple[float, float, float], vetoed: frozenset[Direction]
) -> None:
    up, same, down = (part / sum(parts) for part in parts)
    given_ = Directions(increases=up, no_change=same, decreases=down)
    left = without(given_, vetoed)
    assert sum(left.triple) == pytest.approx(1)
    for direction in Direction:
        value = getattr(left, direction.value)
        assert value == 0 if direction in vetoed else value > 0


@pytest.mark.parametrize("verdict", ["superior", "inferior"])
def test_a_verdict_on_two_arms_is_a_finding_on_its_subject_only(verdict: str) -> None:
    said = f"Copper was {verdict} to zinc on bone density (P = 0.01)."
    assert asked(said, "zinc", arms=("zinc", "copper")).directions is None


@pytest.mark.parametrize(
    "said",
    [
        "Both groups gained; however, only copper increased bone density (P<0.01).",
        "Both groups gained, but bone density increased with copper only (P<0.01).",
    ],
)
def test_what_only_another_arm_did_is_no_finding(said: str) -> None:
    assert asked(said, "zinc", arms=("zinc", "copper")).directions is None


def test_what_another_arm_did_compared_with_one_is_no_finding_on_that_one() -> None:
    said = (
        "Compared with zinc, copper showed larger increases in bone density (P<0.01)."
    )
    assert asked(said, "zinc", arms=("zinc", "copper")).directions is None
    other = asked(said, "copper", arms=("zinc", "copper")).directions
    assert other is not None
    assert other.likeliest is UP


@pytest.mark.parametrize("apart", [";", ", whereas", ", but", " while"])
def test_each_arm_is_read_in_its_own_clause(apart: str) -> None:
    said = (
        f"Bone density increased significantly with copper compared with placebo{apart}"
        " there was no significant difference between zinc and placebo."
    )
    arms = ("zinc", "copper")
    ours, theirs = (asked(said, one, arms=arms).directions for one in arms)
    assert ours is not None
    assert ours.likeliest is Direction.NO_CHANGE
    assert theirs is not None
    assert theirs.likeliest is UP


def test_what_a_part_did_alone_is_no_finding_on_the_whole() -> None:
    arms = ("zinc", "copper and zinc")
    said = "Bone density was significantly higher with zinc (P<0.01)."
    assert asked(said, "copper and zinc", arms=arms).directions is None
    whole = "Bone density was significantly higher with zinc and copper (P<0.01)."
    assert asked(whole, "copper and zinc", arms=arms).directions is not None


def test_what_would_count_as_success_is_no_result() -> None:
    said = "Zinc was considered a success if bone density increased by 3% with it."
    assert asked(said).directions is None


def test_what_is_outdone_behind_placebo_has_no_finding_either() -> None:
    said = (
        "Bone density was superior to placebo with zinc, zinc being superior to copper."
    )
    assert not asked(said, "copper", arms=("zinc", "copper")).is_reported
    assert asked(said, "zinc", arms=("zinc", "copper")).is_reported


def test_a_semicolon_in_a_bracket_ends_no_comparison() -> None:
    said = (
        "Bone density was lower on zinc, compared with copper (3 vs 6; P=0.001), and "
        "falls were rarer on zinc than in those on copper."
    )
    assert not asked(said, "copper", arms=("zinc", "copper")).is_reported
    assert asked(said, "zinc", arms=("zinc", "copper")).is_reported


def test_an_abbreviated_arm_is_known_by_its_letters() -> None:
    abstract = (
        "We randomised 80 women to early motion therapy (EMT) or to late motion therapy"
        " (LMT). Bone density rose significantly more with EMT than with LMT (P=0.01)."
        " After a year of treatment more EMT patients had gained bone density."
    )
    study = Study(id="s", title="Motion for bones", abstract=abstract)
    arms = ("EMT", "LMT")
    pairs = [(arm, "bone density") for arm in arms]
    ours, theirs = directions(study, pairs, arms=arms, threshold=0)
    assert ours.directions is not None
    assert ours.directions.likeliest is UP
    assert theirs.directions is None


@pytest.mark.parametrize(
    "remark",
    [
        "the difference was significant only between zinc and copper",
        "this held for zinc and for copper at every visit",
        "copper and zinc were compared by an exact test",
    ],
)
def test_a_remark_on_the_test_gives_the_treatment_no_direction(remark: str) -> None:
    said = f"Bone density was higher on copper (28%) than on zinc (12%); {remark}."
    assert not asked(said, "zinc", arms=("zinc", "copper")).is_reported
    other = asked(said, "copper", arms=("zinc", "copper")).directions
    assert other is not None
    assert other.likeliest is UP


@pytest.mark.parametrize(
    "said",
    [
        "No significant differences in bone density were found with respect to the"
        " control group.",
        "No differences in bone density were seen with regard to placebo.",
        "No significant difference in bone density was noted in the control group.",
    ],
)
def test_no_difference_to_the_controls_is_no_change(said: str) -> None:
    found = asked(said).directions
    assert found is not None
    assert found.likeliest is Direction.NO_CHANGE


def test_a_shared_word_is_the_arms_own_where_the_other_is_not_named() -> None:
    arms = ("early motion", "motion and rest", "zinc")
    said = "Bone density was higher with motion than with zinc (P=0.01)."
    found = asked(said, "early motion", arms=arms).directions
    assert found is not None
    assert found.likeliest is UP
    other = "Bone density was higher with motion and rest than with zinc (P=0.01)."
    assert not asked(other, "early motion", arms=arms).is_reported


def test_a_clause_that_only_compares_with_a_rival_is_none_of_its_own() -> None:
    said = (
        "The zinc group slept longer; these women also had lower bone density than"
        " the group on copper (P=0.02)."
    )
    found = asked(said, "zinc", arms=("zinc", "copper")).directions
    assert found is not None
    assert found.likeliest is DOWN


@pytest.mark.parametrize(
    "said",
    [
        "At diagnosis 20 women (95%) had increased bone density.",
        "On admission 12 women showed reduced bone density.",
        "Of these women, 20 (95%) had increased bone density.",
        "Zinc was changed to copper in five women due to low bone density.",
        "Copper was replaced by zinc in five women because of reduced bone density.",
    ],
)
def test_what_was_there_before_or_led_to_a_switch_is_no_effect(said: str) -> None:
    assert not asked(said).is_reported


@pytest.mark.parametrize(
    "said",
    [
        "After a year on zinc, 20 women (95%) had increased bone density (P<0.01).",
        "More women on zinc than on placebo had increased bone density (P=0.01).",
    ],
)
def test_what_came_with_the_treatment_is_one(said: str) -> None:
    found = asked(said).directions
    assert found is not None
    assert found.likeliest is UP


def test_what_remained_as_it_was_did_not_change() -> None:
    said = "Hip stiffness improved with zinc, but knee stiffness remained stationary."
    study = Study(id="s", title="Zinc in later life", abstract=METHODS + said)
    pairs = [("zinc", "knee stiffness"), ("zinc", "hip stiffness")]
    knee, hip = directions(study, pairs, threshold=0.0, arms=("zinc",))
    assert knee.directions is not None
    assert knee.directions.likeliest is Direction.NO_CHANGE
    assert hip.directions is not None
    assert hip.directions.likeliest is DOWN
