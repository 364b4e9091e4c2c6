"""The lab's pages: shells without data, filled in the browser from the API."""

from thresher.web.pages.shells import open_router, router
from thresher.web.pages.static import static_files

__all__ = ["open_router", "router", "static_files"]
