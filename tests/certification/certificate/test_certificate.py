"""Certificates: issued, written, and checked."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from thresher.certification.certificate import (
    Certificate,
    certificate_of,
    first_certified,
    issue,
    problems_of,
    written,
)
from thresher.certification.certificate.sealing import seal_of, sealed
from thresher.certification.certificate.written import content_digest
from thresher.certification.sequential import Pick, replayed
from thresher.errors import CertificateError
from thresher.screening.ledger import Chosen
from thresher.screening.seal import Seal, audit_order, frame_digest

FRAME = [f"r{at}" for at in range(60)]
RELEVANT = {f"r{at}" for at in range(20)}
SEAL = Seal(seed="7" * 64, frame=frame_digest(FRAME), target=0.8, alpha=0.2)


def made(*, audits_from: int = 22, left: tuple[str, ...] = ()) -> list[Pick]:
    """A screening by rank that finds all but `left`, then audits to the end."""
    drawn = [FRAME[at] for at in audit_order(FRAME, SEAL.seed)]
    ranked = [one for one in FRAME if one not in left][:audits_from]
    audits = [one for one in drawn if one not in ranked]
    return [
        Pick(record=one, label=one in RELEVANT, chosen=chosen, time=1.0)
        for some, chosen in ((ranked[:2], Chosen.PRIOR), (ranked[2:], Chosen.RANKED))
        for one in some
    ] + [
        Pick(record=one, label=one in RELEVANT, chosen=Chosen.CERTIFICATION, time=2.0)
        for one in audits
    ]


PICKS = made()
MOMENT = first_certified(PICKS, SEAL, records=60)
assert MOMENT is not None
SHOWN = PICKS[:MOMENT]


def issued(picks: list[Pick] = SHOWN) -> Certificate:
    return issue(picks, FRAME, SEAL, issued_at=1731700000.0)


def paper(picks: list[Pick] = SHOWN) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(json.dumps(written(issued(picks))))
    return content


def test_the_certificate_is_of_the_moment_when_the_claim_was_first_shown() -> None:
    assert issued().certified
    assert not issued(SHOWN[:-1]).certified
    assert issued().lower_bound >= 0.8
    assert (
        issued().lower_bound
        == replayed(SHOWN, records=60, alpha=0.2, target=0.8).lower_bound
    )


def test_a_claim_that_was_not_shown_gets_a_certificate_that_says_so() -> None:
    few = PICKS[:25]
    assert first_certified(few, SEAL, records=60) is None
    content = paper(few)
    assert content["result"]["verdict"] == "not certified"
    assert problems_of(content, frame=FRAME, picks=few) == []
    nothing = [one for one in PICKS if not one.label][:1]
    assert issued(nothing).lower_bound == 0
    assert not issued(nothing).certified


def test_a_certificate_holds_with_and_without_its_ledger() -> None:
    assert problems_of(paper()) == []
    assert problems_of(paper(), frame=FRAME) == []
    assert problems_of(paper(), frame=FRAME, picks=SHOWN) == []
    assert problems_of(paper(), frame=FRAME, picks=PICKS) == []  # read on since


def test_a_certificate_says_what_was_read() -> None:
    content = paper()
    assert content["reading"]["priors"] == 2
    assert content["reading"]["ranked"] == 20
    assert content["reading"]["audits"] == len(content["audits"]) == len(SHOWN) - 22
    assert content["audits"][0]["position"] == 23
    assert certificate_of(content) == issued()


def test_hits_are_counted_before_later_audits() -> None:
    picks = made(audits_from=15, left=("r3", "r19"))
    entries = issued(picks).audits
    for entry in entries:
        found = sum(pick.label for pick in picks[: entry.position - 1])
        assert entry.found_before == found
    assert problems_of(paper(picks), frame=FRAME, picks=picks) == []


def leaves(content: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to every number, text and truth value."""
    if isinstance(content, dict):
        return [p for k, v in content.items() for p in leaves(v, (*path, k))]
    if isinstance(content, list):
        return [p for k, v in enumerate(content) for p in leaves(v, (*path, k))]
    return [path]


