"""``python -m thresher`` is the same as ``thresher``."""

import sys

__all__ = ["main"]

INTERRUPTED = 130  # what a shell expects after Ctrl-C


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded is one sentence."""
    try:
        from thresher.cli.main import run  # noqa: PLC0415  may take a second
    except KeyboardInterrupt:
        sys.stderr.write("Error: stopped before anything was begun\n")
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
