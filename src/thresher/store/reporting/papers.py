"""Papers of a project: flow, Methods text, and everything in one archive."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from thresher import __version__
from thresher.certification.certificate import Certificate, certificate_of
from thresher.errors import ThresherError
from thresher.records.decision_fields import open_fields
from thresher.reports.bundle import Bundle
from thresher.reports.bundle.contents import DecidedRecord, LoggedDecision
from thresher.reports.flow import Flow, ScreeningCounts, counted_flow
from thresher.reports.methods import Methods, ReadingMode
from thresher.screening.reading_words import what_is_read
from thresher.screening.recipes import DEFAULT, find_recipe, model_for
from thresher.store.canonical import canonical_picks
from thresher.store.counting import counts
from thresher.store.flow_counts import flow_counts
from thresher.store.history_rows import decisions_log
from thresher.store.paper_rows import certificates
from thresher.store.record_rows import stored_citations
from thresher.store.reporting.agreeing import agreement_rows
from thresher.store.schema import links
from thresher.store.setting_rows import settings_of
from thresher.store.unsettled import Unsettled

__all__ = ["bundle_of", "flow_of", "methods_of"]

MODES = {
    "single": ReadingMode.SINGLE,
    "dual": ReadingMode.DUAL,
    "share": ReadingMode.DUAL_SHARE,
}
WORDS = {"include": True, "exclude": False}
STRATEGY = (
    "the likeliest unread record first, with audits drawn uniformly from all unread "
    "records for the certificate"
)
STARTS = (
    "records most like the question, or random ones, until one relevant and one "
    "irrelevant record were known"
)
DUPLICATES = "linked by Thresher and, where it was not sure, by a person; none deleted"
SETTLED = "by an adjudicator"
EVERYTHING = "every record was read"
SHOWN = "the certificate below showed the recall that was sealed as its goal"


def flow_of(connection: Connection) -> Flow:
    """PRISMA 2020 flow of a project, finished or not."""
    found = flow_counts(connection)
    flow = counted_flow(
        ScreeningCounts(
            databases=found["databases"],
            duplicates=found["duplicates"],
            excluded=found["abstract_excluded"],
            included=found["abstract_included"],
            not_retrieved=found["not_retrieved"],
            reasons=found["fulltext_excluded"],
            included_reports=found["included"] if found["fulltext_used"] else None,
        )
    )
    return replace(
        flow,
        excluded_by_automation=found["automation_excluded"],
        awaiting_screening=found["undecided"],
    )


def methods_of(connection: Connection) -> Methods:
    """Facts of a project for its Methods text; what nobody recorded stays missing."""
    settings = settings_of(connection)
    counted = counts(connection)
    log = list(decisions_log(connection))
    days = sorted(row["decided_at"][:10] for row in log if row["uid"])
    mode = MODES[settings["mode"]]
    readers = len({row["reader"] for row in log if row["uid"]})
    needed = 1 if mode is ReadingMode.SINGLE else 2
    stated = _last_certificate(connection)
    recipe = model_for(settings["model"] or DEFAULT, records=counted["publications"])
    return Methods(
        version=__version__,
        used=_span(days),
        stage="titles and abstracts",
        recipe=recipe,
        features=_read_by(recipe),
        strategy=STRATEGY,
        starts=STARTS,
        readers=readers if readers >= needed else None,
        mode=mode,
        dual_share=settings["share"] if mode is ReadingMode.DUAL_SHARE else None,
        blind=None if mode is ReadingMode.SINGLE else settings["blind"],
        conflicts=None if mode is ReadingMode.SINGLE else SETTLED,
        people_decided=True,
        duplicates=DUPLICATES if _has_links(connection) else None,
        records=counted["publications"],
        read=counted["decided"],
        included=counted["included"],
        stopping_rule=_rule(counted, stated),
        target=settings["target"] if stated is None else stated.seal.target,
        alpha=settings["alpha"] if stated is None else stated.seal.alpha,
        certificate=stated,
        agreement=agreement_rows(connection),
        citation=f"Thresher, version {__version__}",
    )


def _has_links(connection: Connection) -> bool:
    """Say whether pairs were ever judged; a search that found none leaves no row."""
    return connection.scalar(select(links.c.id).limit(1)) is not None


def _read_by(recipe: str) -> str | None:
    try:
        return what_is_read(find_recipe(recipe))
    except ThresherError:  # a plug-in's, and not installed here
        return None


def _span(days: Sequence[str]) -> str | None:
    if not days:
        return None
    same = days[0] == days[-1]
    return f"on {days[0]}" if same else f"from {days[0]} to {days[-1]}"


def _rule(counted: Mapping[str, int], stated: Certificate | None) -> str | None:
    """Return what ended reading, where the project shows it."""
    if counted["decided"] == counted["publications"]:
        return EVERYTHING
    return SHOWN if stated is not None and stated.certified else None


def bundle_of(connection: Connection, *, title: str) -> Bundle:
    """Everything a review must show, as one archive's parts."""
    last = _last_row(connection)
    stated = certificate_of(last["content"]) if last else None
    picks = canonical_picks(connection, last["seal_id"]).picks if last else []
    return Bundle(
        title=title,
        flow=flow_of(connection),
        methods=methods_of(connection),
        certificate=stated,
        picks=picks,
        decisions=[_logged(row) for row in decisions_log(connection)],
        records=list(_decided(connection)),
        agreement=agreement_rows(connection),
        settings=settings_of(connection),
    )


def _decided(connection: Connection) -> Iterator[DecidedRecord]:
    """Yield all records with their decisions; where the label is open, with that."""
    unsettled = Unsettled(connection)
    for number, citation in stored_citations(connection):
        told = unsettled.in_order(number, unsettled.decisions_on(number))
        state = unsettled.waits_for(number) if told else ""
        if state:
            raw = (*citation.raw, *open_fields(told, state))
            yield DecidedRecord(citation=replace(citation, raw=raw))
        else:
            yield DecidedRecord(citation=citation, decisions=tuple(told))


def _last_certificate(connection: Connection) -> Certificate | None:
    found = _last_row(connection)
    return certificate_of(found["content"]) if found else None


def _last_row(connection: Connection) -> dict[str, Any] | None:
    found = certificates(connection)
    return found[-1] if found else None


def _logged(row: dict[str, Any]) -> LoggedDecision:
    return LoggedDecision(
        record=str(row["record"]),
        label=WORDS.get(row["label"]),
        reader=row["reader"],
        time=row["decided_at"],
        chosen=row["chosen"],
        stage=row["stage"],
        reason=row["reason"],
        note=row["note"] or ("maybe" if row["label"] == "maybe" else ""),
    )