def changed(content: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The same with one leaf changed to another value of its kind."""
    forged = copy.deepcopy(content)
    place: Any = forged
    for key in path[:-1]:
        place = place[key]
    old = place[path[-1]]
    match old:
        case bool():
            place[path[-1]] = not old
        case int() if path[-1] == "label":
            place[path[-1]] = 1 - old
        case int() | float():
            place[path[-1]] = old * 0.5 if isinstance(old, float) else old + 1
        case str():
            end = "0" if old[-1] != "0" else "1"
            place[path[-1]] = old[:-1] + end
    return forged


def is_found_out(
    content: dict[str, Any],
    *,
    frame: list[str] | None = None,
    picks: list[Pick] | None = None,
) -> bool:
    """Whether it is refused as damaged, or something does not hold."""
    try:
        return bool(problems_of(content, frame=frame, picks=picks))
    except CertificateError:
        return True


@pytest.mark.parametrize("path", leaves(paper()), ids=str)
def test_any_changed_value_is_found(path: tuple[Any, ...]) -> None:
    assert is_found_out(changed(paper(), path))


UNTESTED = {"time", "changed", "issued_at", "thresher"}  # words, not evidence


@pytest.mark.parametrize(
    "path", [p for p in leaves(paper()) if p[-1] not in UNTESTED], ids=str
)
def test_a_changed_value_with_a_new_digest_is_found_beside_the_ledger(
    path: tuple[Any, ...],
) -> None:
    forged = changed(paper(), path)
    if path != ("digest",):
        forged["digest"] = content_digest(forged)
    assert is_found_out(forged, frame=FRAME, picks=SHOWN)


def swapped(content: dict[str, Any]) -> None:
    audits = content["audits"]
    first, second = audits[0], audits[1]
    first["record"], second["record"] = second["record"], first["record"]


def left_out(content: dict[str, Any]) -> None:
    del content["audits"][3]
    content["reading"]["audits"] -= 1
    content["reading"]["ranked"] += 1


def emptied(content: dict[str, Any]) -> None:
    """The record of an audit said to be a ranked pick, and all after it too."""
    content["audits"] = content["audits"][:-5]
    content["reading"]["audits"] -= 5
    content["reading"]["ranked"] += 5


def beyond(content: dict[str, Any]) -> None:
    content["population"]["records"] = 30
    content["reading"]["unread"] = 30 - content["reading"]["read"]


def all_known(content: dict[str, Any]) -> None:
    reading = content["reading"]
    reading["priors"], reading["ranked"] = reading["read"], -reading["audits"]


def more_found(content: dict[str, Any]) -> None:
    content["reading"]["found"] += 1
    content["result"]["lower_bound"] = (
        content["reading"]["found"] / content["result"]["most_relevant"]
    )


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (swapped, "not next in the order of the draw"),
        (left_out, "relevant records plausible"),
        (emptied, "relevant records plausible"),
        (beyond, "were read of 30 records"),
        (all_known, "known beforehand and"),
        (more_found, "cannot follow the last audit"),
    ],
)
def test_a_careful_forgery_does_not_add_up(
    forge: Callable[[dict[str, Any]], None], words: str
) -> None:
    content = paper()
    forge(content)
    content["digest"] = content_digest(content)
    assert words in " ".join(problems_of(content))


def noted(content: dict[str, Any]) -> None:
    content["note"] = "recall is 100 %"


def counted(content: dict[str, Any]) -> None:
    content["population"]["relevant"] = 20


def signed(content: dict[str, Any]) -> None:
    content["audits"][0]["reader"] = "somebody else"


def worded(content: dict[str, Any]) -> None:
    content["audits"][0]["changed"] = "no"


@pytest.mark.parametrize("forge", [noted, counted, signed, worded])
def test_words_that_no_certificate_has_are_found(
    forge: Callable[[dict[str, Any]], None],
) -> None:
    content = paper()
    forge(content)
    content["digest"] = content_digest(content)
    assert "says what a certificate does not say" in " ".join(problems_of(content))


@pytest.mark.parametrize("count", ["found", "priors"])
def test_a_count_of_ranked_picks_that_the_ledger_denies_is_found(count: str) -> None:
    """After the last audit no bound depends on them, so nothing else gives it away."""
    drawn = [FRAME[at] for at in audit_order(FRAME, SEAL.seed)]
    ranked = [
        Pick(record=one, label=False, chosen=Chosen.RANKED)
        for one in drawn
        if one not in {pick.record for pick in PICKS[:30]}
    ]
    picks = [*PICKS[:30], *ranked[:10]]
    honest = issued(picks)
    forged = replace(honest, **{count: getattr(honest, count) + 1})
    assert problems_of(written(forged)) == []  # by itself it adds up
    told = problems_of(written(forged), frame=FRAME, picks=picks)
    assert told == [
        f"{count!r} is {getattr(honest, count)} by the ledger, not "
        f"{getattr(forged, count)}"
    ]


def test_another_number_of_records_than_in_the_frame_is_found() -> None:
    forged = replace(issued(), records=61)
    assert "the frame holds 60 records, not 61" in problems_of(
        written(forged), frame=FRAME
    )


def test_another_frame_is_refused() -> None:
    other = [*FRAME[1:], FRAME[0]]
    assert "another frame" in problems_of(paper(), frame=other)[0]
    with pytest.raises(CertificateError, match="made for another frame"):
        issue(SHOWN, other, SEAL, issued_at=0.0)


def with_pick(at: int, pick: Pick) -> list[Pick]:
    return [*SHOWN[:at], pick, *SHOWN[at + 1 :]]


def test_a_ledger_that_differs_is_found() -> None:
    label = with_pick(30, replace(SHOWN[30], label=not SHOWN[30].label))
    told = problems_of(paper(), frame=FRAME, picks=label)
    assert "a record, a label or the order differs" in told[0]
    assert any("audits are not those" in one for one in told)
    assert any("the ledger leaves at most" in one for one in told)
    hidden = with_pick(30, replace(SHOWN[30], chosen=Chosen.RANKED))
    assert len(problems_of(paper(), frame=FRAME, picks=hidden)) > 1
    strange = with_pick(0, replace(SHOWN[0], record="r999"))
    told = problems_of(paper(), frame=FRAME, picks=strange)
    assert "'r999' was read, but is not in the frame" in told[1]


def test_audits_that_the_seal_did_not_draw_are_refused() -> None:
    cherry = [*SHOWN[:22], SHOWN[23], SHOWN[22], *SHOWN[24:]]
    with pytest.raises(CertificateError, match="the audit at position 23 is of"):
        issued(cherry)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ([], "is not a certificate"),
        ({}, "is not a certificate"),
        ({"thresher_certificate": 2}, "format 2; this Thresher reads 1"),
        ({"thresher_certificate": 1}, "damaged"),
        (paper() | {"audits": [3]}, "damaged"),
        (paper() | {"issued_at": "now"}, "damaged"),
        (paper() | {"issued_at": 10**400}, "damaged"),
        (paper() | {"issued_at": float("nan")}, "is no finite number"),
        (paper() | {"issued_at": 1e300}, "is no moment since 1970"),
        (paper() | {"issued_at": True}, "is no number"),
        (paper() | {"population": {"records": 10**30}}, "damaged"),
        (paper() | {"software": {"thresher": 3}}, "damaged"),
        (paper() | {"reading": {"read": -1, "priors": 0}}, "damaged"),
        (paper() | {"audits": [{"label": 2}]}, "damaged"),
        (paper() | {"claim": {"target": 3, "alpha": 0.1}}, "damaged"),
    ],
    ids=range(15),
)
def test_what_is_no_certificate_is_refused(content: object, words: str) -> None:
    with pytest.raises(CertificateError, match=words):
        problems_of(content)


def test_a_seal_is_kept_and_read_again() -> None:
    content = sealed(SEAL, records=60, sealed_at=5.0)
    assert seal_of(json.loads(json.dumps(content))) == SEAL


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"thresher_seal": 0}, "is not a seal"),
        ({"seed": "8" * 64}, "does not fit its commitment"),
        ({"target": 0.9}, "does not fit its commitment"),
        ({"seed": "8"}, "damaged"),
        ({"seed": ["8"] * 64}, "damaged"),
        ({"frame_sha256": 8}, "damaged"),
        ({"alpha": None}, "damaged"),
        ({"alpha": 10**400}, "damaged"),
    ],
)
def test_a_changed_seal_is_refused(changes: dict[str, object], words: str) -> None:
    content = sealed(SEAL, records=60, sealed_at=5.0) | changes
    with pytest.raises(CertificateError, match=words):
        seal_of(content)
    with pytest.raises(CertificateError, match="is not a seal"):
        seal_of([])


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"target": 0.5}, "the target is"),
        ({"alpha": 0.4}, "the alpha is"),
        ({"seed": "0" * 64}, "another seed"),
        ({"frame": "0" * 64}, "another frame"),
    ],
)
def test_a_certificate_is_compared_with_the_seal_that_was_kept(
    change: dict[str, Any], word: str
) -> None:
    kept = certificate_of(paper()).seal
    assert problems_of(paper(), seal=kept) == []
    [problem] = problems_of(paper(), seal=replace(kept, **change))
    assert word in problem
