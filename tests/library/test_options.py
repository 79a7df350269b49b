from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from daybook import Daybook, Options
from daybook.conversation import Role, Session, Turn
from daybook.embedding import Embedder

MAY = datetime(2026, 5, 1, tzinfo=UTC)
SAID = [Session("s", MAY, (Turn(Role.USER, "I keep my kayak in the shed."),))]


def test_the_options_that_a_program_hands_in_count(tmp_path: Path, minilm: Embedder) -> None:
    options = Options.model_validate({"search": {"ranking": "rrf", "rrf_k": 9}})
    with Daybook.open(tmp_path, options=options, embedder=minilm) as daybook:
        daybook.add(SAID, owner="ada")

        (found,) = daybook.search("Where is my kayak?", owner="ada", asked_at=MAY).candidates

    assert "rrf" in found.signals
    assert "fused" not in found.signals
