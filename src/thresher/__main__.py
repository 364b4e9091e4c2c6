"""``python -m thresher`` is the same as ``thresher``."""

from thresher.cli.main import run

run()
