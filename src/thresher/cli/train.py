"""`thresher train`: make the shipped weights again, or from more data."""

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from thresher.cli.output import made_folder, write_out
from thresher.progress import Report, to_stderr

if TYPE_CHECKING:
    from thresher.synthesis.training.made import Made

__all__ = ["train"]

MODELS = ("roles", "pico", "evidence", "encoder")


@click.command()
@click.argument("model", type=click.Choice(MODELS))
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="THRESHER_DATA",
    required=True,
    help="The data folder (or THRESHER_DATA).",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the weights and their card.",
)
@click.option(
    "--base",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="For encoder: folder with model.safetensors and vocab.txt to start from.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the card as JSON.")
def train(
    *,
    model: str,
    data: Path,
    output: Path,
    base: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Train MODEL from the data folder and write its weights and its card.

    The same data and seed give the same weights on the same machine. The figures in
    the card are on articles the model has not seen. "roles" comes first, then "pico":
    the others look at sentences with the installed weights. "encoder" starts from
    all-MiniLM-L6-v2 or its like and needs torch.
    """
    from thresher.synthesis.training.cards import card_text  # noqa: PLC0415  heavy
    from thresher.synthesis.weights import packed_bytes  # noqa: PLC0415  heavy

    if (base is None) == (model == "encoder"):
        raise click.UsageError("encoder needs --base FOLDER, and only encoder takes it")
    made_folder(output)
    with to_stderr() as report:
        made = _made(model, data, base, seed=seed, report=report, output=output)
    write_out(output / f"{model}.npz", packed_bytes(made.weights))
    card = card_text(made.card)
    write_out(output / f"{model}.json", card)
    click.echo(card if as_json else _summary(output / f"{model}.npz", card), nl=False)


def _made(
    model: str,
    data: Path,
    base: Path | None,
    *,
    seed: int,
    report: Report,
    output: Path,
) -> "Made":
    """Return what the named job makes; the encoder is kept after every epoch."""
    if base is not None:
        from thresher.synthesis.training.encoder import made_encoder  # noqa: PLC0415
        from thresher.synthesis.weights import packed_bytes  # noqa: PLC0415

        def keep(weights: dict[str, Any]) -> None:
            write_out(output / "encoder_epoch.npz", packed_bytes(weights))

        return made_encoder(data, base, seed=seed, report=report, keep=keep)
    from thresher.synthesis.training.jobs import JOBS  # noqa: PLC0415  heavy

    return JOBS[model](data, seed=seed, report=report)


def _summary(path: Path, card: str) -> str:
    """Return the figures as lines, and where the weights are."""
    lines = io.StringIO()
    for name, value in json.loads(card)["figures"].items():
        lines.write(f"{name}: {json.dumps(value)}\n")
    size = path.stat().st_size
    lines.write(f"written: {path} ({size / 1e6:.2f} MB)\n")
    return lines.getvalue()
