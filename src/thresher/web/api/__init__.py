"""The REST API under /api/v1: JSON in, JSON out, the same functions as the pages."""

from fastapi import APIRouter

from thresher.web.api import (
    certificates,
    duplicates,
    exports,
    history,
    jobs,
    people,
    progress,
    projects,
    records,
    reports,
    screening,
    sessions,
    sources,
    syntheses,
)
from thresher.web.api.shapes import Fault

__all__ = ["router"]

REFUSALS = {
    400: "The request makes no sense",
    401: "Nobody is signed in",
    403: "Not allowed",
    404: "Not there, or not yours",
    409: "Against what is there already",
    413: "Too large",
    415: "Neither JSON nor a form of ours",
    422: "A value outside what is allowed",
    429: "Too often",
    500: "An error of ours",
    501: "An optional part is not installed",
    503: "The store does not answer now",
}
router = APIRouter(
    prefix="/api/v1",
    responses={
        status: {"model": Fault, "description": text}
        for status, text in REFUSALS.items()
    },
)
for part in (
    screening,  # asked most often: the first that fits answers
    sessions,
    projects,
    people,
    sources,
    jobs,
    duplicates,
    history,
    records,
    certificates,
    syntheses,
    exports,
    progress,
    reports,
):
    router.include_router(part.router)
