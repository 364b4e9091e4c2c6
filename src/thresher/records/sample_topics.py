"""Topics of the sample review: what is relevant, and what only looks like it."""

from dataclasses import dataclass

from thresher.records import sample_words as words

__all__ = ["IRRELEVANT", "QUESTION", "RELEVANT", "Topic"]

QUESTION = (
    "Which treatments other than surgery improve the nights of adults with kidney "
    "disease? Controlled studies of people; no protocols, no reviews."
)

STUDIES = ("trial", "trial", "trial", "cohort")
ANY_DESIGN = (*("trial", "trial", "cohort", "cohort", "survey"), "review", "interviews")
NO_STUDIES = ("review", "review", "protocol", "survey", "animal", "interviews")
TREATMENTS = words.TALKING + words.SLEEP_MEDICINES + words.MOVEMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What the records of one corner of the pile are about.

    Parameters
    ----------
    name
        What a reader of the truth may call it.
    share
        Share of the relevant, or of the irrelevant, records.
    people, care, outcomes
        Words to draw from for the population, the intervention and the outcome.
    designs
        Names of designs to draw from; a name may come more than once.
    drugs
        Whether the intervention may be a drug with a made-up name.
    """

    name: str
    share: float
    people: tuple[str, ...]
    care: tuple[str, ...]
    outcomes: tuple[str, ...]
    designs: tuple[str, ...]
    drugs: bool = False


RELEVANT = (
    Topic(
        name="talking therapies",
        share=0.36,
        people=words.KIDNEY,
        care=words.TALKING,
        outcomes=words.SLEEP,
        designs=STUDIES,
    ),
    Topic(
        name="medicines and light",
        share=0.30,
        people=words.KIDNEY,
        care=words.SLEEP_MEDICINES,
        outcomes=words.SLEEP,
        designs=STUDIES,
    ),
    Topic(
        name="movement and touch",
        share=0.24,
        people=words.KIDNEY,
        care=words.MOVEMENT,
        outcomes=words.SLEEP + words.FATIGUE,
        designs=STUDIES,
    ),
    Topic(
        name="limbs and itch at night",
        share=0.10,
        people=words.NIGHT_LIMBS_PEOPLE,
        care=words.NIGHT_LIMBS_CARE,
        outcomes=words.NIGHT_LIMBS,
        designs=STUDIES,
    ),
)

IRRELEVANT = (
    Topic(
        name="same treatment, other people",
        share=0.11,
        people=words.OTHER_PEOPLE,
        care=TREATMENTS,
        outcomes=words.SLEEP,
        designs=STUDIES,
    ),
    Topic(
        name="same people, other outcome",
        share=0.14,
        people=words.KIDNEY + words.NIGHT_LIMBS_PEOPLE,
        care=words.KIDNEY_CARE,
        outcomes=words.KIDNEY_OUTCOMES,
        designs=ANY_DESIGN,
        drugs=True,
    ),
    Topic(
        name="same treatment and people, other outcome",
        share=0.05,
        people=words.KIDNEY,
        care=TREATMENTS,
        outcomes=words.KIDNEY_OUTCOMES,
        designs=STUDIES,
    ),
    Topic(
        name="right question, wrong design",
        share=0.06,
        people=words.KIDNEY,
        care=TREATMENTS,
        outcomes=words.SLEEP,
        designs=NO_STUDIES,
    ),
    Topic(
        name="same outcome, no treatment",
        share=0.08,
        people=words.OTHER_PEOPLE + words.KIDNEY,
        care=words.EXPOSURES,
        outcomes=words.SLEEP,
        designs=("survey", "survey", "cohort"),
    ),
    Topic(
        name="limbs and itch in other people",
        share=0.04,
        people=words.SKIN_AND_NERVES,
        care=words.NIGHT_LIMBS_CARE,
        outcomes=words.NIGHT_LIMBS,
        designs=ANY_DESIGN,
        drugs=True,
    ),
    Topic(
        name="other medicine",
        share=0.52,
        people=words.OTHER_PEOPLE + words.SKIN_AND_NERVES,
        care=words.CARE,
        outcomes=words.OTHER_OUTCOMES,
        designs=ANY_DESIGN,
        drugs=True,
    ),
)
