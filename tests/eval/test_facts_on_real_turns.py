"""What code lets through of a model's facts, on what people really typed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from daybook.conversation import Polarity, Role, Round, Turn
from daybook.llm import ChatRequest, ModelReply
from daybook.llm.protocol import OnText
from daybook.remember import Fact, facts_by_model, facts_in
from daybook_eval.template_yield import user_turns
from daybook_prompts import load_prompt
from tests.eval.data_files import SHARED

TURNS = SHARED / "longmemeval_oracle_dev.json.gz"
SAID_AT = datetime(2024, 5, 20, tzinfo=UTC)
SURE = 0.55
pytestmark = pytest.mark.skipif(not TURNS.exists(), reason=f"needs {TURNS}")


class Echo:
    """A model that gives facts for those of the only round that it is asked about."""

    name = fingerprint = "echo"

    def __init__(self, quoted: Sequence[Fact], valued: Sequence[Fact]) -> None:
        self.facts = [
            {
                "round": 1,
                "quote": quoted_.support.quote,
                "slot": valued_.slot,
                "value": valued_.value,
                "denied": valued_.polarity is Polarity.NEGATIVE,
                "act": valued_.act.value,
                "instead_of": valued_.instead_of,
            }
            for quoted_, valued_ in zip(quoted, valued, strict=True)
        ]

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        return ModelReply(json.dumps({"facts": self.facts}))


@pytest.fixture(scope="module")
def told() -> list[tuple[Round, list[Fact]]]:
    """Turns of which rules make facts that are written, with those facts."""
    rounds = [
        Round(f"r{place}", "ada", "s", 0, 0, SAID_AT, Turn(Role.USER, text), None)
        for place, text in enumerate(dict.fromkeys(user_turns(TURNS)))
    ]
    found = [(round_, [fact for fact in facts_in(round_) if fact.reliability >= SURE]) for round_ in rounds]
    return [(round_, facts) for round_, facts in found if facts]


async def test_facts_that_were_told_pass(told: list[tuple[Round, list[Fact]]]) -> None:
    given = passed = 0
    for round_, facts in told:
        given += len(facts)
        passed += len(await facts_by_model([round_], Echo(facts, facts), load_prompt("extract_facts")))

    assert given > 50
    assert passed > 0.95 * given, f"{passed} of {given}"


async def test_facts_of_other_turns_do_not(told: list[tuple[Round, list[Fact]]]) -> None:
    given = passed = 0
    half = len(told) // 2
    behind = [*told[half:], *told[:half]]
    for (round_, facts), (_, others) in zip(told, behind, strict=True):
        size = min(len(facts), len(others))
        given += size
        echo = Echo(facts[:size], others[:size])
        passed += len(await facts_by_model([round_], echo, load_prompt("extract_facts")))

    assert passed < 0.05 * given, f"{passed} of {given}"
