"""Daybook as a provider of the Agent Memory Benchmark (github.com/vectorize-io/agent-memory-benchmark).

In a checkout of the benchmark, whose keys its answering and judging models need:

    uv run --with daybook-memory python agent_memory_benchmark_provider.py run \
        --dataset locomo --split locomo10 --memory daybook

With `--mode rag` the benchmark's model gets the rounds that are found; with `--mode agent` Daybook answers.
"""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory_bench.memory import REGISTRY
from memory_bench.memory.base import MemoryProvider
from memory_bench.models import Document

from daybook import Daybook, Role, Round, Session, Turn

NOBODY = "everybody"
"""The owner of documents that name no user."""


class DaybookProvider(MemoryProvider):  # type: ignore[misc] # the harness is in no index
    """Keeps every document as a session, and finds rounds in it; no model is needed for either."""

    name = "daybook"
    description = "Every round word for word, found by meaning, words, time and what the ledger says of it."
    kind = "local"
    link = "https://pypi.org/project/daybook-memory/"

    def prepare(self, store_dir: Path, unit_ids: set[str] | None = None, reset: bool = True) -> None:
        """Open the memory of a run, an empty one where the run begins anew."""
        if reset:
            shutil.rmtree(store_dir, ignore_errors=True)
        self._daybook = Daybook.open(store_dir)

    def cleanup(self) -> None:
        """Close it."""
        self._daybook.close()

    def ingest(self, documents: list[Document]) -> None:
        """Keep documents, each in the memory of its user."""
        for document in documents:
            said = Session(
                document.id, moment_of(document.timestamp) or datetime.now(UTC), turns_of(document)
            )
            self._daybook.add([said], owner=document.user_id or NOBODY)

    def retrieve(
        self, query: str, k: int = 10, user_id: str | None = None, query_timestamp: str | None = None
    ) -> tuple[list[Document], dict[str, Any] | None]:
        """Find the rounds that bear on a question, each with its date."""
        found = self._daybook.search(
            query, owner=user_id or NOBODY, asked_at=moment_of(query_timestamp), limit=k
        )
        return [document_of(candidate.round) for candidate in found], None

    def direct_answer(
        self, query: str, user_id: str | None = None, query_timestamp: str | None = None
    ) -> tuple[str, str, dict[str, Any] | None]:
        """Answer by Daybook: the answer, the quotes that it rests on, and no more."""
        answer = self._daybook.ask(query, owner=user_id or NOBODY, asked_at=moment_of(query_timestamp))
        return answer.text, "\n".join(f"{one.said_at:%d %B %Y}: {one.quote}" for one in answer.evidence), None


def turns_of(document: Document) -> tuple[Turn, ...]:
    """Read a document's turns: its messages, else JSON of them, else its text as one turn."""
    messages = document.messages or messages_in(document.content)
    first = messages[0].get("speaker")
    return tuple(
        Turn(
            Role.ASSISTANT
            if message.get("role") == "assistant" or message.get("speaker") != first
            else Role.USER,
            message.get("content") or message.get("text") or "",
            speaker=message.get("speaker"),
        )
        for message in messages
    )


def messages_in(content: str) -> list[dict[str, Any]]:
    """Read messages that are a document's text, as LoCoMo's are."""
    try:
        messages = json.loads(content)
    except ValueError:
        messages = None
    return messages if messages and isinstance(messages, list) else [{"content": content}]


def moment_of(text: str | None) -> datetime | None:
    """Read a moment; one without a time zone is UTC."""
    if text is None:
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def document_of(round_: Round) -> Document:
    """Write a round for a model to read."""
    lines = [f"{turn.speaker or turn.role}: {turn.content}" for turn in round_.turns]
    return Document(round_.round_id, "\n".join([f"{round_.said_at:%A, %d %B %Y, %H:%M}", *lines]))


REGISTRY["daybook"] = DaybookProvider

if __name__ == "__main__":
    from memory_bench.cli import app

    app()
