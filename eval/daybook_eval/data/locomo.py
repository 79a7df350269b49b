"""LoCoMo questions with the rounds that are their evidence.

All questions of a conversation share its history. The file dates no question: each counts as asked a
day after the last session began. Questions of category 5 ask about what was not said, or not by the
person that they name; the right answer is that it is not known, and what the file calls their evidence
is what misleads.

Source: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents, ACL 2024.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta
from itertools import islice
from pathlib import Path

from daybook.errors import BadInput
from daybook.interfaces.importers.locomo import LocomoConversation, LocomoQuestion, read_conversations
from daybook_eval.data.case import Case, evidence_of, evidence_rounds

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
"""The question type of each category."""


def read_cases(path: Path, *, question_ids: Collection[str] = (), limit: int | None = None) -> Iterator[Case]:
    """Read the questions of a file, plain or gzip, conversation by conversation.

    A question is named by its conversation and its place in it, from 0: "conv-26_q17".

    Args:
        path: the file.
        question_ids: which questions to read; all when empty.
        limit: how many to read at most; all where it is None.

    Raises:
        BadInput: the file cannot be read, something in it is wrong, or an id is not there.
    """
    return islice(_chosen(path, frozenset(question_ids)), limit)


def _chosen(path: Path, wanted: frozenset[str]) -> Iterator[Case]:
    missing = set(wanted)
    for talk in read_conversations(path):
        for place, question in enumerate(talk.questions):
            name = f"{talk.sample_id}_q{place}"
            if not wanted or name in wanted:
                missing.discard(name)
                yield _case(name, question, talk, path)
    if missing:
        raise BadInput(f"holds no question with the id {', '.join(sorted(missing))}", source=path)


def _case(name: str, question: LocomoQuestion, talk: LocomoConversation, path: Path) -> Case:
    if question.category not in CATEGORIES:
        problem = f"should be 1 to 5, not {question.category}"
        raise BadInput(problem, source=path, where=f"question {name}: category")
    gold: list[set[int]] = [set() for _ in talk.sessions]
    for session, turn in question.evidence:
        gold[session].add(turn)
    turns = tuple(evidence_of(talk.sessions, gold, talk.sample_id))
    return Case(
        question_id=name,
        question_type=CATEGORIES[question.category],
        question=question.question,
        answer=question.answer or "",
        asked_at=max(session.started_at for session in talk.sessions) + timedelta(days=1),
        sessions=talk.sessions,
        evidence=evidence_rounds(turns),
        abstention=question.category == 5,
        evidence_turns=turns,
        answer_sessions=tuple(place for place, wanted in enumerate(gold) if wanted),
        history=talk.sample_id,
        unresolved=question.unresolved,
    )
