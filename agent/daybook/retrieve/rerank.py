"""Reranks the best candidates with a chat model or a cross-encoder: its order decides what is read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from daybook.conversation import CUT, Candidate, RetrievalPlan, Role, Turn
from daybook.conversation.language import Analyzer
from daybook.models.embedding import Reranker
from daybook.models.llm import ChatModel, ask
from daybook.settings import RerankOptions
from daybook_prompts import Prompt
from daybook_prompts.replies import Reranked, RerankedInOrder

PAIRS = 50
"""Candidates that a cross-encoder scores, each in a run of its own."""
_OUR_NAMES = frozenset({"id", "round", "said_at", "rank", "superseded", "quoted"})
"""Names of an item's or a round's own fields: no speaker's name may take the place of one."""
AS_WELL = 0.9
"""Of the best score of a round: from here on a side of it matched as well as the other."""
PASSAGE_CHARACTERS = 1_000
"""Of each side that a cross-encoder is shown: some 250 tokens of English, so that both sides fit its 512."""


async def rerank_candidates(
    candidates: Sequence[Candidate],
    plan: RetrievalPlan,
    asked_at: datetime,
    model: ChatModel,
    prompt: Prompt,
    *,
    options: RerankOptions,
    analyzer: Analyzer,
) -> list[Candidate]:
    """Have the first candidates scored in [0, 1] (the signal "rerank"), and put them in the order of it.

    Items show what matched, wherever in a round. The model gives the numbers of those that bear on the
    question: what it does not name, or names twice, has 0, and follows in its order.
    """
    head = candidates[: options.rerank_top]
    items = [
        rerank_item(number, candidate, room=options.rerank_characters, analyzer=analyzer)
        for number, candidate in enumerate(head, start=1)
    ]

    def check(reply: Reranked) -> str:
        in_order = isinstance(reply, RerankedInOrder) and len(reply.scores) != len(items)
        return f"{len(items)} scores are wanted, one for each, in order" if in_order else ""

    reply = await ask(
        model,
        prompt,
        Reranked,
        check=check,
        question=plan.question,
        asked_at=f"{asked_at:%Y-%m-%d (%A)}",
        items=items,
    )
    echoed = [item.id for item in reply.scores]
    scores = {item.id: item.score for item in reply.scores if echoed.count(item.id) == 1}
    given = [scores.get(number, 0.0) for number in range(1, len(items) + 1)]
    return _in_order(candidates, [*given, *[None] * (len(candidates) - len(items))])


async def rerank_pairs(
    candidates: Sequence[Candidate], plan: RetrievalPlan, reranker: Reranker
) -> list[Candidate]:
    """Have the first candidates scored beside the question, and put them in the order of it.

    Its scores have a scale of their own, so the best becomes 1 and the worst 0. A passage begins with the
    side that matched best, at the window that did: models read its beginning.
    """
    head = candidates[:PAIRS]
    scores = await reranker.scores(plan.question, [_passage(candidate) for candidate in head])
    worst, best = min(scores, default=0.0), max(scores, default=0.0)
    scaled = [(score - worst) / (best - worst or 1.0) for score in scores]
    return _in_order(candidates, [*scaled, *[None] * (len(candidates) - len(head))])


def _in_order(candidates: Sequence[Candidate], scores: Sequence[float | None]) -> list[Candidate]:
    scored = [
        candidate if score is None else replace(candidate, signals={**candidate.signals, "rerank": score})
        for candidate, score in zip(candidates, scores, strict=True)
    ]
    return sorted(scored, key=lambda candidate: -candidate.signals.get("rerank", -1.0))


def rerank_item(
    number: int, candidate: Candidate, *, room: int, analyzer: Analyzer
) -> Mapping[str, str | int]:
    """Show of a candidate what matched: the side that did, or both where both did about as well.

    Args:
        number: names it.
        candidate: with the windows that matched; without any, both sides are shown.
        room: characters of what is shown.
        analyzer: finds the ends of sentences.
    """
    shown = _matching_turns(candidate)
    share = room // len(shown)
    spare = sum(max(share - len(turn.content), 0) for turn in shown)
    texts = {
        named(turn): around_match(
            turn.content, _best_start(candidate, turn.role), room=share + spare, analyzer=analyzer
        )
        for turn in shown
    }
    return {"id": number, "said_at": f"{candidate.round.said_at:%Y-%m-%d}", **texts}


def _matching_turns(candidate: Candidate) -> Sequence[Turn]:
    scores = [
        max((span.score for span in candidate.matches if span.role is turn.role), default=0.0)
        for turn in candidate.round.turns
    ]
    best = max(scores)
    pairs = zip(candidate.round.turns, scores, strict=True)
    return [turn for turn, score in pairs if score >= AS_WELL * best]


def named(turn: Turn) -> str:
    """Name who says a turn, as a model is given it."""
    name = turn.speaker or turn.role.value
    return f"{turn.role.value} {name}" if name in _OUR_NAMES else name


def around_match(text: str, start: int, *, room: int, analyzer: Analyzer) -> str:
    """Cut a text to the sentences from one place on, as many as there is room for, and mark what is left out.

    Where room is left at the end of the text, sentences before that place come along. A sentence that is too
    long by itself is cut at a word.
    """
    if len(text) <= room:
        return text
    sentences = analyzer.sentences(text)
    first = next((number for number, (_, stop) in enumerate(sentences) if stop > start), 0)
    begin, end = sentences[first][0] if sentences else 0, sentences[first][1] if sentences else len(text)
    if end - begin > room:
        begin = max(begin, min(start, end - room))
        end = _word_end(text, begin, begin + room)
    for _, stop in sentences[first + 1 :]:
        if stop - begin > room:
            break
        end = stop
    for earlier, _ in reversed(sentences[:first]):
        if end - earlier > room:
            break
        begin = earlier
    return " ".join([*_mark(text[:begin]), text[begin:end].strip(), *_mark(text[end:])])


def _mark(left_out: str) -> Iterator[str]:
    if left_out.strip():
        yield CUT


def _word_end(text: str, begin: int, end: int) -> int:
    space = text.rfind(" ", begin, end)
    return space if space > begin else end


def _best_start(candidate: Candidate, role: Role) -> int:
    return next((span.start for span in candidate.matches if span.role is role), 0)


def _passage(candidate: Candidate) -> str:
    first = candidate.matches[0].role if candidate.matches else Role.USER
    turns = sorted(candidate.round.turns, key=lambda turn: turn.role is not first)
    return "\n".join(_window(turn.content, candidate, turn.role) for turn in turns)


def _window(text: str, candidate: Candidate, role: Role) -> str:
    """Cut a side to where it matched best: the start of its best window, as far as there is room."""
    start = _best_start(candidate, role) if len(text) > PASSAGE_CHARACTERS else 0
    return text[start : start + PASSAGE_CHARACTERS]
