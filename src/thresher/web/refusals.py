"""What the server refuses, and how it says so: one sentence, no paths, no traces."""

import logging
from html import escape

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sqlalchemy.exc import DBAPIError, OperationalError
from starlette.exceptions import HTTPException

from thresher.errors import (
    CertificateError,
    FileError,
    MissingExtraError,
    StoreError,
    ThresherError,
)

__all__ = [
    "SERVER_FAULT",
    "Refusal",
    "add_refusals",
    "page_only",
    "sentence_of",
    "sentence_only",
]

API = "/api/"
logger = logging.getLogger("thresher.web")
GONE = "The database does not answer. Nothing was lost; try again in a moment."
UNEXPECTED = "Something went wrong on the server. Nothing half-written was kept."
SERVER_FAULT = 500
AWAY = 503
MAY_COME_BACK = (  # what is said of a project file, in `store.refusals`
    "cannot grow",
    "is being changed",
    "cannot be read or written",
    "cannot be opened or made",
    "may not be changed",
    "may not be opened",
)
SOON = 2  # seconds after which it is worth trying again
WORDS = {
    400: "bad-request",
    401: "signed-out",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    409: "conflict",
    413: "too-large",
    415: "wrong-kind",
    422: "bad-input",
    429: "too-often",
    501: "not-yet",
    503: "away",
}


class Refusal(HTTPException):
    """A request that is not granted: a status, and a sentence for the reader."""

    def __init__(
        self, status: int, message: str, *, code: str = "", wait: int | None = None
    ) -> None:
        headers = {"Retry-After": str(wait)} if wait is not None else None
        super().__init__(status, message, headers)
        self.code = code or WORDS.get(status, "refused")


def sentence_only(
    status: int,
    message: str,
    *,
    code: str = "",
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """Return the answer of a refusal, as every route gives it."""
    said = {"code": code or WORDS.get(status, "refused"), "message": message}
    return JSONResponse({"error": said}, status, headers=headers)


def page_only(
    status: int, message: str, *, headers: dict[str, str] | None = None
) -> HTMLResponse:
    """Return a refusal as a page with nothing but its sentence."""
    page = f"<!doctype html><title>Thresher</title><p>{escape(message)}</p>"
    return HTMLResponse(page, status, headers=headers)


def sentence_of(  # noqa: PLR0911  one line a kind of error
    error: BaseException,
) -> tuple[int, str, str]:
    """Return status, sentence and code of an error, without any path of the server.

    Examples
    --------
    >>> sentence_of(FileError("/srv/secret/a.ris", "is no citation file"))
    (422, 'a.ris: is no citation file.', 'unreadable-file')
    """
    match error:
        case HTTPException():
            code = error.code if isinstance(error, Refusal) else ""
            return error.status_code, str(error.detail), code
        case FileError():
            where = error.path.name
            where = where if error.line is None else f"{where}, line {error.line}"
            hint = f" {error.hint}" if error.hint else ""
            return _status_of_file(error), f"{where}: {error.reason}.{hint}", error.code
        case MissingExtraError():
            return 501, str(error), error.code
        case StoreError():
            hint = f" {error.hint}" if error.hint else ""
            message = f"The database {error.reason}.{hint}"
            return _status_of_store(error), message, error.code
        case CertificateError():
            return 409, str(error), error.code
        case ThresherError():
            return 422, str(error), error.code
        case DBAPIError() if _is_away(error):
            return AWAY, GONE, "away"
    return SERVER_FAULT, UNEXPECTED, "unexpected"


def add_refusals(app: FastAPI) -> None:
    """Answer every error with its sentence."""
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _of_input)
    app.add_exception_handler(ThresherError, _of_error)
    app.add_exception_handler(DBAPIError, _of_error)
    app.add_exception_handler(Exception, _of_error)


def _is_away(error: DBAPIError) -> bool:
    return error.connection_invalidated or isinstance(error, OperationalError)


def _status_of_file(error: FileError) -> int:
    return AWAY if error.reason.startswith(MAY_COME_BACK) else 422


def _status_of_store(error: StoreError) -> int:
    return 409 if error.reason.startswith("holds a") else AWAY  # a newer Thresher's


def _of_http(request: Request, error: Exception) -> JSONResponse:
    del request
    if not isinstance(error, HTTPException):
        raise error
    code = error.code if isinstance(error, Refusal) else ""
    headers = dict(error.headers) if error.headers else None
    return sentence_only(
        error.status_code, str(error.detail), code=code, headers=headers
    )


def _of_input(request: Request, error: Exception) -> JSONResponse:
    del request
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    told = f"{where}: {first['msg']}"  # names of fields are as they were sent
    return sentence_only(422, " ".join(told.split()))


def _of_error(request: Request, error: Exception) -> Response:
    status, message, code = sentence_of(error)
    where = request.url.path
    headers = None
    if status == AWAY:
        logger.warning("%s %s: %s", request.method, where, message)
        headers = {"Retry-After": str(SOON)}
    elif status >= SERVER_FAULT:
        logger.error("%s %s", request.method, where, exc_info=error)
    if where.startswith(API):
        return sentence_only(status, message, code=code, headers=headers)
    return page_only(status, message, headers=headers)
