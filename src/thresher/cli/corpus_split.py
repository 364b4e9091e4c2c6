"""`thresher corpus split`: parts of a data set that share no study."""

import json
import math
from pathlib import Path

import click
import numpy as np

from thresher.cli.citation_files import FILE
from thresher.cli.output import made_folder
from thresher.progress import to_stderr
from thresher.staged_file import staged_file
from thresher.synthesis.corpus.entry import read_entries, split_review
from thresher.synthesis.corpus.parts_files import part_files
from thresher.synthesis.corpus.split import Parts, shared_studies, split_reviews, topics

__all__ = ["split"]

NAMES = ("train", "validation", "test")
MOST_TOPICS = 200


def _shares(
    ctx: click.Context, parameter: click.Parameter, given: str
) -> dict[str, float]:
    """Return the share of each part."""
    try:
        sizes = [float(one) for one in given.split("/")]
    except ValueError:
        sizes = []
    if len(sizes) != len(NAMES) or not all(0 < one < math.inf for one in sizes):
        said = f"{given!r} is not three shares such as 80/10/10"
        raise click.BadParameter(said, ctx, parameter)
    return {name: size / sum(sizes) for name, size in zip(NAMES, sizes, strict=True)}


@click.command()
@click.argument("data", type=FILE, metavar="REVIEWS.jsonl")
@click.option("-o", "--output", type=FILE, required=True, help="Folder for the parts.")
@click.option(
    "--topics",
    "number",
    type=click.IntRange(0),
    help="Topics kept whole; 0: none. [200, or half as many as reviews]",
)
@click.option(
    "--shares", default="80/10/10", callback=_shares, show_default=True, metavar="A/B/C"
)
@click.option("--seed", type=click.IntRange(0), default=2021, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def split(
    *,
    data: Path,
    output: Path,
    number: int | None,
    shares: dict[str, float],
    seed: int,
    as_json: bool,
) -> None:
    """Split REVIEWS.jsonl into train, validation and test.

    Reviews of one topic, or that share a study by id or title, stay together; that no
    study is in two parts is checked on what was made. Writes a JSONL file a part, and
    CSV files in the columns of the MSLR shared task.
    """
    reviews = [split_review(entry) for entry in read_entries(data)]
    if number is None:
        number = min(MOST_TOPICS, len(reviews) // 2)
    topic_of = topics(reviews, number=number) if number else None
    rng = np.random.default_rng(seed)
    parts = split_reviews(reviews, rng=rng, shares=shares, topic_of=topic_of)
    _write(data, parts, output)
    facts = {
        "reviews": {name: len(ids) for name, ids in parts.reviews.items()},
        "asked": shares,
        "topics": number,
        "seed": seed,
        "shared_studies": len(shared_studies(reviews, parts)),
        "folder": str(output),
    }
    click.echo(json.dumps(facts, indent=2) if as_json else _words(parts, facts))


def _write(data: Path, parts: Parts, output: Path) -> None:
    made_folder(output)
    with to_stderr() as report:
        for done, (part, ids) in enumerate(parts.reviews.items(), 1):
            wanted = frozenset(ids)
            files = part_files(
                part,
                lambda kept=wanted: (  # type: ignore[misc]
                    one for one in read_entries(data) if one.review_id in kept
                ),
            )
            for name, lines in files.items():
                with staged_file(output / name) as out:
                    out.writelines(line.encode() for line in lines)
            report("Writing parts", done=done, total=len(parts.reviews))


def _words(parts: Parts, facts: dict[str, object]) -> str:
    total = sum(map(len, parts.reviews.values()))
    lines = [
        f"{name:<11}{len(ids):>7} reviews, {len(ids) / total:.1%}"
        for name, ids in parts.reviews.items()
    ]
    said = f"No study is in two parts. Files: {facts['folder']}"
    return "\n".join([*lines, said])
