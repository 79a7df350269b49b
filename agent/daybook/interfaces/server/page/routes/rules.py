"""What may be written about the owner."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.shown import ShownTo, seen_at
from daybook.interfaces.server.page.visitor import Acting
from daybook.remember import SLOTS
from daybook.remember.policy import EVERYTHING

router = APIRouter()


@router.get("/rules")
async def rules(daybook: Memory, shown: ShownTo, changed: bool = False) -> Response:
    """Show for every kind of fact whether it is written."""
    policy = await daybook.ledger.apolicy(owner=shown.visitor.owner)
    families = dict.fromkeys(slot.family for slot in SLOTS.values())
    rows = [
        (name, slot, "yes" if policy.permits(name) else "asks first" if policy.asks(name) else "no")
        for name, slot in SLOTS.items()
    ]
    own = sorted((rule, "always") for rule in policy.allow) + sorted((rule, "never") for rule in policy.deny)
    kinds = (EVERYTHING, *families, *SLOTS)
    return shown.page("rules.html", rows=rows, own=own, kinds=kinds, changed=changed)


@router.post("/rules")
async def change(
    daybook: Memory,
    visitor: Acting,
    rule: Annotated[str, Form()],
    write: Annotated[str, Form(pattern="always|never|default")],
) -> Response:
    """Keep a rule; what waited for a consent that is given now is read again."""
    policy = await daybook.ledger.apolicy(owner=visitor.owner)
    change = {
        "always": policy.with_allowed,
        "never": policy.with_denied,
        "default": policy.with_default,
    }[write]
    await daybook.ledger.aset_policy(change(rule), owner=visitor.owner)
    if write == "always" and daybook.parts.settings.ledger:
        await daybook.aremember(owner=visitor.owner)
    return seen_at("/rules?changed=1")
