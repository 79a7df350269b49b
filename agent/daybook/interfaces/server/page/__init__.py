"""The page: a memory for a person to fill, ask, correct and forget, in a browser and without a script."""

from fastapi import FastAPI

from daybook.interfaces.server.page import (
    ask_page,
    forget_page,
    import_page,
    known_page,
    page_templates,
    sessions_page,
    visits,
)


def add_page(app: FastAPI) -> None:
    """Add the page to an application whose problems and other routes are there already."""
    app.state.recent_forms = visits.RecentForms()
    for module in (known_page, forget_page, ask_page, import_page, sessions_page, visits, page_templates):
        app.include_router(module.router, include_in_schema=False)
