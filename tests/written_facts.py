"""Facts written into a memory as an agent's own model hands them in."""

from collections.abc import Iterable

from daybook import Daybook
from daybook.graph.event_loop import run
from daybook.graph.write_facts import write_facts
from daybook_prompts.replies import FactFound

Told = tuple[str, str, str]
"""Words that a round holds, a slot and a value."""


def learn(daybook: Daybook, facts: Iterable[Told | FactFound], *, owner: str) -> None:
    """Write facts, each into the round whose user's words hold its quote, in the order of being said."""
    found = [
        fact if isinstance(fact, FactFound) else FactFound(quote=fact[0], slot=fact[1], value=fact[2])
        for fact in facts
    ]
    for round_ in sorted(daybook.all_rounds(owner=owner), key=lambda round_: round_.said_at):
        said = round_.user.content if round_.user else ""
        mine = [fact for fact in found if fact.quote in said]
        if mine:
            assert not run(write_facts(daybook.parts, round_, mine))
