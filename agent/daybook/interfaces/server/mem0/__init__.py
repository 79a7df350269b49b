"""Mem0's HTTP surfaces, the hosted service's and its open-source server's, over a memory of Daybook.

What Mem0 calls a memory is a round here: kept word for word, under the round's id, and never reworded. So a
program that speaks to Mem0 speaks to Daybook once its host and key are changed.
"""

from fastapi import FastAPI

from daybook.interfaces.server.mem0 import hosted_routes, open_source_routes
from daybook.interfaces.server.problems import MEM0_PROBLEMS


def add_mem0(app: FastAPI) -> None:
    """Add Mem0's routes to an application."""
    for router in (hosted_routes.router, open_source_routes.router, hosted_routes.unsupported):
        app.include_router(router, responses=MEM0_PROBLEMS)
