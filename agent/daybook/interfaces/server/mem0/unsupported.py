"""What Mem0's hosted client can call beside memories and Daybook does not do; each says what does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter

from daybook.interfaces.server.access import CalledBy
from daybook.interfaces.server.mem0.errors import Mem0Route, Unsupported

router = APIRouter(tags=["mem0"], route_class=Mem0Route)

_EXPORT = "Daybook makes no exports by a schema: `daybook export` writes everything that is kept, as it is"
_PROFILE = "Daybook writes no profiles: what is known of an owner, with its quotes, is in the ledger"
_PROJECT = "Daybook has no organisations and projects: a data directory is one, and tokens say who opens what"
_UNSUPPORTED = {
    "/v1/exports/": _EXPORT,
    "/v1/exports/get/": _EXPORT,
    "/v1/summary/": "Daybook writes no summaries: POST /v1/ask answers a question with quotes",
    "/v1/events/": "events are not listed; GET /v1/event/{id}/ says what became of one",
    "/v1/feedback/": "Daybook takes no feedback on a memory; update, or delete what is wrong",
    "/v2/entities/{kind}/{name}/profile/": _PROFILE,
    "/v2/profiles/{rest:path}": _PROFILE,
    "/api/v1/orgs/{rest:path}": _PROJECT,
    "/api/v1/webhooks/{rest:path}": "Daybook calls nobody: there are no webhooks",
}


def _refusing(reason: str) -> Callable[[CalledBy], Awaitable[None]]:
    async def refuse(caller: CalledBy) -> None:
        raise Unsupported(reason)

    return refuse


for _path, _reason in _UNSUPPORTED.items():
    router.add_api_route(
        _path, _refusing(_reason), methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False
    )
