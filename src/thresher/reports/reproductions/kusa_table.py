"""Table 1 of Kusa et al. (2023), as printed.

W. Kusa, A. Lipani, P. Knoth, A. Hanbury, An analysis of work saved over sampling in
the evaluation of automated citation screening in systematic literature reviews,
Intelligent Systems with Applications (2023) 200193, doi:10.1016/j.iswa.2023.200193.
The paper prints the number of records and the percentage of relevant ones; the counts
are those of the public data sets of Cohen et al. (2006), doi:10.1197/jamia.M1929.
"""

from thresher.measures.published import (
    Judged,
    PublishedRow,
    PublishedTable,
    as_printed,
)
from thresher.measures.published.table import Figures

__all__ = ["MODELS", "PERCENTAGES", "table_1"]

MODELS = ("A", "B", "C", "D", "E", "F", "G")
SETS = {
    "ACEInhibitors": (2544, 41),
    "ADHD": (851, 20),
    "Antihistamines": (310, 16),
    "Atypical Antipsychotics": (1120, 146),
    "Beta Blockers": (2072, 42),
    "Calcium Channel Blockers": (1218, 100),
    "Estrogens": (368, 80),
    "NSAIDs": (393, 41),
    "Opioids": (1915, 15),
    "Oral Hypoglycemics": (503, 136),
    "Proton Pump Inhibitors": (1333, 51),
    "Skeletal Muscle Relaxants": (1643, 9),
    "Statins": (3465, 85),
    "Triptans": (671, 24),
    "Urinary Incontinence": (327, 40),
}
PERCENTAGES = (
    *("1.6%", "2.4%", "5.2%", "13.0%", "2.0%", "8.2%", "21.7%", "10.4%", "0.8%"),
    *("27.0%", "3.8%", "0.5%", "2.5%", "3.6%", "12.2%"),
)
WSS = """
0.566 0.523 0.733 0.801 0.787 0.783 0.783
0.680 0.622 0.526 0.793 0.665 0.698 0.424
0.000 0.149 0.236 0.137 0.310 0.168 0.047
0.141 0.206 0.170 0.251 0.329 0.212 0.218
0.284 0.367 0.465 0.428 0.587 0.504 0.419
0.122 0.234 0.430 0.448 0.424 0.159 0.178
0.183 0.375 0.414 0.471 0.397 0.119 0.306
0.497 0.528 0.672 0.730 0.723 0.571 0.620
0.133 0.554 0.364 0.826 0.533 0.295 0.559
0.090 0.085 0.136 0.117 0.095 0.065 0.098
0.277 0.229 0.328 0.378 0.400 0.243 0.283
0.000 0.265 0.374 0.556 0.286 0.229 0.090
0.247 0.315 0.491 0.435 0.566 0.443 0.409
0.034 0.274 0.346 0.412 0.434 0.266 0.210
0.261 0.296 0.432 0.531 0.531 0.272 0.439
"""
TNR = """
0.625 0.582 0.795 0.864 0.850 0.846 0.846
0.746 0.687 0.589 0.862 0.731 0.765 0.484
0.053 0.210 0.302 0.197 0.380 0.230 0.102
0.212 0.287 0.246 0.339 0.429 0.294 0.301
0.340 0.425 0.525 0.487 0.649 0.564 0.478
0.183 0.305 0.518 0.538 0.512 0.223 0.244
0.284 0.529 0.579 0.652 0.557 0.202 0.441
0.605 0.640 0.800 0.865 0.857 0.688 0.742
0.184 0.609 0.417 0.883 0.588 0.348 0.614
0.176 0.169 0.239 0.213 0.182 0.141 0.186
0.338 0.289 0.391 0.443 0.466 0.303 0.345
0.050 0.317 0.426 0.609 0.338 0.281 0.141
0.303 0.373 0.553 0.496 0.630 0.504 0.469
0.086 0.334 0.409 0.478 0.500 0.326 0.268
0.347 0.387 0.542 0.655 0.360 0.550 0.550
"""
AVERAGE_WSS = "0.2343 0.3348 0.4078 0.4876 0.4711 0.3351 0.3388"
AVERAGE_TNR = "0.3022 0.4094 0.4888 0.5721 0.5550 0.4050 0.4141"


def table_1() -> PublishedTable:
    """Table 1 as a published table, with the exact counts of relevant records.

    Examples
    --------
    >>> table = table_1()
    >>> print(len(table.rows), table.rows[-1].tnr["E"])
    15 0.360
    """
    lines = zip(WSS.split("\n")[1:-1], TNR.split("\n")[1:-1], strict=True)
    return PublishedTable(
        models=MODELS,
        rows=tuple(
            PublishedRow(
                dataset=name,
                judged=(Judged(records=records, relevant=relevant),),
                wss=_figures(wss),
                tnr=_figures(tnr),
            )
            for (name, (records, relevant)), (wss, tnr) in zip(
                SETS.items(), lines, strict=True
            )
        ),
        average_wss=_figures(AVERAGE_WSS),
        average_tnr=_figures(AVERAGE_TNR),
    )


def _figures(line: str) -> Figures:
    return dict(zip(MODELS, map(as_printed, line.split()), strict=True))
