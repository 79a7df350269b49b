"""The headline tables of four papers, three of whose pipelines go by facts.

Facts of the evidence sessions of LongMemEval's development questions were written by hand, as replies to
the product's own prompt, by somebody who saw the requests alone: no question, no expected answer.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from daybook.conversation import SLOTS, rounds_of
from daybook.graph.parts import Components
from daybook.graph.write_facts import write_facts
from daybook.ledger import Policy
from daybook.ledger.found_facts import FactRefused
from daybook.settings import Keying, PresetName, Searches, TimeMode
from daybook.settings.environment import read_settings
from daybook_eval.ablations.measure import Collected, Measured, Row
from daybook_eval.ablations.study import PLAIN, find, is_answerable, values_of
from daybook_eval.ablations.tables import difference
from daybook_eval.data.case import Case, evidence_of
from daybook_eval.data.cases import read_cases
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from daybook_eval.tables import Cell, Table
from daybook_prompts.replies import FactFound

EVERYBODY = "everybody"
"""The owner of the memory that holds the histories of all questions."""


@dataclass(frozen=True, slots=True)
class PaperArm:
    """A pipeline with facts in its ledger, or without."""

    name: str
    changes: Mapping[str, object] = field(default_factory=dict)
    """Settings; they beat those of the caller."""
    facts: bool = True
    updates: bool = True
    """Whether a fact may take the place of an earlier one."""


Rows = Mapping[str, Row]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A paper's headline table, as far as it can be made without a chat model."""

    title: str
    arms: tuple[PaperArm, ...]
    columns: tuple[str, ...]
    """Headings, the first of the rows' names."""
    rows: Callable[[Mapping[str, Rows]], Iterator[Sequence[Cell]]]
    """Makes the rows of the questions of each arm by type, "" for all."""
    data: str = "longmemeval_oracle"
    """The data set, by how the name of its file begins."""
    together: bool = False
    """Whether all questions are asked of one memory that holds the histories of all."""
    latest: bool = False
    """Whether of what changed the latest evidence is enough: the earlier is what is to be left out."""
    notes: tuple[str, ...] = ()


@cache
def facts_by_hand() -> Mapping[tuple[str, int], Sequence[FactFound]]:
    """Read the facts, by the session id and the place of their round.

    `record` is the quote of the fact that one replaces.
    """
    found: dict[tuple[str, int], list[FactFound]] = {}
    for line in (files(__package__) / "facts_by_hand.jsonl").read_text("utf-8").splitlines():
        fact = json.loads(line)
        found.setdefault((fact.pop("session"), fact.pop("round")), []).append(FactFound.model_validate(fact))
    return found


def in_one_memory(cases: Sequence[Case]) -> list[Case]:
    """Ask all questions of one memory that holds the histories of all, each session once."""
    sessions = {session.session_id: session for case in cases for session in case.sessions}
    places, every = {name: place for place, name in enumerate(sessions)}, tuple(sessions.values())
    asked = []
    for case in cases:
        gold: list[set[int]] = [set() for _ in every]
        for turn in case.evidence_turns:
            gold[places[case.sessions[turn.session].session_id]].add(turn.turn)
        turns = tuple(evidence_of(every, gold, EVERYBODY))
        asked.append(
            replace(case, history=EVERYBODY, sessions=every, evidence_turns=turns, answer_sessions=())
        )
    return asked


def by_latest(case: Case) -> Case:
    """Leave of a question about what changed the evidence that was told last: that alone answers it."""
    if case.question_type != "knowledge-update" or not case.evidence:
        return case
    latest = max(case.evidence, key=lambda round_: round_.said_at).round_id
    turns = tuple(turn for turn in case.evidence_turns if turn.round.round_id == latest)
    return replace(case, evidence_turns=turns)


async def post_facts(
    case: Case, parts: Components, people: Mapping[str, str] = MappingProxyType({}), *, updates: bool = True
) -> list[FactRefused]:
    """Post the facts of a history in the order of time; what is sensitive has the owner's yes.

    Args:
        case: whose sessions are kept already.
        parts: of its store.
        people: who speaks in a session, by its id, where several share a memory: nobody's fact takes the
            place of somebody else's.
        updates: False keeps every fact at an address of its own.

    Returns:
        What was refused.
    """
    parts, ledgers = replace(parts, clock=lambda: case.asked_at), parts.store.ledgers
    sensitive = frozenset(name for name, slot in SLOTS.items() if slot.sensitive)
    ledgers.keep_policy(case.owner, Policy(allow=sensitive).to_json())
    refused: list[FactRefused] = []
    for session in sorted(case.sessions, key=lambda session: session.started_at):
        for round_ in rounds_of(session, case.owner):
            given = facts_by_hand().get((session.session_id, round_.position), ())
            if not given:
                continue
            known = ledgers.of(case.owner).records
            named = {record.text: name for name, record in known.items()}
            facts = []
            for place, fact in enumerate(given):
                of = people.get(session.session_id, "") if updates else f"{round_.round_id} {place}"
                changes = {"record": named.get(fact.record, ""), "subject": f"{fact.subject} of {of}"}
                if not of:
                    del changes["subject"]
                if not updates:
                    changes |= {"record": "", "act": "states"}
                facts.append(fact.model_copy(update=changes))
            refused += await write_facts(parts, round_, facts)
    return refused


