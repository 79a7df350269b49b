"""Daybook and other memories by their own packages, each behind the same two calls.

Each is used as its documentation says, with one embedder for all. What it keeps is told apart by the round id
that is stored with it, or by the id that it gives out.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from langchain_core.embeddings import Embeddings
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from daybook import Daybook
from daybook.conversation import Round, Turn
from daybook.conversation.errors import DaybookError
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.data.case import Case
from daybook_eval.loopback import Body, serving

FOUND = 50
"""Hits that each is asked for: the best of several parts of a round counts, and ten rounds are looked at."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory that is open."""

    keep: Callable[[Case], None]
    """Keeps the history of a question, in the order of the file."""
    find: Callable[[Case], Iterable[str]]
    """Asks the question as it is; ids of rounds, best first, of which some may repeat."""
    seconds_elsewhere: Callable[[], float] = lambda: 0.0
    """Seconds of processors that a process of its own has taken."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A memory that is measured."""

    package: str
    module: str
    use: str
    """How it is used, and what it could not be given."""
    open: Callable[[Path, Embedder], AbstractContextManager[Memory]]
    """Opens an empty one in a folder."""
    version: str = ""
    """Of a package that is not installed here."""


@contextmanager
def _daybook(folder: Path, embedder: Embedder, **changes: object) -> Iterator[Memory]:
    settings = Settings.of(**changes, data_dir=folder)
    with Daybook.open(settings=settings, embedder=embedder) as daybook:

        def keep(case: Case) -> None:
            daybook.add(case.sessions, owner=case.owner)

        def find(case: Case) -> Iterable[str]:
            found = daybook.search(case.question, owner=case.owner, asked_at=case.asked_at, limit=FOUND)
            return [candidate.round.round_id for candidate in found]

        yield Memory(keep, find)


@contextmanager
def _rank_bm25(folder: Path, embedder: Embedder) -> Iterator[Memory]:
    ids: list[str] = []
    index: list[BM25Okapi] = []

    def keep(case: Case) -> None:
        rounds = list(case.rounds())
        ids.extend(round_.round_id for round_ in rounds)
        index.append(BM25Okapi([text_of(round_).split(" ") for round_ in rounds]))

    def find(case: Case) -> Iterable[str]:
        scores = index[0].get_scores(case.question.split(" "))
        return [ids[place] for place in np.argsort(-scores, kind="stable")[:FOUND]]

    yield Memory(keep, find)


@contextmanager
def _mem0(folder: Path, embedder: Embedder) -> Iterator[Memory]:
    quiet = {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder)}  # read when it is first imported
    with patch.dict(os.environ, quiet):
        from langchain_core.language_models import FakeListChatModel
        from mem0 import Memory as Mem0
    nobody = FakeListChatModel(responses=[])  # it insists on a model, which is never asked
    store = {
        "collection_name": "peers",
        "path": str(folder),
        "on_disk": True,
        "embedding_model_dims": embedder.dim,
    }
    memory = Mem0.from_config(
        {
            "llm": {"provider": "langchain", "config": {"model": nobody}},
            "embedder": {"provider": "langchain", "config": {"model": _OneEmbedder(embedder)}},
            "vector_store": {"provider": "qdrant", "config": store},
            "history_db_path": str(folder / "history.db"),
        }
    )

    def keep(case: Case) -> None:
        for round_ in case.rounds():
            said = [
                {"role": turn.role.value, "content": _line(turn) if turn.speaker else turn.content}
                for turn in round_.turns
            ]
            known = {"round_id": round_.round_id, "said_at": round_.said_at.isoformat()}
            memory.add(said, user_id=case.owner, metadata=known, infer=False)

    def find(case: Case) -> Iterable[str]:
        found = memory.search(case.question, filters={"user_id": case.owner}, top_k=FOUND)
        return [hit["metadata"]["round_id"] for hit in found["results"]]

    yield Memory(keep, find)
    memory.vector_store.client.close()
    memory.close()


@contextmanager
def _langmem(folder: Path, embedder: Embedder) -> Iterator[Memory]:
    from langgraph.store.memory import InMemoryStore
    from langmem import create_manage_memory_tool, create_search_memory_tool

    store = InMemoryStore(index={"dims": embedder.dim, "embed": _OneEmbedder(embedder)})
    manage = create_manage_memory_tool(("memories",), store=store)
    search = create_search_memory_tool(("memories",), store=store)
    rounds: dict[str, str] = {}

    def keep(case: Case) -> None:
        for round_ in case.rounds():
            created = manage.invoke({"content": text_of(round_)})
            rounds[created.split()[-1]] = round_.round_id

    def find(case: Case) -> Iterable[str]:
        found = json.loads(search.invoke({"query": case.question, "limit": FOUND}))
        return [rounds[hit["key"]] for hit in found]

    yield Memory(keep, find)


