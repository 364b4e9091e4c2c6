"""Large blocks of duplicates, and progress."""

from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links

TITLE = "Evening walks and sleep in adults who live with kidney failure"


def told(pile: list[Citation], links: list[Link]) -> set[tuple[object, ...]]:
    """Links by ids, so that piles in different orders can be compared."""
    return {
        (frozenset((pile[link.first].id, pile[link.second].id)), link.band)
        for link in links
    }


def record(at: int, *, year: int, doi: str = "") -> Citation:
    """One of many records with the same title, author and page."""
    return Citation(
        id=f"{at:03}",
        title=TITLE,
        authors=("Ito, K.",),
        year=year,
        pages="221-8",
        doi=doi,
    )


def crowd(size: int) -> list[Citation]:
    """Records that share one title, author, year and page; two of each DOI."""
    return [record(i, year=2015, doi=f"10.5555/{i // 2}") for i in range(size)]


def test_large_blocks_are_split_and_that_is_said() -> None:
    cautions: list[str] = []
    links = find_links(crowd(60), warn=cautions.append, largest_block=20)
    assert any("more than 20 records have the same title" in said for said in cautions)
    assert any("60 of them were compared only with" in said for said in cautions)
    found = {(link.first, link.second) for link in links}
    assert {(i, i + 1) for i in range(0, 60, 2)} <= found
    assert len(found) < 60 * 59 / 2


def test_small_blocks_are_compared_whole_and_nothing_is_said() -> None:
    cautions: list[str] = []
    links = find_links(crowd(20), warn=cautions.append)
    assert len(links) == 20 * 19 / 2
    assert cautions == []


def test_large_blocks_that_years_tell_apart_lose_nothing() -> None:
    pile = [record(i, year=1900 + i // 2) for i in range(60)]
    links = find_links(pile, largest_block=20)
    certain = {(link.first, link.second) for link in links if link.band == "certain"}
    assert certain == {(i, i + 1) for i in range(0, 60, 2)}


def test_the_order_of_a_crowd_does_not_matter() -> None:
    pile = crowd(60)
    backwards = pile[::-1]
    links = find_links(pile, largest_block=20)
    others = find_links(backwards, largest_block=20)
    assert told(pile, links) == told(backwards, others)


def test_progress_is_reported() -> None:
    heard: list[str] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert 0 <= done <= total
        heard.append(what)

    find_links(crowd(4), report=report)
    assert heard == ["Reading records", "Comparing pairs"]
