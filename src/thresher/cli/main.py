"""The `thresher` command: names, help, and what becomes of errors."""

import os
import sys

import click

from thresher import __version__
from thresher.cli.lazy import LazyGroup
from thresher.errors import ThresherError

__all__ = ["cli", "run"]

COMMANDS = {
    "demo": ("thresher.cli.demo:demo", "The whole way on a generated review."),
    "metrics": ("thresher.cli.metrics:metrics", "How good was a screening?"),
    "plot": ("thresher.cli.plot:plot", "Recall, WSS, ERF, ROC and other curves."),
    "plan": ("thresher.cli.plan:plan", "What will a limited budget find?"),
    "published": (
        "thresher.cli.published:published",
        "WSS and TNR of printed tables: convert and audit.",
    ),
    "reproduce": (
        "thresher.cli.reproduce:reproduce",
        "Recompute the tables and figures of the papers.",
    ),
}

INTERRUPTED = 130  # what a shell expects after Ctrl-C


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", prog_name="thresher")
def cli() -> None:
    """Find the few studies that matter, and answer for it.

    Results go to standard output, progress to standard error. Exit codes: 0 done,
    1 refused or failed, 2 wrong usage, 130 interrupted.
    """


def run(arguments: list[str] | None = None) -> None:
    """Run the command line; every failure ends as one sentence and an exit code."""
    sys.exit(_outcome(arguments))


def _outcome(arguments: list[str] | None) -> int:
    try:
        done = cli.main(arguments, prog_name="thresher", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _failed("stopped; nothing half-written was left behind", INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except ThresherError as error:
        return _failed(f"{error} [{error.code}]", 1)
    except OSError as error:
        return _failed(_of_the_system(error), 1)
    except MemoryError:
        return _failed("not enough memory for this; try a smaller file", 1)
    except Exception as error:
        if os.environ.get("THRESHER_DEBUG"):
            raise
        name = type(error).__name__
        return _failed(
            f"unexpected {name}: {error}. Set THRESHER_DEBUG=1 and report it", 1
        )
    return done if isinstance(done, int) else 0


def _of_the_system(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error} [system]"


def _failed(sentence: str, code: int) -> int:
    click.echo(f"Error: {sentence}", err=True)
    return code


if __name__ == "__main__":
    run()
