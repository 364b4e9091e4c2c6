"""The `thresher` command: names, help, and what becomes of errors."""

import io
import os
import sys

import click

from thresher import __version__
from thresher.cli.lazy import LazyGroup
from thresher.errors import ThresherError

__all__ = ["cli", "run"]

COMMANDS = {
    "demo": ("thresher.cli.demo:demo", "The whole way on a generated review."),
    "lab": ("thresher.web.commands:lab", "Screen in the browser, on this machine."),
    "serve": ("thresher.web.commands:serve", "The lab for a team, with sign-in."),
    "import": ("thresher.cli.import_:import_", "Citation files into a project."),
    "convert": ("thresher.cli.convert:convert", "Citation files into other formats."),
    "dedupe": ("thresher.cli.dedupe:dedupe", "Link the duplicates of a project."),
    "export": ("thresher.cli.export:export", "Records and decisions out of a project."),
    "simulate": (
        "thresher.cli.simulate:command",
        "What would a model have saved on a finished review?",
    ),
    "sweep": ("thresher.cli.sweep:sweep", "Many simulations, on one core or many."),
    "metrics": ("thresher.cli.metrics:metrics", "How good was a screening?"),
    "compare": ("thresher.cli.compare:compare", "Models side by side, tested."),
    "plot": ("thresher.cli.plot:plot", "Recall, WSS, ERF, ROC and other curves."),
    "plan": ("thresher.cli.plan:plan", "What will a limited budget find?"),
    "certify": (
        "thresher.cli.certify:certify",
        "Sizes, tests and certificates: what may be claimed.",
    ),
    "stop": ("thresher.cli.stop:stop", "When may a screening stop, and who says so?"),
    "report": (
        "thresher.cli.report:report",
        "PRISMA flow, Methods text, everything as one zip.",
    ),
    "published": (
        "thresher.cli.published:published",
        "WSS and TNR of printed tables: convert and audit.",
    ),
    "synthesise": (
        "thresher.cli.synthesise:synthesise",
        "What do the included studies say, and do they agree?",
    ),
    "judge": (
        "thresher.cli.judge:judge",
        "Generated summaries against their targets.",
    ),
    "corpus": (
        "thresher.cli.corpus:corpus",
        "Data sets of reviews and their studies, as MS².",
    ),
    "train": ("thresher.cli.train:train", "Make the weights of the text models."),
    "doctor": ("thresher.cli.doctor:doctor", "Is everything here that is needed?"),
    "reproduce": (
        "thresher.cli.reproduce:reproduce",
        "Recompute the tables and figures of the papers.",
    ),
}

SETTINGS = {"help_option_names": ["-h", "--help"]}
INTERRUPTED = 130  # what a shell expects after Ctrl-C


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings=SETTINGS)
@click.version_option(__version__, "-V", "--version", prog_name="thresher")
def cli() -> None:
    """Find the few studies that matter, and answer for it.

    Results go to standard output, progress to standard error. Exit codes: 0 done,
    1 refused or failed, 2 wrong usage, 130 interrupted.
    """


def run(arguments: list[str] | None = None) -> None:
    """Run the command line; every failure ends as one sentence and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # the name of a file may be no text
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_outcome(arguments))


def _outcome(arguments: list[str] | None) -> int:
    try:
        done = cli.main(arguments, prog_name="thresher", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("THRESHER_DEBUG"):
            raise
        sentence, code = _last_words(error)
        click.echo(f"Error: {sentence}", err=True)
        return code
    return done if isinstance(done, int) else 0


def _last_words(error: BaseException) -> tuple[str, int]:
    """Return what to say of a failure, and the exit code."""
    match error:
        case click.Abort() | KeyboardInterrupt():
            return "stopped; nothing half-written was left behind", INTERRUPTED
        case ThresherError():
            return f"{error} [{error.code}]", 1
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error} [system]", 1
        case MemoryError():
            return "not enough memory for this; try a smaller file [memory]", 1
    name = type(error).__name__
    return f"unexpected {name}: {error}. Set THRESHER_DEBUG=1 and report it", 1


if __name__ == "__main__":
    run()