async def measure_arm(
    arm: PaperArm, cases: Sequence[Case], given: Mapping[str, Any], vectors: Path, table: PaperTable
) -> Collected:
    """Ask an arm the questions of a table."""
    people = {session.session_id: case.question_id for case in cases for session in case.sessions}
    asked = in_one_memory(cases) if table.together else cases
    collected = Collected({})
    with Bench.open(read_settings(**{**given, **arm.changes}), cache=vectors).parts() as parts:
        for case in {case.owner: case for case in asked}.values():
            await keep(case, parts)
            if arm.facts:
                await post_facts(case, parts, people if table.together else {}, updates=arm.updates)
        for case in map(by_latest, asked) if table.latest else asked:
            values = values_of(case, await find(case, parts, answers=False))
            collected.add([Measured("", arm.name, case.question_id, case.question_type, values)])
    return collected


async def make_table_of_arms(
    name: str, file: Path, given: Mapping[str, Any], vectors: Path, limit: int | None
) -> Table:
    """Measure a table; `given` are settings by name, `vectors` the file that keeps vectors."""
    table = TABLES[name]
    cases = list(filter(is_answerable, read_cases(file, limit=limit)))
    found: dict[str, Rows] = {}
    for arm in table.arms:
        collected = await measure_arm(arm, cases, given, vectors, table)
        types = {kind: row for (*_, kind), row in sorted(collected.typed.items())}
        found[arm.name] = {"": collected.held["", arm.name], **types}
    told = {session.session_id for case in cases for session in case.sessions}
    facts = [fact for (session, _), some in facts_by_hand().items() if session in told for fact in some]
    posted = f", {len(facts)} facts" if any(arm.facts for arm in table.arms) else ""
    where = "one memory of all their histories" if table.together else "each of its own history"
    on = f"{len(cases)} answerable questions of {file.name}, {where}: {len(told)} sessions{posted}"
    return Table(table.title, table.columns, list(table.rows(found)), on, table.notes)


_PLAIN = {**PLAIN, "searches": Searches.DENSE, "keying": Keying.USER_ONLY}
_AT_5_AND_10 = tuple(
    f"{level} {name}@{k}"
    for level in ("round", "session")
    for k in (5, 10)
    for name in ("recall_all", "ndcg_any")
)
_TABLE_3: Mapping[str, Sequence[float]] = {
    "K = V": (0.582, 0.481, 0.692, 0.512, 0.706, 0.617, 0.783, 0.638),
    "K = fact": (0.530, 0.411, 0.654, 0.449, 0.642, 0.524, 0.814, 0.571),
    "K = V + fact": (0.644, 0.498, 0.784, 0.536, 0.732, 0.620, 0.862, 0.652),
}
"""LongMemEval, table 3: on M (some 500 sessions a question), by Stella V5."""


def _longmemeval(found: Mapping[str, Rows]) -> Iterator[Sequence[Cell]]:
    value, _, both = (found[name][""] for name in _TABLE_3)
    for name, published in _TABLE_3.items():
        yield name, *(found[name][""].mean(column) for column in _AT_5_AND_10)
        yield f"{name}, published", *published
    yield "V + fact above V", *(difference(both, column, value) for column in _AT_5_AND_10)
    yield (
        "V + fact above V, published",
        *(round(b - a, 3) for a, b in zip(_TABLE_3["K = V"], _TABLE_3["K = V + fact"], strict=True)),
    )


_TIMERAG = ("round recall_any@1", "round recall_any@5", "round recall_all@5", "round mrr")


def _timerag(found: Mapping[str, Rows]) -> Iterator[Sequence[Cell]]:
    yield "Full-History, published", 0.960, 1.0, None, 0.780
    yield "Summary-Memory, published", 0.530, 0.690, None, 0.460
    yield "TimeRAG-Memory, published", 0.630, 0.820, None, 0.560
    for name, rows in found.items():
        yield name, *(rows[""].mean(column) for column in _TIMERAG)
    plain, timerag = found["rounds by the user's side"], found["TimeRAG-Memory"]
    yield (
        "TimeRAG-Memory above the user's side",
        *(difference(timerag[""], column, plain[""]) for column in _TIMERAG),
    )
    for kind, row in timerag.items():
        if kind:
            cells = (difference(row, column, plain[kind]) for column in _TIMERAG)
            yield f"… {kind} ({len(row.questions)})", *cells


