"""ForgetEval: cases of updating and forgetting, put to Daybook's own verbs and to the policies of adapters.

`facts.jsonl` has for each case what a reader of its messages alone wrote by hand (a message that says one
plain thing is a fact as it stands), and for each change the facts of the new message, or what is to be
forgotten: a message by its number, one fact of several by its value.

Sources: ForgetEval-Adv v0.4 of deeplethe/lethe (MIT), with the published figures; SIBLINGS.md says where
`siblings.jsonl` comes from, 24 cases of ours in its form that nothing was tuned on.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from daybook import Daybook
from daybook.conversation import Candidate, Status
from daybook.models.embedding import Embedder
from daybook.store import ByPhrase, ByRecord, ByRound
from daybook_eval.study import agree_to_constraints, memory
from daybook_prompts.replies import FactFound

FOUND = 10
"""Rounds that count as found."""
_FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)


class ForgetCase(BaseModel):
    """A case as the benchmark has it."""

    model_config = ConfigDict(frozen=True)

    id: str
    category: str
    setup_facts: tuple[str, ...]
    mutations: tuple[tuple[str, ...], ...]
    """Verb and query, and of "supersede" the new message."""
    final_query: str
    must_contain: tuple[str, ...]
    must_not_contain: tuple[str, ...]

    def passes(self, found: Sequence[str]) -> bool:
        """True if what has to be there is found, and nothing else that must not be."""
        text = "\n".join(found).casefold()
        kept = all(words.casefold() in text for words in self.must_contain)
        return kept and not any(words.casefold() in text for words in self.must_not_contain)

    def loses(self, found: Sequence[str]) -> bool:
        """True if something that has to stay is not found."""
        text = "\n".join(found).casefold()
        return not all(words.casefold() in text for words in self.must_contain)


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one case."""

    daybook: Daybook
    owner: str
    hours: Iterator[int]

    def keep(self, text: str, facts: Sequence[Mapping[str, str]] = ()) -> str:
        """Keep a message; returns the id of its round."""
        given = [FactFound(**fact) for fact in facts]
        moment = _FIRST + timedelta(hours=next(self.hours))
        return self.daybook.append(text, owner=self.owner, said_at=moment, facts=given).round.round_id

    def search(self, query: str) -> Sequence[Candidate]:
        """Search the rounds."""
        return list(self.daybook.search(query, owner=self.owner, limit=FOUND))

    def found(self, query: str) -> list[str]:
        """Return the texts of the rounds that a query finds."""
        return [turn.content for hit in self.search(query) for turn in hit.round.turns]

    def known(self, query: str) -> list[str]:
        """Return the records in force, as `list_facts` gives them, and what is found beside all records."""
        records = self.daybook.ledger.records(owner=self.owner)
        recorded = {name for record in records for name in record.round_ids}
        beside = [hit.round for hit in self.search(query) if hit.round.round_id not in recorded]
        in_force = [record.text for record in records if record.status is Status.ACTIVE]
        return in_force + [turn.content for round_ in beside for turn in round_.turns]


def by_facts(case: ForgetCase, memory: Memory, written: Mapping[str, Any]) -> list[str]:
    """Append messages with their facts; a new one supersedes its address, and what is to go is forgotten."""
    rounds = []
    for number, text in enumerate(case.setup_facts, 1):
        facts = [_fact(one) for one in written["facts"] if one["message"] == number]
        rounds.append(memory.keep(text, facts))
    agree_to_constraints(memory.daybook, memory.owner)
    for mutation, change in zip(case.mutations, written["changes"], strict=True):
        if mutation[0] == "supersede":
            memory.keep(mutation[2], [_fact(one, act="replaces") for one in change["facts"]])
            agree_to_constraints(memory.daybook, memory.owner)
        for unwanted in change.get("forget", ()):
            if isinstance(unwanted, str):
                _forget_fact(memory, unwanted)
            else:
                _forget_message(memory, rounds[unwanted - 1])
    return memory.known(case.final_query)


def _fact(given: Mapping[str, Any], **changes: str) -> dict[str, str]:
    return {name: value for name, value in given.items() if name != "message"} | changes


def _forget_message(memory: Memory, round_id: str) -> None:
    """Forget the records that rest on a message, or the message where none does."""
    named = 0
    while True:
        records = memory.daybook.ledger.records(owner=memory.owner)
        name = next((record.record_id for record in records if round_id in record.round_ids), None)
        if name is None:
            break
        memory.daybook.forget(ByRecord(name), owner=memory.owner)
        named += 1
    if not named:
        memory.daybook.forget(ByRound(round_id), owner=memory.owner)


