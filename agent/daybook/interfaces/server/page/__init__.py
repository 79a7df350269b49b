"""The page: memory for a person to look at, correct and forget, in a browser and without a script."""

from __future__ import annotations

from fastapi import FastAPI

from daybook.interfaces.server.page.errors import add_error_pages
from daybook.interfaces.server.page.kept import Kept
from daybook.interfaces.server.page.routes import (
    asking,
    assets,
    changes,
    diary,
    forgetting,
    known,
    review,
    rules,
    searching,
    sessions,
    signing_in,
)

_ROUTERS = (known, review, changes, forgetting, diary, asking, searching, sessions, rules, signing_in, assets)


def add_page(app: FastAPI) -> None:
    """Add the page to an application whose problems and other routes are there already."""
    app.state.kept = Kept()
    for one in _ROUTERS:
        app.include_router(one.router, include_in_schema=False)
    add_error_pages(app)
