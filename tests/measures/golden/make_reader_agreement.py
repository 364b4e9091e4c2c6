"""Write reader_agreement.json: what other packages say of small tables of marks.

Run in an environment with irrCAC 0.4.4, krippendorff 0.9.0, statsmodels 0.15.0 and
scikit-learn 1.9.1: ``python tests/measures/golden/make_reader_agreement.py``
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from irrCAC.raw import CAC  # type: ignore[import-not-found]
from krippendorff import alpha  # type: ignore[import-not-found]
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import (  # type: ignore[import-not-found]
    cohens_kappa,
    to_table,
)


def marks_of(
    rng: np.random.Generator, *, shape: tuple[int, int], categories: int, missing: float
) -> np.ndarray:
    """Marks of readers who often, not always, see the truth."""
    truth = rng.integers(categories, size=shape[0])
    guess = rng.integers(categories, size=shape)
    marks = np.where(rng.random(shape) < 0.6, truth[:, None], guess)
    marks[rng.random(shape) < missing] = -1
    return marks


def case(marks: np.ndarray, categories: int) -> dict[str, object]:
    """All of their figures for one table."""
    shown = pd.DataFrame(marks).astype(object)
    shown = shown.where(marks >= 0, np.nan)
    cac = CAC(shown, weights="identity", categories=list(range(categories)), digits=15)
    found: dict[str, object] = {"marks": marks.tolist(), "categories": categories}
    for name, told in (("gwet_ac1", cac.gwet()), ("adjusted_kappa", cac.bp())):
        estimate = told["est"]
        found[name] = estimate["coefficient_value"]
        found["percent_agreement"] = estimate["pa"]
        found[f"{name}_error"] = estimate["se"]
    data = np.where(marks >= 0, marks.astype(float), np.nan).T
    found["krippendorff_alpha"] = alpha(data, level_of_measurement="nominal")
    if marks.shape[1] == 2 and (marks >= 0).all():
        table = to_table(marks, bins=categories)[0]
        found["cohen_kappa"] = cohen_kappa_score(*marks.T)
        found["cohen_kappa_error"] = cohens_kappa(table).std_kappa
    return found


def main() -> None:
    """Make tables of two to five readers, with and without gaps."""
    rng = np.random.default_rng(20261117)
    cases = []
    for readers, categories, missing in [
        (2, 2, 0.0),
        (2, 3, 0.0),
        (2, 4, 0.0),
        (3, 2, 0.0),
        (5, 3, 0.0),
        (2, 2, 0.2),
        (4, 3, 0.3),
    ]:
        for size in (12, 40, 150):
            marks = marks_of(
                rng, shape=(size, readers), categories=categories, missing=missing
            )
            cases.append(case(marks, categories))
    path = Path(__file__).with_name("reader_agreement.json")
    path.write_text(json.dumps(cases) + "\n")


if __name__ == "__main__":
    main()
