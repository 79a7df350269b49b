"""The page: memory for a person to fill, ask, correct and forget, in a browser and without a script."""

from fastapi import FastAPI

from daybook.interfaces.server.page import (
    ask_page,
    changes_page,
    diary_page,
    documents_page,
    forget_page,
    import_page,
    known_page,
    page_templates,
    review_page,
    rounds_page,
    visits,
)

_MODULES = (
    known_page,
    review_page,
    changes_page,
    forget_page,
    diary_page,
    ask_page,
    import_page,
    documents_page,
    rounds_page,
    visits,
    page_templates,
)


def add_page(app: FastAPI) -> None:
    """Add the page to an application whose problems and other routes are there already."""
    app.state.recent_forms = visits.RecentForms()
    for module in _MODULES:
        app.include_router(module.router, include_in_schema=False)