@contextmanager
def _mempalace(folder: Path, embedder: Embedder) -> Iterator[Memory]:
    with served(embedder) as address:
        places = {
            "HOME": str(folder),
            "MEMPALACE_CONFIG_DIR": str(folder.parent / "mempalace"),  # read when it is first imported
            "MEMPALACE_PALACE_PATH": str(folder / "palace"),
            "MEMPALACE_EMBEDDING_MODEL": "openai-compat",
            "MEMPALACE_EMBEDDING_API_URL": address,
            "MEMPALACE_EMBEDDING_API_MODEL": embedder.fingerprint,
        }
        with patch.dict(os.environ, places):
            with _own_stdout():
                from mempalace.mcp_server import tool_add_drawer, tool_search

            logging.getLogger().setLevel(logging.WARNING)  # its import has everybody log everything

            def keep(case: Case) -> None:
                for round_ in case.rounds():
                    room = f"session {round_.session_id} {round_.occurrence}"
                    _done(tool_add_drawer("chats", room, text_of(round_), source_file=round_.round_id))

            def find(case: Case) -> Iterable[str]:
                return [
                    hit["source_path"] for hit in _done(tool_search(case.question, limit=FOUND))["results"]
                ]

            yield Memory(keep, find)


@contextmanager
def _own_stdout() -> Iterator[None]:
    """Take stdout back from an import that leads it to stderr, as a server of MCP does."""
    before, kept = sys.stdout, os.dup(1)
    yield
    os.dup2(kept, 1)
    os.close(kept)
    sys.stdout = before


def _done(reply: dict[str, Any]) -> dict[str, Any]:
    if "error" in reply:
        raise DaybookError(f"mempalace: {reply['error']}")
    return reply


def text_of(round_: Round) -> str:
    """Write a round, a line for each turn, with who says it."""
    return "\n".join(map(_line, round_.turns))


def _line(turn: Turn) -> str:
    return f"{turn.speaker or turn.role.value}: {turn.content}"


class _OneEmbedder(Embeddings):
    """The embedder of all, as LangChain's."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts."""
        vectors: list[list[float]] = run(self._embedder.embed(texts)).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Embed a question."""
        return self.embed_documents([text])[0]


@contextmanager
def served(embedder: Embedder) -> Iterator[str]:
    """Serve the embedder on this machine by OpenAI's protocol; gives the address."""
    vectors_of = _OneEmbedder(embedder).embed_documents

    def reply(body: Body) -> tuple[str, str]:
        vectors = enumerate(vectors_of(body["input"]))
        rows = [{"index": place, "embedding": vector} for place, vector in vectors]
        return "application/json", json.dumps({"data": rows})

    with serving(reply) as address:
        yield address


_OURS = ("daybook-memory", "daybook")
PEERS: Mapping[str, Peer] = {
    "daybook": Peer(*_OURS, "add and search, by default settings without a chat model", _daybook),
    "daybook classic": Peer(*_OURS, "the same with preset classic", partial(_daybook, preset="classic")),
    "rank_bm25": Peer(
        "rank-bm25",
        "rank_bm25",
        "BM25Okapi over rounds split at blanks, as in its README; dates have no place in it",
        _rank_bm25,
    ),
    "mem0": Peer(
        "mem0ai",
        "mem0",
        "each message by add(infer=False), with round id and date as metadata, into its local Qdrant; search"
        f" with top_k {FOUND} (20 by default). Its keyword search and its entities need models that are"
        " downloaded (mem0ai[extras], mem0ai[nlp]), and were off: it searched by meaning alone",
        _mem0,
    ),
    "langmem": Peer(
        "langmem",
        "langmem",
        f"each round by its manage_memory tool, search_memory with limit {FOUND} (10 by default), on"
        " LangGraph's InMemoryStore, which is on no disk; dates have no place in it",
        _langmem,
    ),
    "mempalace": Peer(
        "mempalace",
        "mempalace",
        "each round by its add_drawer tool, one room a session, which cuts it every 800 characters; its"
        f" search tool with limit {FOUND} (5 by default), hybrid as by default, on its ChromaDB; a drawer has"
        " no date but that of its filing",
        _mempalace,
    ),
}
