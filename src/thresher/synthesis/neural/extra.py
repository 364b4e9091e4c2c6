"""The packages of the extra `neural`, imported when first needed."""

import importlib
from typing import Any

from thresher.errors import MissingExtraError

__all__ = ["torch", "transformers"]


def torch() -> Any:  # noqa: ANN401  a package without a type here
    """PyTorch.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    return _package("torch")


def transformers() -> Any:  # noqa: ANN401  a package without a type here
    """Hugging Face's transformers.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    return _package("transformers")


def _package(name: str) -> Any:  # noqa: ANN401
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtraError("a neural summariser", extra="neural") from error
