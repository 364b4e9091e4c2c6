"""Files made for one answer, and gone when it is sent."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

__all__ = ["sent_file"]


def sent_file(
    folder: Path, write: Callable[[BinaryIO], None], *, name: str, kind: str
) -> FileResponse:
    """Write a file, and return the answer that sends it and then removes it.

    Parameters
    ----------
    folder
        Where it is while it is sent.
    write
        Writes it; what goes wrong there leaves nothing behind.
    name, kind
        Its name for the reader, and its media type.
    """
    folder.mkdir(parents=True, exist_ok=True)
    home = tempfile.TemporaryDirectory(dir=folder)
    path = Path(home.name, "file")
    try:
        with path.open("xb") as out:
            write(out)
    except BaseException:  # it goes on, whatever it is: only the file goes away
        home.cleanup()
        raise
    return FileResponse(
        path,
        media_type=kind,
        filename=name,
        background=BackgroundTask(home.cleanup),
    )
