"""What Mem0's routes do with memories."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import accumulate
from typing import Any

from daybook.conversation import Candidate, Record, Role, Round, Session, Turn, rounds_of
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.conversation.language import Analyzer
from daybook.interfaces.operations.memory_operations import rounds_there
from daybook.interfaces.operations.operation_results import passages
from daybook.interfaces.server.access import Caller
from daybook.interfaces.server.mem0.mem0_filters import Filter, Named, own_ids
from daybook.interfaces.server.mem0.memories import (
    NO_ANNOTATION,
    Annotation,
    Mem0Memory,
    annotate,
    memories_of,
    memory_shape,
    read_annotations,
)
from daybook.library.daybook import Daybook
from daybook.library.results import Appended
from daybook.store import ByRound, Everything
from daybook.store.forgetting.cascade import Receipt

_NOT_SAID = ("system", "developer", "tool", "function")
"""Roles of what nobody said: instructions, and what programs returned."""
_ALL = 10_000
"""More than a search ranks."""


def turns_of_messages(messages: Sequence[Mapping[str, Any]]) -> list[Turn]:
    """Read messages, without instructions and what tools returned; BadInput where one cannot be kept."""
    turns = []
    for place, message in enumerate(messages):
        role = message.get("role")
        if role in _NOT_SAID:
            continue
        if role not in tuple(Role):
            raise BadInput(f"{role!r:.30} is no role: user and assistant are", source=f"messages.{place}")
        text = _text_of(message.get("content"), place)
        if text.strip():
            turns.append(Turn(Role(role), text, speaker=message.get("name") or None))
    if not turns:
        raise BadInput("there are no words of a user or an assistant to keep", source="messages")
    return turns


async def add(
    daybook: Daybook,
    owner: str,
    turns: Sequence[Turn],
    *,
    named: Named,
    metadata: Mapping[str, Any],
    said_at: datetime | None,
) -> list[Appended]:
    """Keep turns at the end of the run's session, a round for each user's turn and its reply.

    A program may hand in its whole conversation each time: what the session ends with already is not kept
    twice, nor is what was all said in it on that day. Should keeping fail in the middle, what was kept
    stays, and the same call goes on behind it. The session is that of the day where `named` has no run_id.
    """
    moment = said_at or daybook.now()
    session_id = named.get("run_id") or f"{moment:%Y-%m-%d}"
    offered = rounds_of(Session(session_id, moment, tuple(turns)), owner)
    try:
        there = await daybook.arounds(owner=owner, session_id=session_id)
    except UnknownItem:
        there = []
    if said_before := rounds_there(there, offered):
        return [Appended(round_, False, ()) for round_ in said_before]
    repeated = _repeated(there, offered)
    added = [Appended(round_, False, ()) for round_ in there[len(there) - repeated :]]
    for round_ in offered[repeated:]:
        added.append(await daybook.aappend(round_.turns, owner=owner, session_id=session_id, said_at=moment))
    own = own_ids(owner)
    annotation = Annotation(
        metadata=metadata,
        agent_id=None if own["agent_id"] else named.get("agent_id"),
        app_id=None if own["app_id"] else named.get("app_id"),
    )
    new = [result.round.round_id for result in added if result.is_new]
    if new and annotation.kept:
        await annotate(daybook, owner, dict.fromkeys(new, annotation))
    return added


async def search(
    daybook: Daybook,
    owner: str,
    query: str,
    *,
    wanted: Filter,
    top_k: int,
    threshold: float | None,
    asked_at: datetime | None,
) -> list[dict[str, Any]]:
    """Find memories, best first, with the shape of each and its score.

    The order is that of `Daybook.asearch`, so of `ask` as well. A score is the cosine similarity of a memory
    to the query, or of the most similar one behind it where that is greater, so that scores descend as ranks
    do; `threshold` is the least. A wording that was replaced is not found any more. Of a round with two sides
    both are shown, each with who said it, and long turns cut to the passages that match. `wanted` is applied
    to the rounds that were ranked: at most 50 by meaning and 50 by words.
    """
    found = await daybook.asearch(query, owner=owner, limit=_ALL, asked_at=asked_at)
    annotations = await read_annotations(daybook, owner)
    pairs = [
        (candidate, memory)
        for candidate, memory in await _current(daybook, owner, found.candidates, annotations)
        if wanted.holds(memory.filter_fields)
    ]
    scores = _scores([candidate for candidate, _ in pairs])
    scored = [
        (candidate, memory, score)
        for (candidate, memory), score in zip(pairs, scores, strict=True)
        if threshold is None or score >= threshold
    ][:top_k]
    written = await shapes(daybook, owner, [memory for _, memory, _ in scored])
    return [
        shape | _text_shape(candidate, found.plan.question, daybook.language.analyzer) | {"score": score}
        for shape, (candidate, _, score) in zip(written, scored, strict=True)
    ]


async def list_memories(daybook: Daybook, owner: str, wanted: Filter) -> list[Mem0Memory]:
    """List the memories for which a filter holds, those last said first; equal moments by their ids."""
    annotations = await read_annotations(daybook, owner)
    rounds = await daybook.aall_rounds(owner=owner)
    found = [memory for memory in memories_of(rounds, annotations) if wanted.holds(memory.filter_fields)]
    return sorted(found, key=lambda memory: (memory.first.said_at, memory.memory_id), reverse=True)


async def list_page(
    daybook: Daybook, owner: str, wanted: Filter, *, first: int, size: int
) -> tuple[int, list[Mem0Memory]]:
    """Count what `list_memories` lists, and give `size` of it from the place `first` on."""
    if not wanted.is_all_of(owner):
        found = await list_memories(daybook, owner, wanted)
        return len(found), found[first : first + size]
    annotations = await read_annotations(daybook, owner)
    reworded = {name for annotation in annotations.values() for name in annotation.wordings}
    names = [name for name in await daybook.around_ids(owner=owner) if name not in reworded]
    page = names[first : first + size]
    wordings = [later for name in page for later in annotations.get(name, NO_ANNOTATION).wordings]
    rounds = await daybook.afetch([*page, *wordings], owner=owner)
    return len(names), memories_of(rounds, annotations)


async def find_memory(daybook: Daybook, caller: Caller, memory_id: str) -> Mem0Memory:
    """Find a memory by its id, or by that of a round which rewords it; UnknownItem without one."""
    owner = caller.owner or await daybook.aowner_of_round(memory_id)
    if owner is not None:
        annotations = await read_annotations(daybook, owner)
        name = next((name for name, note in annotations.items() if memory_id in note.wordings), memory_id)
        annotation = annotations.get(name, NO_ANNOTATION)
        rounds = await daybook.afetch([name, *annotation.wordings], owner=owner)
        if rounds and rounds[0].round_id == name:
            return Mem0Memory(rounds[0], tuple(rounds[1:]), annotation)
    raise UnknownItem(f"there is no memory {memory_id!r:.60}")


async def shapes(daybook: Daybook, owner: str, memories: Iterable[Mem0Memory]) -> list[dict[str, Any]]:
    """Write memories of an owner with the facts that rest on them."""
    facts: dict[str, list[Record]] = defaultdict(list)
    for record in await daybook.ledger.arecords(owner=owner):
        for round_id in record.round_ids:
            facts[round_id].append(record)
    return [memory_shape(memory, facts[memory.current.round_id]) for memory in memories]


async def update(
    daybook: Daybook, memory: Mem0Memory, *, text: str | None, metadata: Mapping[str, Any] | None
) -> Mem0Memory:
    """Reword a memory, or replace its metadata.

    The round is not rewritten: the new wording is kept as a correction and shown instead, and the old one is
    found, quoted and learnt from no more. BadInput where another memory says just that.
    """
    owner, now = memory.first.owner, daybook.now()
    rewordings, annotation = memory.rewordings, memory.annotation
    if text is not None and text != memory.text:
        if not text.strip():
            raise BadInput("a memory needs words; DELETE forgets it", source="text")
        appended = await daybook.areword(memory.current.round_id, text, owner=owner)
        if not appended.is_new:
            raise BadInput(f"memory {appended.round.round_id} says just that already", source="text")
        rewordings = (*rewordings, appended.round)
    annotation = replace(
        annotation,
        metadata=annotation.metadata if metadata is None else metadata,
        wordings=tuple(round_.round_id for round_ in rewordings),
        changed_at=now,
    )
    await annotate(daybook, owner, {memory.memory_id: annotation})
    return Mem0Memory(memory.first, rewordings, annotation)


async def delete(daybook: Daybook, memories: Sequence[Mem0Memory]) -> dict[str, Any]:
    """Forget memories for good, in every wording.

    Says how much of what was removed, and whether a search of everything that is kept found nothing left.
    """
    receipts = [
        await daybook.aforget(ByRound(round_.round_id), owner=memory.first.owner)
        for memory in memories
        for round_ in memory.rounds
    ]
    return _receipt_shape(receipts)


async def delete_everything(daybook: Daybook, owner: str) -> dict[str, Any]:
    """Forget all that is kept of an owner, for good; returns what `delete` does."""
    return _receipt_shape([await daybook.aforget(Everything(), owner=owner)])


def _text_of(content: object, place: int) -> str:
    """Return the text of a message, which may come in parts."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    if len(texts) < len(parts) or not all(isinstance(text, str) for text in texts):
        raise BadInput("only text is kept, no images or files", source=f"messages.{place}.content")
    return "\n".join(map(str, texts))


