"""HiMeS, section 3.2: search in the partition of a question's topic against search in all of memory."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from time import perf_counter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import rounds_of
from daybook.conversation.topics import TOPICS, topic_descriptions
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder
from daybook.models.llm import ChatModel, ask
from daybook.retrieve.papers.himes import Partition
from daybook.settings import ModelRole
from daybook.settings.environment import read_settings
from daybook.store.keys import searchable
from daybook_eval.ablations.study import is_answerable
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.statistics import paired_bootstrap
from daybook_eval.systems.bench import Bench
from daybook_eval.tables import Cell, Table
from daybook_prompts import Prompt
from daybook_prompts.replies import TopicNamed

ResultT = TypeVar("ResultT")
_TIMES = 20
"""A search is made so often, and the least time counts."""
_FLAT, _TOPIC, _SUBTOPIC = "flat", "topic", "topic and sub-topic"


@dataclass
class _Arm:
    """What one way of searching came to, question by question."""

    any_found: list[float] = field(default_factory=list)
    all_found: list[float] = field(default_factory=list)
    reachable: list[float] = field(default_factory=list)
    """Whether all evidence lies where it was searched."""
    scored: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    tagging: list[float] = field(default_factory=list)
    """Seconds that naming the topics of all stored turns takes."""


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Search the user's turns by meaning: all of them, those of the topic, those of the sub-topic.

    Raises:
        BadInput: there is no file of LongMemEval.
        BadSettings, ModelError: the embedder or the model cannot be had, or failed.
    """
    return run(_make(inputs, table))


async def _make(inputs: Inputs, table: PaperTable) -> Table:
    file = inputs.file("longmemeval_s")
    cases = [case for case in read_longmemeval(file, limit=inputs.limit) if is_answerable(case)]
    bench = Bench.open(read_settings(**dict(inputs.settings)), cache=inputs.cache)
    subtopics = {
        _leaf(topic, below): [f"{topic}: {below}"] for topic, named in TOPICS.items() for below in named
    }
    partitions = {
        _TOPIC: await _partition(topic_descriptions(), bench.embedder),
        _SUBTOPIC: await _partition(subtopics, bench.embedder),
    }
    arms: dict[str, _Arm] = defaultdict(_Arm)
    for case in cases:
        await _search(case, partitions, bench, arms)
    flat, lost, details = arms[_FLAT], [], {}
    rows: list[Sequence[Cell]] = []
    for name, arm in arms.items():
        shares = (fmean(held) for held in (arm.any_found, arm.all_found, arm.reachable))
        keys, least, tagging = (fmean(held) for held in (arm.scored, arm.seconds, arm.tagging))
        fewer = fmean(a / b for a, b in zip(arm.scored, flat.scored, strict=True))
        times = (least / fmean(flat.seconds), (least + tagging) / fmean(flat.seconds))
        rows.append((name, *shares, round(keys), fewer, *times))
        if arm is not flat:
            less = paired_bootstrap(flat.all_found, arm.all_found).interval
            lost.append(f"recall_all@10 by {name} less that of flat search: {less:+.3f}.")
        details[name] = {
            "recall_any@10": fmean(arm.any_found),
            "recall_all@10": fmean(arm.all_found),
            "keys": keys,
            "milliseconds": 1000 * least,
            "milliseconds of tagging": 1000 * tagging,
        }
    by_model = any("by model" in name for name in arms)
    return table.filled(
        rows,
        f"{len(cases)} answerable questions of {file.name}, the user's turns as keys, exact cosine",
        notes=[*lost, table.told["by_model" if by_model else "by_rules"]],
        details=details,
    )


async def _search(
    case: Case, partitions: Mapping[str, Partition], bench: Bench, arms: dict[str, _Arm]
) -> None:
    rounds = [round_ for session in case.sessions for round_ in rounds_of(session, case.owner)]
    said = [searchable(round_).get("user", "") for round_ in rounds]
    windows = [
        (place, text[start:stop])
        for place, text in enumerate(said)
        for start, stop in bench.embedder.windows(text)
    ]
    places = np.array([place for place, _ in windows])
    matrix = await bench.embedder.embed([text for _, text in windows])
    query = await bench.embedder.embed([case.question])
    evidence = {round_.round_id for round_ in case.evidence}
    wanted = {place for place, round_ in enumerate(rounds) if round_.round_id in evidence}
    model = bench.models.of(ModelRole.UNDERSTAND)
    named = await topic_by_model(case.question, model, bench.prompts["classify_topic"]) if model else None
    masks: dict[str, NDArray[np.bool_]] = {_FLAT: np.ones(len(places), dtype=bool)}
    tagging = dict.fromkeys((_FLAT, *partitions), 0.0)
    for name, partition in partitions.items():
        topics, tagging[name] = _least_time(partial(partition.topics_of, matrix))
        of_keys = np.array(topics)
        [asked] = partition.topics_of(query)
        masks[name] = _whole_rounds(of_keys == asked, places)
        if named:
            told = named[0] if name == _TOPIC else _leaf(*named)
            masks[f"{name}, question by model"] = _whole_rounds(of_keys == told, places)
    for name, mask in masks.items():
        kept, kept_places = np.ascontiguousarray(matrix[mask]), places[mask]
        found, seconds = _least_time(partial(_best, kept, kept_places, query[0]))
        arm, top = arms[name], set(found[:10])
        arm.any_found.append(float(bool(wanted & top)))
        arm.all_found.append(float(wanted <= top))
        arm.reachable.append(float(wanted <= set(kept_places.tolist())))
        arm.scored.append(int(mask.sum()))
        arm.seconds.append(seconds)
        arm.tagging.append(tagging[name.partition(",")[0]])


async def _partition(descriptions: Mapping[str, Sequence[str]], embedder: Embedder) -> Partition:
    texts = [text for described in descriptions.values() for text in described]
    names = tuple(name for name, described in descriptions.items() for _ in described)
    return Partition(names, await embedder.embed(texts))


def _whole_rounds(mask: NDArray[np.bool_], places: NDArray[np.int_]) -> NDArray[np.bool_]:
    """Take all keys of every round that has one in the partition."""
    return np.isin(places, places[mask])


def _best(matrix: NDArray[np.float32], places: NDArray[np.int_], query: NDArray[np.float32]) -> list[int]:
    order = np.argsort(-(matrix @ query), kind="stable")
    return list(dict.fromkeys(places[order].tolist()))


def _least_time(work: Callable[[], ResultT]) -> tuple[ResultT, float]:
    """Work several times; the result, and the least seconds that it took."""
    least = float("inf")
    for _ in range(_TIMES):
        began = perf_counter()
        found = work()
        least = min(least, perf_counter() - began)
    return found, least


def _leaf(topic: str, subtopic: str) -> str:
    """Name a sub-topic together with its topic: some names come under several topics in other tables."""
    return f"{topic} / {subtopic}"


async def topic_by_model(text: str, model: ChatModel, prompt: Prompt) -> tuple[str, str] | None:
    """Name topic and sub-topic in one call; None where the model twice names none of the table."""

    def problem(reply: TopicNamed) -> str:
        if reply.topic not in TOPICS:
            return f"{reply.topic!r} is none of the topics"
        if reply.subtopic not in TOPICS[reply.topic]:
            return f"{reply.subtopic!r} is no sub-topic of {reply.topic!r}"
        return ""

    topics = {topic: list(below) for topic, below in TOPICS.items()}
    reply = await ask(model, prompt, TopicNamed, check=problem, topics=topics, text=text)
    return None if problem(reply) else (reply.topic, reply.subtopic)