_TABLES_2_AND_3: Mapping[str, Sequence[Cell]] = {
    "single-session-user": (0.986, 0.929, 0.814),
    "single-session-assistant": (0.911, 0.804, 0.946),
    "single-session-preference": (0.933, 0.567, 0.200),
    "temporal-reasoning": (0.902, 0.624, 0.714),
    "knowledge-update": (0.974, 0.833, 0.782),
    "multi-session": (0.895, 0.579, 0.443),
    "": (0.928, 0.712, 0.602),
}
_READ = "read evidence"


def _memorystack(found: Mapping[str, Rows]) -> Iterator[Sequence[Cell]]:
    without, stack, default = found.values()
    for kind, published in _TABLES_2_AND_3.items():
        if kind in stack:
            means = (rows[kind].mean(_READ) for rows in (without, stack, default))
            above = difference(stack[kind], _READ, without[kind])
            yield kind or "all", len(stack[kind].questions), *means, above, *published


_BY_KEYING: Mapping[str, Sequence[float]] = {
    "user-only": (0.664, 0.617),
    "concat": (0.519, 0.479),
    "max-sim": (0.664, 0.621),
}
_FOUND = ("round recall_all@5", "round recall_all@10", "round ndcg_any@10", "session recall_any@5")


def _by_keying(found: Mapping[str, Rows]) -> Iterator[Sequence[Cell]]:
    for name, rows in found.items():
        yield name, *(rows[""].mean(column) for column in _FOUND), *_BY_KEYING.get(name, (None, None))


_HOW = (
    "Facts were written by hand as replies to the prompt extract_facts, session by session, by one who saw "
    "the requests alone, and knew this house and the data set. MiniLM (384 dimensions) finds."
)
TABLES: Mapping[str, PaperTable] = {
    "fielded-max-sim": PaperTable(
        "Fielded max-sim keying, Table 1: recall of rounds by keying",
        (
            *(PaperArm(name, {**_PLAIN, "keying": Keying(name)}, facts=False) for name in _BY_KEYING),
            PaperArm("default", facts=False),
        ),
        ("pipeline", *_FOUND, "R@10, published", "nDCG@10, published"),
        _by_keying,
        data="longmemeval_s",
        notes=("MiniLM (384 dimensions) stands for Stella EN 1.5B.",),
    ),
    "longmemeval": PaperTable(
        "LongMemEval, Table 3: rounds and sessions by key",
        (
            PaperArm("K = V", _PLAIN, facts=False),
            PaperArm("K = fact", {"preset": PresetName.TIMERAG, "record_decay": 0.0}),
            PaperArm("K = V + fact", {"preset": PresetName.LONGMEMEVAL, "time_mode": TimeMode.IGNORE}),
        ),
        (
            "key",
            *(column.replace("recall_all", "R").replace("ndcg_any", "nDCG") for column in _AT_5_AND_10),
        ),
        _longmemeval,
        together=True,
        notes=(
            "Not made: keys of summaries and keyphrases, which a model writes; answers, which GPT-4o and "
            "Llama 3.1 give and GPT-4o judges.",
            _HOW,
        ),
    ),
    "timerag": PaperTable(
        "TimeRAG-Memory, Table V: what records find",
        (
            PaperArm("rounds by the user's side", _PLAIN, facts=False),
            PaperArm("TimeRAG-Memory", {"preset": PresetName.TIMERAG}),
            PaperArm("without time decay", {"preset": PresetName.TIMERAG, "record_decay": 0.0}),
            PaperArm("without update", {"preset": PresetName.TIMERAG}, updates=False),
            PaperArm("default", facts=False),
        ),
        ("method", "R@1, one", "R@5, one", "R@5, all", "MRR"),
        _timerag,
        notes=(
            "Published on MSC, whose memories are single sentences: an order of size, no comparison. Ours "
            "are of rounds: one that is needed, or all.",
            "Only rounds that a record rests on are found, as in the paper: what the assistant said is lost.",
            "Not made: table VI (ROUGE-L, BERTScore, ContradRate, PersonaConsF1), for which Llama-3-8B "
            "replies and a classifier judges; without gated writing, since every fact here is as sure.",
            _HOW,
        ),
    ),
    "memorystack": PaperTable(
        "MemoryStack, Tables 2 and 3: by question type, the evidence among the 15 rounds that are read",
        (
            PaperArm("without facts", {"preset": PresetName.MEMORYSTACK}, facts=False),
            PaperArm("with facts", {"preset": PresetName.MEMORYSTACK}),
            PaperArm("default", facts=False),
        ),
        (
            "type",
            "n",
            "no facts",
            "facts",
            "default, 8,000 tokens",
            "facts above none",
            "accuracy, published",
            "Zep, published",
            "full context, published",
        ),
        _memorystack,
        together=True,
        latest=True,
        notes=(
            "Of knowledge updates the latest evidence counts: MemoryStack hides what it superseded. The "
            "first three columns are shares of questions with all evidence read.",
            "Not made: accuracy, for which Gemini 2.0 Flash reranks, answers and judges (about .90 without "
            "reranking, published). Evidence that is read is the most that a reader could answer from.",
            _HOW,
        ),
    ),
}
