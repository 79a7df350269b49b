"""Whom a ledger knows by name, and what is told of each."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from daybook.conversation.entities import Entity, entities_of

from daybook import Daybook
from daybook.models.embedding import Embedder
from daybook.settings import Settings

BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def entities_after(*said: str, data: Path, embedder: Embedder) -> dict[str, Entity]:
    with Daybook.open(settings=Settings.of(data_dir=data), embedder=embedder) as daybook:
        for day, text in enumerate(said):
            moment = BEGAN + timedelta(days=day)
            daybook.append(text, owner="ada", session_id=f"s{day}", said_at=moment)
        daybook.remember(owner="ada")
        ledger = daybook.ledger.snapshot(owner="ada")
    return {entity.name: entity for entity in entities_of(ledger)}


def test_a_name_is_one_entity_through_all_sessions(tmp_path: Path, minilm: Embedder) -> None:
    found = entities_after(
        "My sister Maeve is a nurse in Cork.",
        "My dog is called Tansy.",
        "I had lunch with Maeve yesterday.",
        "My cousin is called Clara.",
        "My cousin is called Claire, not Clara.",
        data=tmp_path,
        embedder=minilm,
    )

    assert {name: entity.kinds for name, entity in found.items()} == {
        "Maeve": ["sister"],
        "Tansy": ["dog"],
        "Claire": ["cousin"],
    }
    assert (len(found["Maeve"].record_ids), len(found["Maeve"].entry_ids)) == (2, 1)
    assert found["Claire"].other_names == ["Clara"]
    assert found["Tansy"].said_at == BEGAN + timedelta(days=1)


def test_what_waits_to_be_confirmed_names_nobody(tmp_path: Path, minilm: Embedder) -> None:
    said = "My girlfriend, Toby and I went hiking."

    assert entities_after(said, data=tmp_path, embedder=minilm) == {}