def _repeated(there: Sequence[Round], offered: Sequence[Round]) -> int:
    """Count the rounds at the beginning of those offered that the session ends with."""
    ends = [round_.fields for round_ in there]
    begins = [round_.fields for round_ in offered]
    sizes = range(min(len(ends), len(begins)), 0, -1)
    return next((size for size in sizes if ends[-size:] == begins[:size]), 0)


async def _current(
    daybook: Daybook, owner: str, candidates: Sequence[Candidate], annotations: Mapping[str, Annotation]
) -> list[tuple[Candidate, Mem0Memory]]:
    """Find the memory of each candidate; a round whose wording was replaced is passed over."""
    memory_ids = {name: memory_id for memory_id, note in annotations.items() for name in note.wordings}
    rounds: dict[str, Round] = {candidate.round.round_id: candidate.round for candidate in candidates}
    firsts = {memory_ids.get(name, name) for name in rounds}
    named = {*firsts, *(later for name in firsts for later in annotations.get(name, NO_ANNOTATION).wordings)}
    if lacking := sorted(named - rounds.keys()):
        others = await daybook.afetch(lacking, owner=owner)
        rounds |= {round_.round_id: round_ for round_ in others}
    by_id = {memory.current.round_id: memory for memory in memories_of(rounds.values(), annotations)}
    return [
        (candidate, by_id[candidate.round.round_id])
        for candidate in candidates
        if candidate.round.round_id in by_id
    ]


def _scores(candidates: Sequence[Candidate]) -> list[float]:
    """Make scores that descend, each as near to the cosine similarity of its candidate as can be."""
    similar = [min(1.0, max(0.0, candidate.signals.get("dense", 0.0))) for candidate in candidates]
    return [round(score, 4) for score in accumulate(reversed(similar), max)][::-1]


def _text_shape(candidate: Candidate, question: str, analyzer: Analyzer) -> dict[str, Any]:
    """Write what a candidate says: with both sides, since a program may hand nothing else to its model."""
    text = passages(candidate, question, analyzer)
    both = f"User: {text.user}\nAssistant: {text.assistant}"
    return {
        "memory": both if text.user and text.assistant else text.user or text.assistant,
        "assistant": text.assistant if text.user else "",
        "is_cut": text.is_cut,
    }


def _receipt_shape(receipts: Sequence[Receipt]) -> dict[str, Any]:
    removed = Counter[str]()
    for receipt in receipts:
        removed.update(receipt.removed)
    return {"removed": dict(removed), "verified": all(receipt.verified for receipt in receipts)}
