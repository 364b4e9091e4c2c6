"""What a Methods section has to say of a screening; what is not known stays so."""

from dataclasses import dataclass
from enum import StrEnum

from thresher.certification.certificate.statement import Certificate
from thresher.errors import InputError
from thresher.measures.reader_agreement import AgreementRow
from thresher.screening.recall_target import exact_share

__all__ = ["Methods", "ReadingMode"]


class ReadingMode(StrEnum):
    """How many readers decide on a record.

    `DUAL_SHARE` is one reader, and two for a share drawn at random.
    """

    SINGLE = "single"
    DUAL = "dual"
    DUAL_SHARE = "dual-share"


@dataclass(frozen=True, slots=True, kw_only=True)
class Methods:
    """The facts of a screening that a Methods section reports.

    Every fact may be ``None``: the text then says that it was not recorded, and never
    supposes anything in its place.

    Parameters
    ----------
    tool, version, used
        The name of the tool, its version, and when it was used ("in May 2026").
    stage
        What was screened, such as "titles and abstracts".
    recipe, features, strategy
        The model, what it read of a record, and how the next record was chosen.
    starts
        How the first records were chosen, and the seeds of all random choices.
    readers, mode, dual_share
        How many people read, whether singly or twice, and which share was read twice
        (for `DUAL_SHARE`).
    blind, conflicts
        Whether two readers of a record were blind to each other until both had
        decided, and how their conflicts were resolved.
    people_decided
        Whether every inclusion and every exclusion of a read record was decided by a
        person.
    duplicates
        How duplicates were found and removed.
    records, read, included
        Records in the pile, those that at least one person read, and those included
        at this stage.
    stopping_rule, target, alpha
        When reading stopped; the recall aimed at and the chance of error, if it has
        them.
    certificate
        The certificate of recall, if one was issued.
    agreement
        Rows of `agreement_table`.
    validation
        What is known of the tool's performance on reviews like this one.
    limitations
        Further limits, a sentence each.
    citation
        How to cite the tool.

    Raises
    ------
    InputError
        A count or a share is impossible, or contradicts the certificate.
    """

    tool: str = "Thresher"
    version: str | None = None
    used: str | None = None
    stage: str | None = None
    recipe: str | None = None
    features: str | None = None
    strategy: str | None = None
    starts: str | None = None
    readers: int | None = None
    mode: ReadingMode | None = None
    dual_share: float | None = None
    blind: bool | None = None
    conflicts: str | None = None
    people_decided: bool | None = None
    duplicates: str | None = None
    records: int | None = None
    read: int | None = None
    included: int | None = None
    stopping_rule: str | None = None
    target: float | None = None
    alpha: float | None = None
    certificate: Certificate | None = None
    agreement: tuple[AgreementRow, ...] = ()
    validation: str | None = None
    limitations: tuple[str, ...] = ()
    citation: str | None = None

    def __post_init__(self) -> None:
        if not self.tool.strip():
            raise InputError("the tool needs a name")
        self._refuse_counts()
        self._refuse_readers()
        self._refuse_claim()

    @property
    def unread(self) -> int | None:
        """How many records nobody read, where that is known."""
        if self.records is None or self.read is None:
            return None
        return self.records - self.read

    def _refuse_counts(self) -> None:
        counts = {"included": self.included, "read": self.read, "records": self.records}
        known = [(name, count) for name, count in counts.items() if count is not None]
        before = ("0", 0)
        for name, count in known:
            if count < before[1]:
                raise InputError(
                    f"need 0 <= included <= read <= records, got {count} {name} and "
                    f"{before[1]} {before[0]}"
                )
            before = (name, count)

    def _refuse_readers(self) -> None:
        needed = 1 if self.mode in (None, ReadingMode.SINGLE) else 2
        if self.readers is not None and self.readers < needed:
            raise InputError(
                f"{self.mode or 'a'} reading needs {needed} readers or more, got "
                f"{self.readers}"
            )
        if self.dual_share is not None and not 0 < self.dual_share <= 1:
            raise InputError(
                f"dual_share must be above 0, at most 1, got {self.dual_share}"
            )

    def _refuse_claim(self) -> None:
        if self.target is not None:
            exact_share(self.target, name="target")
        if self.alpha is not None and not 0 < self.alpha < 1:
            raise InputError(f"alpha must be above 0 and below 1, got {self.alpha}")
        if self.certificate is None:
            return
        seal = self.certificate.seal
        for name, told, sealed in (
            ("target", self.target, seal.target),
            ("alpha", self.alpha, seal.alpha),
        ):
            if told is not None and told != sealed:
                raise InputError(
                    f"{name} is {told} here and {sealed} in the certificate: leave it "
                    "out, the certificate says it"
                )
