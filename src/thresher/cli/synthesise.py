"""`thresher synthesise`: what the included studies say, and whether they agree."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thresher.cli.citation_files import (
    FILE,
    format_option,
    most_bytes_option,
)
from thresher.cli.citations_in import studies_in
from thresher.cli.ranges import ABOVE_ZERO
from thresher.errors import InputError, ThresherError
from thresher.progress import to_stderr
from thresher.synthesis.endpoint import Endpoint, chat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from thresher.synthesis.draft import Draft
    from thresher.synthesis.study_records import StudyRecords
    from thresher.synthesis.summary import SummarySentence
    from thresher.synthesis.synthesis import Synthesis

__all__ = ["synthesise"]

SHOWN = 8  # cautions printed one by one
SHOWN_OFFERS = 3


@click.command()
@click.argument("inputs", type=FILE, nargs=-1, required=True, metavar="INPUT...")
@click.option("--question", default="", help="What the review asks; near pairs first.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    help="A folder for everything, or one .html, .json or .csv file.",
)
@click.option("--groups", type=FILE, help="Names put together by you (TOML or CSV).")
@click.option(
    "--same",
    type=(str, str),
    multiple=True,
    metavar="NAME NAME",
    help="Two names of the report that are one; may be given often.",
)
@click.option(
    "--weight",
    type=click.Choice(["equal", "size", "design"]),
    default="equal",
    show_default=True,
    help="How much a study counts in the shares of the map.",
)
@click.option(
    "--tagger",
    type=click.Choice(["fast", "encoder"]),
    default="fast",
    show_default=True,
    help="What finds interventions and outcomes; encoder is better and slower.",
)
@click.option("--endpoint", help="Address of an OpenAI-compatible model for a draft.")
@click.option("--model", help="Name of the model there.")
@click.option(
    "--key-variable",
    default="OPENAI_API_KEY",
    show_default=True,
    help="Environment variable that holds its key.",
)
@click.option(
    "--timeout",
    type=ABOVE_ZERO,
    default=60.0,
    show_default=True,
    help="Seconds to wait for the model.",
)
@format_option
@most_bytes_option
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def synthesise(  # noqa: PLR0913  one parameter an option
    *,
    inputs: tuple[Path, ...],
    question: str,
    output: Path | None,
    groups: Path | None,
    same: tuple[tuple[str, str], ...],
    weight: str,
    tagger: str,
    endpoint: str | None,
    model: str | None,
    key_variable: str,
    timeout: float,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
    as_json: bool,
) -> None:
    """Say what the studies in INPUT report together, and where they contradict.

    INPUT is a project (its included records) or any citation file. Every statement
    names the sentences it rests on. The result is a draft for human checking: it rates
    no certainty and estimates no effect.
    """
    asked = _endpoint(endpoint, model, key_variable=key_variable, timeout=timeout)
    studies = studies_in(inputs, format=format, most_bytes=most_bytes)
    found = _synthesis(
        studies,
        question=question,
        groups=(groups, same),
        weight=weight,
        tagger=tagger,
    )
    draft = _drafted(found, asked) if asked else None
    if output:
        _write(found, draft, output)
    _say_cautions(found)
    if as_json:
        from thresher.reports.synthesis_facts import synthesis_facts  # noqa: PLC0415

        facts = synthesis_facts(found, draft=draft)
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        click.echo(_as_text(found, draft))


def _endpoint(
    address: str | None, model: str | None, *, key_variable: str, timeout: float
) -> Endpoint | None:
    if (address is None) != (model is None):
        raise click.UsageError("a draft needs both --endpoint and --model")
    if address is None or model is None:
        return None
    try:
        return Endpoint(
            base_url=address, model=model, key_variable=key_variable, timeout=timeout
        )
    except InputError as error:
        raise click.UsageError(str(error)) from error


def _synthesis(
    records: "Sequence[StudyRecords]",
    *,
    question: str,
    groups: tuple[Path | None, tuple[tuple[str, str], ...]],
    weight: str,
    tagger: str,
) -> "Synthesis":
    from thresher.synthesis.contradiction import Weighting  # noqa: PLC0415
    from thresher.synthesis.groups_file import read_groups  # noqa: PLC0415
    from thresher.synthesis.shipped_models import read_studies  # noqa: PLC0415
    from thresher.synthesis.study_records import by_study, study_of  # noqa: PLC0415
    from thresher.synthesis.synthesis import synthesised  # noqa: PLC0415

    path, same = groups
    known = read_groups(path) if path else {}
    with to_stderr() as report:
        return synthesised(
            [study_of(one) for one in records],
            reader=lambda studies: read_studies(studies, tagger=tagger, report=report),
            question=question,
            known=known,
            same=same,
            weighting=Weighting(weight),
            records=by_study(records),
        )


def _drafted(found: "Synthesis", asked: Endpoint) -> "Draft | None":
    """Return the model's draft; where there is none, say why and go on without."""
    from thresher.synthesis.draft import drafted  # noqa: PLC0415
    from thresher.synthesis.shipped_models import shipped_text_models  # noqa: PLC0415

    def ask(system: str, user: str) -> str:
        return chat(asked, system=system, user=user)

    try:
        return drafted(
            found.table, ask, models=shipped_text_models(), question=found.question
        )
    except ThresherError as error:
        click.echo(f"Note: there is no draft: {error}", err=True)
        return None


def _write(found: "Synthesis", draft: "Draft | None", output: Path) -> None:
    from thresher.cli.synthesis_files import write_synthesis  # noqa: PLC0415

    for path in write_synthesis(found, draft=draft, output=output):
        click.echo(f"wrote {path}", err=True)


def _say_cautions(found: "Synthesis") -> None:
    for study, caution in found.cautions[:SHOWN]:
        click.echo(f"Note: study {study} {caution}", err=True)
    if (more := len(found.cautions) - SHOWN) > 0:
        click.echo(f"Note: {more} further cautions are in the results", err=True)


def _as_text(found: "Synthesis", draft: "Draft | None") -> str:
    parts = [found.summary.label, "", f"{found.counted}."]
    if found.record_count > len(found.table.studies):
        parts[-1] += " Records of one study are counted once; the results name each."
    for summary in (found.summary, *([draft.summary] if draft else [])):
        if summary is not found.summary:
            parts += ["", f"Draft ({summary.how}):"]
        parts += [_line(one) for one in summary.sentences]
    parts += [f"Note: {note}" for note in found.summary.notes]
    parts += _offered(found)
    if draft and draft.rejected:
        parts.append(f"{len(draft.rejected)} drafted sentences were not kept.")
    return "\n".join(parts)


def _line(sentence: "SummarySentence") -> str:
    remark = f" ({sentence.remark})" if sentence.remark else ""
    return f"- {sentence.text}{remark}"


def _offered(found: "Synthesis") -> list[str]:
    """Return the merges worth deciding on, as options to run the command with."""
    from thresher.synthesis.offered_merges import offered_merges  # noqa: PLC0415

    offered = offered_merges(found.table, found.cells)
    telling = [one.offer for one in offered if one.gain][:SHOWN_OFFERS]
    if not telling:
        return []
    options = [
        f"  --same {shlex.quote(one.first)} {shlex.quote(one.second)}"
        for one in telling
    ]
    return [f"Maybe the same ({len(offered)} pairs of names); if so, add:", *options]
