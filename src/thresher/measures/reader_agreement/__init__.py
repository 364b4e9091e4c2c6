"""How well readers agree, from records that several of them read blindly."""

from thresher.measures.reader_agreement.adjusted_kappa import (
    ADJUSTED_KAPPA,
    adjusted_kappa,
)
from thresher.measures.reader_agreement.agreement_table import (
    COEFFICIENTS,
    AgreementRow,
    agreement_table,
)
from thresher.measures.reader_agreement.coefficient import Coefficient
from thresher.measures.reader_agreement.cohen_kappa import COHEN_KAPPA, cohen_kappa
from thresher.measures.reader_agreement.gwet_ac1 import GWET_AC1, gwet_ac1
from thresher.measures.reader_agreement.krippendorff_alpha import (
    KRIPPENDORFF_ALPHA,
    krippendorff_alpha,
)
from thresher.measures.reader_agreement.overlap_sample import (
    MISSING,
    Drawn,
    OverlapSample,
    overlap_of_ledger,
)
from thresher.measures.reader_agreement.percent_agreement import (
    PERCENT_AGREEMENT,
    percent_agreement,
)
from thresher.measures.reader_agreement.spread import (
    AgreementInterval,
    bootstrap_interval,
    exact_interval,
    normal_interval,
    standard_error,
)

__all__ = [
    "ADJUSTED_KAPPA",
    "COEFFICIENTS",
    "COHEN_KAPPA",
    "GWET_AC1",
    "KRIPPENDORFF_ALPHA",
    "MISSING",
    "PERCENT_AGREEMENT",
    "AgreementInterval",
    "AgreementRow",
    "Coefficient",
    "Drawn",
    "OverlapSample",
    "adjusted_kappa",
    "agreement_table",
    "bootstrap_interval",
    "cohen_kappa",
    "exact_interval",
    "gwet_ac1",
    "krippendorff_alpha",
    "normal_interval",
    "overlap_of_ledger",
    "percent_agreement",
    "standard_error",
]
