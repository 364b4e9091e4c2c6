"""Runs that Thresher exports, opened by ASReview and by ASReview Insights.

Usage: python benchmarks/asreview_export.py --asreview3 ENV/bin/python
       --asreview2 ENV/bin/python
The first environment has ASReview 3, the second ASReview 2 with Insights. A made-up
review is simulated, exported in both layouts, and opened by each peer; the order of
the decisions, the priors and the figures must be ours.
"""

import argparse
import io
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from thresher.measures import insights
from thresher.records.samples import sample_review
from thresher.screening.asreview_export import write_simulation
from thresher.screening.cycle import features_for
from thresher.screening.pile import Pile
from thresher.screening.procedures import Model
from thresher.screening.runs import open_run
from thresher.screening.seeded import seeded_simulation
from thresher.screening.simulate import Simulation
from thresher.screening.starts import Drawn

VERSION_3 = """
import json, sys, tempfile
import asreview
with tempfile.TemporaryDirectory() as folder:
    project = asreview.Project.load(sys.argv[1], folder, safe_import=True)
    db = project.db
    table = db.get_results_table()
    print(json.dumps({
        "order": table["record_id"].tolist(), "label": table["label"].tolist(),
        "priors": len(db.get_priors()),
        "records": db._conn.execute("SELECT count(*) FROM record").fetchone()[0],
        "mode": project.config["mode"],
        "status": project.config["review"]["status"],
    }))
"""
VERSION_2 = """
import json, sys
import asreview
from asreviewcontrib.insights.metrics import loss, recall, wss
with asreview.open_state(sys.argv[1]) as state:
    table = state.get_results_table()
    found = {
        "order": table["record_id"].tolist(), "label": table["label"].tolist(),
        "priors": len(state.get_priors()),
        "recall": recall(sys.argv[1], 0.1), "loss": loss(sys.argv[1]),
        "wss": wss(sys.argv[1], 0.95),
    }
print(json.dumps(found, default=float))
"""


def simulated(stop: str) -> Simulation:
    review = sample_review(
        records=400, relevant_share=0.05, rng=np.random.default_rng(1)
    )
    pile = Pile(name="made-up", citations=review.citations, labels=review.labels)
    procedure = Model(ranker="elas_u4", stop=stop).procedure
    features = features_for(procedure.recipe, pile.citations)
    return seeded_simulation(
        pile, features, procedure, start=Drawn(relevant=2, irrelevant=3), seed=1
    )


def opened(python: str, code: str, path: Path) -> dict[str, object]:
    done = subprocess.run(
        [python, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def expected(simulation: Simulation) -> dict[str, object]:
    reading = simulation.reading.without_priors()
    return {
        "order": simulation.order.tolist(),
        "label": simulation.pile.labels[simulation.order].astype(int).tolist(),
        "priors": simulation.priors,
        "records": len(simulation.pile.citations),
        "mode": "simulate",
        "status": "finished",
        "recall": insights.recall_at(reading, share=0.1),
        "loss": insights.loss(reading),
        "wss": insights.work_saved(reading, recall=0.95),
    }


def compare(peer: str, told: dict[str, object], ours: dict[str, object]) -> None:
    for key, value in told.items():
        same = value == ours[key]
        if isinstance(value, float):
            same = bool(np.isclose(value, float(str(ours[key]))))
        shown = "" if isinstance(value, list) else f" ({value})"
        print(f"{peer:32} {key:8} {'same' if same else 'DIFFERENT'}{shown}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--asreview3")
    parser.add_argument("--asreview2")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for stop in ("last-relevant", "records:60"):
            simulation = simulated(stop)
            ours = expected(simulation)
            for version in (2, 3):
                path = Path(folder, f"v{version}.asreview")
                out = io.BytesIO()
                write_simulation(simulation, out, version=version)
                path.write_bytes(out.getvalue())
                name = f"stop at {stop}, layout {version}"
                reading = open_run(path).reading
                read = {"order": reading.ids, "priors": reading.priors}
                compare(f"{name}: Thresher", read, ours)
                if arguments.asreview3:
                    told = opened(arguments.asreview3, VERSION_3, path)
                    compare(f"{name}: ASReview 3", told, ours)
                if arguments.asreview2 and version == 2:
                    told = opened(arguments.asreview2, VERSION_2, path)
                    compare(f"{name}: Insights", told, ours)


if __name__ == "__main__":
    main()