def _forget_fact(memory: Memory, value: str) -> None:
    """Forget the records of a value."""
    for record in memory.daybook.ledger.records(owner=memory.owner):
        if record.value == value:
            memory.daybook.forget(ByRecord(record.record_id), owner=memory.owner)


def by_phrase(case: ForgetCase, memory: Memory, written: Mapping[str, Any]) -> list[str]:
    """Append messages without facts, forget the query as a phrase, and ask."""

    def forget(query: str) -> None:
        memory.daybook.forget(ByPhrase(query), owner=memory.owner)

    _by_search(case, memory, forget)
    return [memory.daybook.ask(case.final_query, owner=memory.owner).text]


def best_hit(case: ForgetCase, memory: Memory, written: Mapping[str, Any]) -> list[str]:
    """Forget the best hit of the query: what the published adapters do."""
    return _by_search(case, memory, lambda query: _forget_rounds(memory, memory.search(query)[:1]))


def widest_gap(case: ForgetCase, memory: Memory, written: Mapping[str, Any]) -> list[str]:
    """Forget the hits above the widest gap between two scores that follow one another."""

    def forget(query: str) -> None:
        hits = memory.search(query)
        gaps = [one.score - other.score for one, other in pairwise(hits)]
        _forget_rounds(memory, hits[: 1 + gaps.index(max(gaps))] if gaps else hits)

    return _by_search(case, memory, forget)


def _by_search(case: ForgetCase, memory: Memory, forget: Callable[[str], None]) -> list[str]:
    for text in case.setup_facts:
        memory.keep(text)
    for _, query, *new in case.mutations:
        forget(query)
        for text in new:
            memory.keep(text)
    return memory.found(case.final_query)


def _forget_rounds(memory: Memory, hits: Sequence[Candidate]) -> None:
    for hit in hits:
        memory.daybook.forget(ByRound(hit.round.round_id), owner=memory.owner)


def everything(case: ForgetCase, memory: Memory, written: Mapping[str, Any]) -> list[str]:
    """Keep nothing but the last new message: a policy that takes too much looks good here."""
    return [new for _, _, *news in case.mutations[-1:] for new in news]


POLICIES: Mapping[str, Callable[[ForgetCase, Memory, Mapping[str, Any]], list[str]]] = {
    "own verbs, facts by hand": by_facts,
    "own verbs, no facts": by_phrase,
    "best hit forgotten": best_hit,
    "above the widest gap forgotten": widest_gap,
    "everything deleted": everything,
}


SETS = {"ForgetEval": "facts.jsonl", "siblings": "sibling_facts.jsonl"}
"""The cases, by the file of their facts."""


def read_cases(name: str, benchmark: Path) -> list[ForgetCase]:
    """Read the cases of a set: the benchmark's from its file, ours from the package."""
    text = benchmark.read_text("utf-8") if name == "ForgetEval" else _bundled("siblings.jsonl")
    return [ForgetCase.model_validate_json(line) for line in text.splitlines()]


def read_written(name: str) -> Mapping[str, Any]:
    """Read the facts by hand of a set, by the id of their case."""
    return {written["id"]: written for written in map(json.loads, _bundled(SETS[name]).splitlines())}


def _bundled(name: str) -> str:
    return files(__name__).joinpath(name).read_text("utf-8")


def measure(benchmark: Path, embedder: Embedder, limit: int | None = None) -> dict[str, Any]:
    """Put every case of the benchmark's file, and of the siblings, or the first `limit`, to every policy.

    Returns {"policies", SET: {"categories": {NAME: {POLICY: [passed, cases]}}, "lost": {POLICY: cases}}},
    "all" being a category.
    """
    with memory(embedder) as daybook:
        found = {
            name: _measure_set(daybook, read_cases(name, benchmark)[:limit], read_written(name))
            for name in SETS
        }
    return {"policies": [*POLICIES], **found}


def _measure_set(daybook: Daybook, cases: Sequence[ForgetCase], written: Mapping[str, Any]) -> dict[str, Any]:
    counts: dict[str, dict[str, list[int]]] = {}
    lost = dict.fromkeys(POLICIES, 0)
    for case in cases:
        for name, policy in POLICIES.items():
            found = policy(case, Memory(daybook, f"{case.id} {name}", count()), written[case.id])
            lost[name] += case.loses(found)
            for category in (case.category, "all"):
                held = counts.setdefault(category, {}).setdefault(name, [0, 0])
                held[0] += case.passes(found)
                held[1] += 1
    return {"categories": dict(sorted(counts.items())), "lost": lost}
