"""Make buscar.json with buscarpy 0.0.2: python make_buscar.py (in its own venv).

Rankings are drawn by a biased urn (`generate_dataset`), so that the file need keep
only the places of the relevant records. Looks are every 250 or 1000 records.
"""

import json
from pathlib import Path

import numpy as np
from buscarpy import (  # type: ignore[import-not-found]
    calculate_h0,
    generate_dataset,
)

CASES = [
    # records, relevant, bias, seed, target, looks every
    (2000, 60, 10, 1, 0.95, 100),
    (2000, 300, 5, 2, 0.95, 100),
    (2000, 600, 3, 3, 0.8, 100),
    (20000, 200, 10, 1, 0.95, 1000),
    (20000, 600, 10, 4, 0.95, 2000),
    (5000, 3, 20, 5, 0.9, 250),
    (1000, 100, 1, 6, 0.95, 50),
]


def case(
    records: int, relevant: int, bias: float, seed: int, target: float, every: int
) -> dict[str, object]:
    drawn = generate_dataset(records, relevant / records, bias, random_seed=seed)
    labels = drawn["relevant"].to_numpy().astype(np.int64)
    looks = list(range(every, records + 1, every))
    chances = [float(calculate_h0(labels[:n], records, target)) for n in looks]
    return {
        "records": records,
        "target": target,
        "found_at": (np.flatnonzero(labels) + 1).tolist(),
        "looks": looks,
        "chances": [None if np.isnan(p) else p for p in chances],
    }


if __name__ == "__main__":
    made = {"buscarpy": "0.0.2", "cases": [case(*given) for given in CASES]}
    Path(__file__).with_name("buscar.json").write_text(json.dumps(made) + "\n")
