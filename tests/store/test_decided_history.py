"""A project's decisions become the history of its screening."""

from sqlalchemy import Connection

from thresher.records.citation import Citation
from thresher.store.decided_history import decided_history
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.link_rows import StoredLink, add_found
from thresher.store.project import Project

from .conftest import put
from .lab import draw, fill, said, seal, tell

AT = "2024-05-01T10:00:00+00:00"
LINK = StoredLink(
    first_id=1, second_id=2, band="certain", score=0.9, reason="same title", guards=()
)


def decided(
    connection: Connection, *rows: tuple[int, bool | None, str], reader: str = "ann"
) -> None:
    add_decisions(
        connection,
        [
            StoredDecision(
                record_id=record,
                label=label,
                reader=reader,
                decided_at=AT,
                chosen=chosen,
            )
            for record, label, chosen in rows
        ],
    )


def records(project: Project, count: int) -> None:
    put(project, *(Citation(id=str(at), title=f"title {at}") for at in range(count)))


def test_decisions_come_in_the_order_of_first_reading(project: Project) -> None:
    records(project, 6)
    with project.writing() as connection:
        decided(
            connection,
            (3, True, "prior"),
            (5, False, "random"),
            (1, False, "certification sample"),
            (2, True, "ranked"),
            (3, False, "browsed"),
        )
    with project.reading() as connection:
        history = decided_history(connection)
    assert history.records == 6
    assert history.labels.tolist() == [False, False, False, True]
    assert history.random is None  # nothing is sealed: a file's word is no draw
    assert history.relevant is None


def test_a_decision_taken_back_counts_as_none(project: Project) -> None:
    records(project, 3)
    with project.writing() as connection:
        decided(connection, (1, True, "ranked"), (2, True, "ranked"))
        decided(connection, (1, None, "ranked"))
        decided(connection, (2, False, "ranked"), reader="bob")
        decided(connection, (2, None, "ranked"))
    with project.reading() as connection:
        history = decided_history(connection)
    assert history.labels.tolist() == [False]


def test_duplicates_are_one_publication(project: Project) -> None:
    records(project, 4)
    with project.writing() as connection:
        decided(connection, (4, False, "ranked"), (2, False, "random"))
        decided(connection, (1, True, "ranked"))
        add_found(connection, [LINK])
    with project.reading() as connection:
        history = decided_history(connection)
    assert history.records == 3
    assert history.labels.tolist() == [False, True]
    assert history.random is None


def test_a_project_without_decisions_has_read_nothing(project: Project) -> None:
    with project.reading() as connection:
        assert decided_history(connection).read == 0
    records(project, 2)
    with project.reading() as connection:
        assert decided_history(connection).records == 2


def test_of_a_sealed_project_only_what_the_seal_drew_is_drawn(
    project: Project,
) -> None:
    fill(project, 8)
    seal(project)
    tell(project, said(1, "include"))
    first, second = draw(project, 2)
    others = [one for one in range(2, 9) if one not in (first, second)]
    tell(project, said(second, "exclude"), said(others[0], "include"))
    with project.reading() as connection:
        history = decided_history(connection)
    assert history.labels.tolist() == [True]  # the first draw holds the others up
    tell(project, said(first, "exclude"))
    with project.reading() as connection:
        history = decided_history(connection)
    assert history.labels.tolist() == [True, False, False, True]
    assert history.random is not None
    assert history.random.tolist() == [False, True, True, False]
    assert history.records == 8
