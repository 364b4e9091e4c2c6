"""The small scripts by themselves, run where they live: in Chromium."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from thresher.certification.rounding import percent, rounded_down

from .labs import Lab


@pytest.fixture(scope="module")
def quiet(browser: Browser, lab: Lab) -> Page:
    """A page that only lends its modules."""
    page = browser.new_page()
    page.goto(f"{lab.base}/signin")
    return page


def run(page: Page, module: str, body: str, *given: object) -> Any:  # noqa: ANN401
    """What `body` gives, with the module as `it` and the arguments as `a`."""
    source = f"async a => {{ const it = await import('/static/js/{module}'); {body} }}"
    return page.evaluate(source, list(given))


texts = st.text(max_size=60)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=texts, terms=st.lists(texts, max_size=5), spans=st.data())
def test_marked_pieces_joined_are_the_text(
    quiet: Page, text: str, terms: list[str], spans: st.DataObject
) -> None:
    edges = st.integers(-5, 80)
    marks = spans.draw(st.lists(st.tuples(edges, edges), max_size=4))
    shape = [{"start": a, "end": b, "kind": "outcome"} for a, b in marks]
    joined = run(
        quiet,
        "highlight.js",
        """const marks = it.termMarks(a[0], {include: it.termPattern(a[1])});
        return it.pieces(a[0], [...marks, ...a[2]]).map(p => p.text).join("");""",
        text,
        terms,
        shape,
    )
    assert joined == text


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("trial", "A trial, two trials", ["trial"]),
        ("trial*", "A trial, two trials", ["trial", "trials"]),
        ("double-blind", "Double-blind and double blind", ["Double-blind"]),
        (
            "double blind",
            "double-blind, double  blind",
            ["double-blind", "double  blind"],
        ),
        ("무작위", "환자를 무작위로 배정", ["무작위"]),
        ("c++ (new)", "the c++ (new) one", ["c++ (new)"]),
        ("über", "ÜBER und überall", ["ÜBER"]),
        ("*", "nothing", []),
        ("", "nothing", []),
    ],
)
def test_terms_are_found_as_whole_words(
    quiet: Page, term: str, text: str, found: list[str]
) -> None:
    body = """return it.termMarks(a[0], {include: it.termPattern([a[1]])})
    .map(m => a[0].slice(m.start, m.end));"""
    assert run(quiet, "highlight.js", body, text, term) == found


def test_no_two_default_keys_are_the_same(quiet: Page) -> None:
    body = "return it.bindings(it.DEFAULTS, {reasons: ['a', 'b']}).clashes"
    assert run(quiet, "keys.js", body) == []


def test_a_clash_of_keys_is_told(quiet: Page) -> None:
    body = "return it.bindings(it.DEFAULTS, {tags: [{name: 'dose', key: 'Y'}]}).clashes"
    assert run(quiet, "keys.js", body) == ["Y: Include and tag “dose”"]


def test_a_key_of_another_alphabet_means_the_same_place(quiet: Page) -> None:
    body = "return a.map(([key, code]) => it.keyOf({key, code}))"
    pressed = [["ㅛ", "KeyY"], ["Y", "KeyY"], ["н", "KeyY"], ["ArrowLeft", "ArrowLeft"]]
    assert run(quiet, "keys.js", body, *pressed) == ["y", "y", "y", "ArrowLeft"]


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.94999, "94.9 %"),
        (0.95, "95.0 %"),
        (1, "100 %"),
        (0.99999, "99.9 %"),
        (0.29, "29.0 %"),
        (0, "0.0 %"),
    ],
)
def test_a_bound_is_never_rounded_up(quiet: Page, share: float, told: str) -> None:
    assert run(quiet, "words.js", "return it.percentDown(a[0])", share) == told.replace(
        " ", "\u00a0"
    )


@pytest.mark.parametrize("share", [0.5, 0.95, 0.975, 0.985, 0.995, 0.999999, 1 - 0.07])
def test_a_claim_is_told_with_all_of_its_digits(quiet: Page, share: float) -> None:
    """As the certificate tells it: 97.5 % is not 98 %, nor 99.5 % all."""
    told = run(quiet, "words.js", "return it.percentExact(a[0])", share)
    assert told.replace("\u00a0", " ") == percent(share)


def test_a_verdict_tells_target_and_confidence_as_they_were_sealed(
    quiet: Page,
) -> None:
    counts = {"publications": 3000, "decided": 2900, "included": 1000}
    sealed = {"target": 0.995, "alpha": 0.005, "bound": 0.99599, "certified": True}
    shown = {**sealed, "counts": counts, "most_relevant": 1004}
    text = run(quiet, "standing.js", "return it.verdict(a[0]).text", shown)
    told = text.replace("\u00a0", " ")
    assert "at least 99.5 %, with 99.5 % confidence; the goal was 99.5 %" in told


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 1))
def test_a_bound_is_rounded_down_as_certificates_round_it(
    quiet: Page, share: float
) -> None:
    told = run(quiet, "words.js", "return it.percentDown(a[0])", share)
    least = 100 * rounded_down(share, digits=3)
    assert told == ("100\u00a0%" if share >= 1 else f"{least:.1f}\u00a0%")


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " JAVASCRIPT:1",
        "data:text/html,x",
        "vbscript:x",
        "//evil.example",
    ],
)
def test_an_address_that_is_no_page_leads_nowhere(quiet: Page, address: str) -> None:
    assert run(quiet, "dom.js", "return it.safeAddress(a[0])", address) == "#"


@pytest.mark.parametrize(
    ("most", "expected"),
    [(1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0, [0, 1]), (100, [0, 20, 40, 60, 80, 100])],
)
def test_ticks_are_round(quiet: Page, most: float, expected: list[float]) -> None:
    assert run(quiet, "chart.js", "return it.ticks(a[0])", most) == expected


def test_ids_of_decisions_are_uuids_also_on_plain_http(quiet: Page) -> None:
    body = """Object.defineProperty(crypto, "randomUUID", {value: undefined});
    return Array.from({length: 50}, () => it.newUid());"""
    found = run(quiet, "uid.js", body)
    assert len(set(found)) == 50
    for one in found:
        assert one[14] == "4"
        assert one[19] in "89ab"
        assert [len(part) for part in one.split("-")] == [8, 4, 4, 4, 12]
