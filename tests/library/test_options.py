from datetime import UTC, datetime
from pathlib import Path

from daybook import Daybook, Options
from daybook.conversation import Role, Session, Turn
from daybook.models.embedding import Embedder
from tests.written_facts import learn

MAY = datetime(2026, 5, 1, tzinfo=UTC)
SAID = [Session("s", MAY, (Turn(Role.USER, "I keep my kayak in the shed."),))]


def test_the_options_that_a_program_hands_in_count(tmp_path: Path, minilm: Embedder) -> None:
    options = Options.model_validate({"search": {"fusion": "rrf", "rrf_k": 9}})
    with Daybook.open(tmp_path, options=options, embedder=minilm) as daybook:
        daybook.add(SAID, owner="ada")

        (found,) = daybook.search("Where is my kayak?", owner="ada", asked_at=MAY).candidates

    assert "rrf" in found.signals
    assert "fused" not in found.signals


def test_records_are_joined_to_the_keys_of_their_rounds_where_the_options_say_so(
    tmp_path: Path, minilm: Embedder
) -> None:
    facts = [("I live in Leeds", "identity.residence", "Leeds")]
    told = ("I live in Leeds, and by the way the ferry was late.", "I baked bread.", "My train left early.")
    sessions = [Session(f"s{place}", MAY, (Turn(Role.USER, text),)) for place, text in enumerate(told)]

    def scores(folder: str, **given: object) -> dict[str, float]:
        options = Options.model_validate({"ledger": given})
        with Daybook.open(tmp_path / folder, options=options, embedder=minilm) as daybook:
            daybook.add(sessions, owner="ada")
            learn(daybook, facts, owner="ada")
            found = daybook.search("Where do I live?", owner="ada", asked_at=MAY).candidates
        return {hit.round.session_id: hit.score for hit in found}

    merged, without = scores("merged", fact_keys=True), scores("without")

    assert max(merged, key=lambda name: merged[name]) == "s0"
    assert merged["s0"] > without["s0"]
