"""A plan to certify an outside screener: sizes and seed, fixed before labelling."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from thresher.certification.outside.sample import OutsideSample
from thresher.certification.outside.screener_list import ScreenerList
from thresher.errors import CertificateError, InputError
from thresher.screening.seal import Seal, texts_digest

__all__ = ["OutsidePlan", "plan_of"]

KEY = "thresher_outside_plan"
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsidePlan:
    """What will be drawn from which list, and what is to be shown by it.

    Parameters
    ----------
    seal
        The seed, the digest of the list, and the claim.
    included, excluded
        How many records to draw from each stratum.

    Raises
    ------
    InputError
        A size is no whole number, or below 0.
    """

    seal: Seal
    included: int
    excluded: int

    def __post_init__(self) -> None:
        for size in (self.included, self.excluded):
            if type(size) is not int or size < 0:
                raise InputError(f"a sample's size must be 0, 1, 2, …, got {size!r}")

    @property
    def commitment(self) -> str:
        """Digest of everything: publish it before labelling."""
        sizes = f"{self.included} {self.excluded}"
        return texts_digest(["thresher-outside-1", self.seal.commitment, sizes])

    def written(self) -> dict[str, Any]:
        """Return the plan as JSON values."""
        return {
            KEY: FORMAT,
            "commitment": self.commitment,
            "seed": self.seal.seed,
            "list_sha256": self.seal.frame,
            "target": self.seal.target,
            "alpha": self.seal.alpha,
            "included_sample": self.included,
            "excluded_sample": self.excluded,
        }

    def labelled(
        self, given: ScreenerList, labels: Mapping[str, bool]
    ) -> OutsideSample:
        """Sample that the plan draws from a list, with its labels.

        Raises
        ------
        CertificateError
            The list is another one, or labels are missing. A part of a sample, or
            another sample, would not be what the bound is for.
        """
        if given.digest != self.seal.frame:
            raise CertificateError(
                "the plan was made for another list: records or decisions differ"
            )
        drawn = given.sample(
            self.seal.seed, included=self.included, excluded=self.excluded
        )
        missing = [one for one in drawn if one not in labels]
        if missing:
            raise CertificateError(
                f"{len(missing)} of the {len(drawn)} records drawn have no label, the "
                f"first is {missing[0]!r}: label all of them, then look once"
            )
        strange = sorted(set(labels) - set(drawn))
        if strange:
            raise CertificateError(
                f"record {strange[0]!r} was labelled, but not drawn: give the labels "
                "of the sample only"
            )
        included = set(given.included)
        return OutsideSample(
            included=len(given.included),
            excluded=len(given.excluded),
            included_sampled=self.included,
            excluded_sampled=self.excluded,
            included_relevant=sum(labels[one] for one in drawn if one in included),
            excluded_relevant=sum(labels[one] for one in drawn if one not in included),
        )


def plan_of(content: object) -> OutsidePlan:
    """Plan that JSON values hold.

    Raises
    ------
    CertificateError
        They are no plan, or it was changed.
    """
    if not isinstance(content, dict) or content.get(KEY) != FORMAT:
        raise CertificateError(f'is not a plan, which begins {{"{KEY}": {FORMAT}')
    try:
        seal = Seal(
            seed=content["seed"],
            frame=content["list_sha256"],
            target=content["target"],
            alpha=content["alpha"],
        )
        plan = OutsidePlan(
            seal=seal,
            included=content["included_sample"],
            excluded=content["excluded_sample"],
        )
    except (KeyError, TypeError, InputError) as error:
        raise CertificateError(f"is a damaged plan: {error!r}") from error
    if plan.commitment != content.get("commitment"):
        raise CertificateError("was changed: it does not fit its commitment")
    return plan
