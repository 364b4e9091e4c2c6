"""How far summaries agree with their targets, and judges with each other."""

from thresher.synthesis.agreement.confusion_table import (
    Confusion,
    Interval,
    confusion,
    kappa,
    kappa_interval,
)
from thresher.synthesis.agreement.delta_ei import Base, delta_ei, direction_distance
from thresher.synthesis.agreement.direction_f1 import direction_f1
from thresher.synthesis.agreement.pio_overlap import close_overlap, exact_overlap
from thresher.synthesis.agreement.rouge import Overlap, Rouge, rouge

__all__ = [
    "Base",
    "Confusion",
    "Interval",
    "Overlap",
    "Rouge",
    "close_overlap",
    "confusion",
    "delta_ei",
    "direction_distance",
    "direction_f1",
    "exact_overlap",
    "kappa",
    "kappa_interval",
    "rouge",
]
