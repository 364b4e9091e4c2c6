"""A reader in a process of their own: decides, and says so once it is committed."""

import sys

from thresher.store.house import open_house
from thresher.store.incoming import IncomingDecision
from thresher.store.recording import record_decisions
from thresher.store.seal_rows import draw_audits


def main() -> None:
    """Decide on records one after another, for ever or `number` times."""
    url, project_id, reader, records, number = sys.argv[1:]
    with open_house(url) as house:
        project = house.project(project_id)
        for at in range(int(number)):
            record = hash((reader, at)) % int(records) + 1
            label = "include" if at % 7 == 0 else "exclude"
            one = IncomingDecision(
                uid=f"{reader}-{at}",
                record=record,
                label=label,
                reader=reader,
                decided_at="2024-05-01T10:00:00+00:00",
            )
            with project.writing() as connection:
                [kept] = record_decisions(connection, [one])
                if at % 5 == 0:
                    draw_audits(connection, 1)
            sys.stdout.write(f"{kept.uid} {kept.status}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
