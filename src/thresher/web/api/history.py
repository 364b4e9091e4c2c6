"""History and conflicts."""

from fastapi import APIRouter

__all__ = ["router"]

router = APIRouter(tags=["history"])
