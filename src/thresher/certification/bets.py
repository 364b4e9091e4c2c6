"""Bets against a share: what to expect if the classifier is better than the target."""

from dataclasses import dataclass

import numpy as np
from scipy import special

from thresher.arrays import Scores
from thresher.certification.samples import Counts
from thresher.errors import InputError

__all__ = ["Bet", "bet_on", "even_bet"]

ATOMS = 200  # shares bet on
TRUST = 0.95  # of the stake, on what cross-validation says; the rest is spread evenly


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bet:
    r"""A stake spread over shares above the one that is tested.

    Parameters
    ----------
    null
        The share tested: the classifier has at most that, says the null hypothesis.
    shares
        What is bet on, all above `null`.
    stakes
        How much on each; together 1.
    seen
        Successes and trials seen before the test, that the bet came from.

    Notes
    -----
    After :math:`x` successes in :math:`m` trials the wealth is
    :math:`e_m = \sum_j w_j (p_j/p_0)^x ((1-p_j)/(1-p_0))^{m-x}`. Under the null
    hypothesis its expectation never rises, whatever the stakes, so that it ever
    reaches :math:`1/\alpha` with probability at most :math:`\alpha` (Ville).
    """

    null: float
    shares: Scores
    stakes: Scores
    seen: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if not 0 < self.null < 1 or not (self.shares > self.null).all():
            raise InputError(
                f"bets must lie above the share that is tested, which is in (0, 1), "
                f"got {self.null}"
            )
        if not np.isclose(self.stakes.sum(), 1) or (self.stakes < 0).any():
            raise InputError(f"stakes must add up to 1, got {self.stakes.sum()}")

    @property
    def gains(self) -> tuple[Scores, Scores]:
        """Logarithms of what a success and a failure multiply each stake by."""
        return (
            np.log(self.shares / self.null),
            np.log((1 - self.shares) / (1 - self.null)),
        )

    def expected(self, successes: Counts, *, trials: int) -> Scores:
        """Return the share to expect of the next trial, by Jeffreys' prior."""
        before, among = self.seen
        share: Scores = (before + successes + 0.5) / (among + trials + 1)
        return share

    def log_wealth(self, successes: Counts, trials: Counts) -> Scores:
        """Return the logarithm of the wealth after so many trials.

        Examples
        --------
        >>> bet = Bet(null=0.5, shares=np.array([0.75]), stakes=np.array([1.0]))
        >>> np.exp(bet.log_wealth(np.array([1, 0]), np.array([1, 1])))
        array([1.5, 0.5])
        """
        win, lose = self.gains
        x = np.asarray(successes, np.float64)[..., None]
        m = np.asarray(trials, np.float64)[..., None]
        with np.errstate(divide="ignore"):
            logs = np.log(self.stakes) + x * win + (m - x) * lose
        return np.asarray(special.logsumexp(logs, axis=-1))


def even_bet(null: float) -> Bet:
    """Return a bet spread evenly over all shares above `null`."""
    shares = _places(null)
    return Bet(null=null, shares=shares, stakes=np.full(ATOMS, 1 / ATOMS))


def bet_on(null: float, *, successes: int, trials: int) -> Bet:
    """Return a bet on what was seen before the test, as in cross-validation.

    Parameters
    ----------
    null
        The share tested.
    successes, trials
        Seen before, on other records. If they mislead, the test takes longer; it is
        as valid as ever.
    """
    even = even_bet(null)
    logs = (successes - 0.5) * np.log(even.shares) + (trials - successes - 0.5) * (
        np.log1p(-even.shares)
    )
    likely = np.exp(logs - logs.max())
    stakes = TRUST * likely / likely.sum() + (1 - TRUST) * even.stakes
    return Bet(
        null=null,
        shares=even.shares,
        stakes=stakes / stakes.sum(),
        seen=(successes, trials),
    )


def _places(null: float) -> Scores:
    """Return the middles of equal parts of what is above `null`."""
    if not 0 < null < 1:
        raise InputError(f"the share tested must be in (0, 1), got {null}")
    places: Scores = null + (1 - null) * (np.arange(ATOMS) + 0.5) / ATOMS
    return places
