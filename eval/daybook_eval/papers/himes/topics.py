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
from daybook.conversation.topics import topic_descriptions
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder
from daybook.retrieve.papers.himes import Partition
from daybook.settings import ModelRole
from daybook.settings.environment import read_settings
from daybook.store.keys import searchable
from daybook_eval.ablations.study import is_answerable
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.papers.himes.topic_names import leaf_of, subtopic_descriptions, topic_by_model
from daybook_eval.papers.table import Inputs
from daybook_eval.statistics import paired_bootstrap
from daybook_eval.systems.bench import Bench
from daybook_eval.tables import Cell, Table

ResultT = TypeVar("ResultT")
_TIMES = 20
"""A search is made so often, and the least time counts."""
_FLAT, _TOPIC, _SUBTOPIC = "flat", "topic", "topic and sub-topic"
_COLUMNS = (
    "search",
    "recall_any@10",
    "recall_all@10",
    "reachable",
    "keys scored",
    "share",
    "time",
    "time, tagging",
)


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


def make(inputs: Inputs) -> Table:
    """Search the user's turns by meaning: all of them, those of the topic, those of the sub-topic.

    Raises:
        BadInput: there is no file of LongMemEval.
        BadSettings, ModelError: the embedder or the model cannot be had, or failed.
    """
    return run(_make(inputs))


async def _make(inputs: Inputs) -> Table:
    file = inputs.file("longmemeval_s")
    cases = [case for case in read_longmemeval(file, limit=inputs.limit) if is_answerable(case)]
    bench = Bench.open(read_settings(**dict(inputs.settings)), cache=inputs.cache)
    partitions = {
        _TOPIC: await _partition(topic_descriptions(), bench.embedder),
        _SUBTOPIC: await _partition(subtopic_descriptions(), bench.embedder),
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
    has_model = any("by model" in name for name in arms)
    return Table(
        title="HiMeS, section 3.2: search by topic partition against flat search",
        columns=_COLUMNS,
        rows=rows,
        on=f"{len(cases)} answerable questions of {file.name}, the user's turns as keys, exact cosine",
        notes=[
            "The paper reports that partitions cut the candidates and the latency; it prints no figure.",
            "A round is in the partition of each of its windows' topics: by the nearest description.",
            "`reachable` is the share of questions with all evidence in the partition; `time` is a search's"
            " over that of a flat one where the topics of stored turns are known, as they are kept;"
            " `time, tagging` where a question has all of them named anew.",
            *lost,
            "The model names the question's topic; that of stored turns stays the nearest description."
            if has_model
            else "With DAYBOOK_CHAT_MODEL set, a model names the question's topic as well.",
        ],
        details=details,
    )


async def _search(
    case: Case, partitions: Mapping[str, Partition], bench: Bench, arms: dict[str, _Arm]
) -> None:
    """Search for the evidence of a question in every way."""
    rounds = [round_ for session in case.sessions for round_ in rounds_of(session, case.owner)]
    said = [searchable(one).get("user", "") for one in rounds]
    windows = [
        (place, text[start:stop])
        for place, text in enumerate(said)
        for start, stop in bench.embedder.windows(text)
    ]
    places = np.array([place for place, _ in windows])
    matrix = await bench.embedder.embed([text for _, text in windows])
    query = await bench.embedder.embed([case.question])
    evidence = {one.round_id for one in case.evidence}
    wanted = {place for place, one in enumerate(rounds) if one.round_id in evidence}
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
            told = named[0] if name == _TOPIC else leaf_of(*named)
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
    """Rank rounds by their nearest window."""
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
