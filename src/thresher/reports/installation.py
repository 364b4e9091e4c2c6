"""What of Thresher is installed here, and what each missing part would bring."""

import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata, resources
from pathlib import Path

from thresher import __version__

__all__ = [
    "EXTRAS",
    "NEEDED",
    "WEIGHTS",
    "Check",
    "data_check",
    "installation_checks",
]

EXTRAS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "asreview": (("asreview",), "ASReview's models as rankers"),
    "cluster": (("distributed",), "sweeps on a Dask cluster"),
    "neural": (
        ("safetensors", "torch", "transformers"),
        "BART and LED with weights of yours",
    ),
    "pandas": (("pandas",), "tables of records as pandas frames"),
    "postgres": (("psycopg",), "a team server on PostgreSQL"),
    "web": (
        (
            *("fastapi", "httptools", "pwdlib", "python-multipart", "uvicorn"),
            *(() if sys.platform == "win32" else ("uvloop",)),
        ),
        "the lab in a browser",
    ),
}
NEEDED = (
    *(
        "alembic",
        "click",
        "jinja2",
        "matplotlib",
        "numpy",
        "python-calamine",
        "rapidfuzz",
    ),
    *("rich", "scikit-learn", "scipy", "sqlalchemy", "threadpoolctl", "xlsxwriter"),
)
WEIGHTS = ("roles", "pico", "evidence", "encoder")
MEGABYTE = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing looked at, and how it stands.

    Parameters
    ----------
    name
        What was looked at.
    state
        ``ok``, ``absent`` (an option that is not there) or ``wrong``.
    text
        What was found.
    advice
        What to do about it; empty where nothing is to be done.
    """

    name: str
    state: str
    text: str
    advice: str = ""


def installation_checks() -> list[Check]:
    """Thresher, Python, needed packages, extras, models and accelerators."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return [
        Check(name="thresher", state="ok", text=__version__),
        Check(name="python", state="ok", text=f"{platform.python_version()}, {system}"),
        _needed(),
        *(_extra(name) for name in EXTRAS),
        *(_weights(name) for name in WEIGHTS),
        _accelerator(),
    ]


def data_check(folder: Path | None) -> Check:
    """Whether real corpora are there, for `train`, `reproduce` and the benchmarks."""
    if folder is None:
        advice = "Set THRESHER_DATA for train, reproduce and the benchmarks."
        return Check(name="data", state="absent", text="no data folder", advice=advice)
    if not folder.is_dir():
        return Check(
            name="data",
            state="wrong",
            text=f"{folder} is not a folder",
            advice="Set THRESHER_DATA to the folder that holds the corpora.",
        )
    try:
        parts = sorted(one.name for one in folder.iterdir() if one.is_dir())
    except OSError as error:
        return Check(
            name="data",
            state="wrong",
            text=f"{folder} cannot be read: {error.strerror}",
            advice="Ask its owner for the right to read it.",
        )
    return Check(name="data", state="ok", text=f"{folder}: {', '.join(parts)}")


def _needed() -> Check:
    found = {name: _version(name) for name in NEEDED}
    missing = [name for name, version in found.items() if version is None]
    if missing:
        return Check(
            name="packages",
            state="wrong",
            text=f"missing: {', '.join(missing)}",
            advice="Install again: pip install --upgrade thresher.",
        )
    told = ", ".join(f"{name} {version}" for name, version in found.items())
    return Check(name="packages", state="ok", text=told)


def _extra(name: str) -> Check:
    packages, brings = EXTRAS[name]
    found = {package: _version(package) for package in packages}
    if None in found.values():
        return Check(
            name=f"extra {name}",
            state="absent",
            text=brings,
            advice=f"pip install 'thresher[{name}]'",
        )
    told = ", ".join(f"{package} {version}" for package, version in found.items())
    return Check(name=f"extra {name}", state="ok", text=f"{brings}: {told}")


def _weights(name: str) -> Check:
    file = resources.files("thresher.synthesis") / "weights" / f"{name}.npz"
    if not file.is_file():
        return Check(
            name=f"model {name}",
            state="wrong",
            text="the weights are not in the package",
            advice=f"Install again, or make them: thresher train {name}.",
        )
    size = len(file.read_bytes()) / MEGABYTE
    return Check(name=f"model {name}", state="ok", text=f"{size:.1f} MB")


def _accelerator() -> Check:
    """Say whether torch sees a GPU; torch is loaded only where it is installed."""
    if _version("torch") is None:
        return Check(name="gpu", state="absent", text="not needed; torch is not here")
    import torch  # noqa: PLC0415  heavy, and an extra

    if not torch.cuda.is_available():
        return Check(
            name="gpu", state="absent", text="torch finds none; the CPU is used"
        )
    return Check(name="gpu", state="ok", text=str(torch.cuda.get_device_name()))


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
