"""Made-up reviews, studies and links for the tests of corpus building."""

import csv
from dataclasses import dataclass
from pathlib import Path

TREATMENTS = (
    ("zinc lozenges", "duration of colds", "adults with a cold"),
    ("exercise training", "rate of falls", "older women"),
    ("melatonin tablets", "sleep latency", "children with insomnia"),
    ("vitamin K supplements", "bone fractures", "postmenopausal women"),
    ("aspirin", "headache pain", "adults with migraine"),
    ("yoga classes", "blood pressure", "patients with hypertension"),
)
TURNS = ("reduced", "had no effect on", "increased")


@dataclass(frozen=True)
class Laid:
    """Where the files lie."""

    reviews: Path
    studies: Path
    links: Path

    @property
    def arguments(self) -> list[str]:
        given = [str(self.reviews), "--studies", str(self.studies)]
        return [*given, "--links", str(self.links)]


def review_of(at: int) -> dict[str, str]:
    what, outcome, people = TREATMENTS[at % len(TREATMENTS)]
    return {
        "record_id": f"r{at}",
        "pmid": str(9000 + at),
        "title": f"{what.capitalize()} for {people}: a systematic review {at}",
        "abstract": f"BACKGROUND: Many {people} suffer. OBJECTIVE: To assess the "
        f"effect of {what} on {outcome} in {people}. METHODS: We searched MEDLINE for "
        f"randomised controlled trials until week {at}. RESULTS: We included "
        f"{at + 3} trials with {people}. CONCLUSIONS: {what.capitalize()} "
        f"{TURNS[at % 3]} {outcome} in {people}. Further trials are needed.",
        "year": str(2010 + at % 10),
        "Publication Type": "Systematic Review",
    }


def study_of(at: int) -> dict[str, str]:
    what, outcome, people = TREATMENTS[at % len(TREATMENTS)]
    return {
        "record_id": f"s{at}",
        "pmid": str(100 + at),
        "title": f"{what.capitalize()} and {outcome}: trial {at}",
        "abstract": f"BACKGROUND: The role of {what} is unclear. METHODS: {40 + at} "
        f"{people} were randomised to {what} or placebo. RESULTS: Compared with "
        f"placebo, {what} {TURNS[(at // 6) % 3]} {outcome} (P < 0.05). "
        f"CONCLUSIONS: {what.capitalize()} {TURNS[(at // 6) % 3]} {outcome}.",
        "year": str(2000 + at % 10),
        "Publication Type": "Randomized Controlled Trial" if at % 2 else "",
    }


def laid_out(folder: Path, *, reviews: int = 12, studies: int = 36) -> Laid:
    """Write reviews, studies and links: each review rests on two studies of its own."""
    folder.mkdir(exist_ok=True)
    paths = [folder / name for name in ("reviews.csv", "studies.csv", "links.csv")]
    tables = [
        [review_of(at) for at in range(reviews)],
        [study_of(at) for at in range(studies)],
        [
            {"review": f"r{at}", "study": str(100 + of)}
            for at in range(reviews)
            for of in (at, at + reviews)
            if of < studies
        ],
    ]
    for path, rows in zip(paths, tables, strict=True):
        write_table(path, rows)
    return Laid(*paths)


def write_table(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
