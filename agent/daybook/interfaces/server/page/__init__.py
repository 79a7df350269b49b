"""The page: memory for a person to fill, ask, correct and forget, in a browser and without a script."""

from fastapi import FastAPI

from daybook.interfaces.server.page import (
    ask_page,
    forget_page,
    import_page,
    known_page,
    page_templates,
    review_page,
    rounds_page,
    visits,
)


def add_page(app: FastAPI) -> None:
    """Add the page to an application whose problems and other routes are there already."""
    app.state.recent_forms = visits.RecentForms()
    pages = (known_page, review_page, forget_page, ask_page, import_page, rounds_page)
    for module in (*pages, visits, page_templates):
        app.include_router(module.router, include_in_schema=False)
