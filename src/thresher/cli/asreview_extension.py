"""`asreview metrics` and `asreview plot`, answered by Thresher."""

from thresher import __version__
from thresher.cli.main import run

__all__ = ["MetricsEntryPoint", "PlotEntryPoint"]


class MetricsEntryPoint:
    """The sub-command ``asreview metrics``."""

    version = __version__

    def execute(self, argv: list[str]) -> None:
        """Run ``thresher metrics`` with the same arguments."""
        run(["metrics", *argv])


class PlotEntryPoint:
    """The sub-command ``asreview plot``."""

    version = __version__

    def execute(self, argv: list[str]) -> None:
        """Run ``thresher plot`` with the same arguments."""
        run(["plot", *argv])
