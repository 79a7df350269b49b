"""Packs candidates into the token budget of the reader, as excerpts: long texts are cut to what matches."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.conversation import Candidate, Excerpt, Question, QuestionKind, RetrievalPlan, Role, Span, Turn
from daybook.conversation.language import Analyzer
from daybook.retrieve.rerank import AS_WELL
from daybook.retrieve.token_counter import TokenCounter
from daybook.store import Store

SHORT_REPLY = 200
"""Tokens up to which a reply is shown whole; of a longer one the passages that match, or nothing."""
MATCHED_REPLIES, MATCHED_ROOM = 5, 120
"""A long reply that matched as well as the user's words, among so many of the best, shows so many tokens."""
NEIGHBOURED, BEFORE_NEIGHBOURS = 3, 10
"""The best so many bring the rounds beside them, which go behind the first so many."""
FLOOR, ABOVE_FLOOR = 0.1, 10
"""Least relevance of a round that is read, except of the first so many."""
HELPFUL = 0.5
"""Score of a chat model from which a round is about the very thing that is asked."""
USELESS, READ_ANYWAY = 0.2, 5
"""A chat model's score below which a round is not read, except of the best so many of the search: it sees
excerpts."""
ASKED_ASSISTANT_ROOM = 320
"""Tokens of a long reply that are shown where the question is about what the assistant said."""
USER_SHARE = 0.25
"""A user's turn is shown whole unless it alone would take more than this share of the budget."""
LONG_TOKEN = 10
"""Characters: a text with more than that for every token of room is long, and need not be counted."""
ONE_FACT = 2_500
"""Tokens that are read for a question that one round can answer."""
_SEVERAL = frozenset({QuestionKind.MULTI_SESSION, QuestionKind.TEMPORAL, QuestionKind.UPDATE})
"""Kinds that need several rounds: counts and comparisons, order and lengths of time, what changed."""
Stretch = tuple[int, int]
"""Characters of a text, start in and stop out."""
Relevance = Callable[[str], float]
"""How much a sentence has to do with the question; 0 for nothing."""


def budget_for(plan: RetrievalPlan, most: int) -> int:
    """Give the tokens that are read for a question: `most` where it needs several rounds, else fewer."""
    return most if _SEVERAL & plan.kinds.keys() else min(most, ONE_FACT)


def render_excerpt(excerpt: Excerpt) -> str:
    """Write an excerpt as text: the date of its round, then what is shown of each side under its speaker."""
    lines = [f"[{excerpt.round.said_at:%Y-%m-%d (%a) %H:%M}]"]
    for turn in excerpt.round.turns:
        lines.append(f"{turn.speaker or turn.role.capitalize()}: {excerpt.shown(turn.role)}")
    return "\n".join(lines)


async def neighbours_of(candidates: Sequence[Candidate], asked: Question, store: Store) -> list[Candidate]:
    """Read the rounds that stand just before or after the best candidates in their sessions."""
    best = [candidate.round.round_id for candidate in candidates[:NEIGHBOURED]]
    found = await to_thread(store.neighbours, asked.owner, best, as_of=asked.as_of)
    return [Candidate(round_, 0.0) for round_ in found]


def pack_rounds(
    candidates: Sequence[Candidate],
    plan: RetrievalPlan,
    *,
    budget: int,
    count_tokens: TokenCounter,
    analyzer: Analyzer,
    write: Callable[[Excerpt], str] = render_excerpt,
    beside: Sequence[Candidate] = (),
    by_score: bool = False,
) -> list[Excerpt]:
    """Fill a budget with excerpts, the best candidates first, and put them in the order of time.

    The user's turns are shown whole (but see `USER_SHARE`: a pasted book is cut), since most of what people
    are remembered for they said themselves. A short reply is shown whole; of a long one the passages that
    match, where it was asked for or matched best, else nothing. What room is left lets replies grow that were
    asked for, matched or answer a mere question, those of the best rounds first; where a chat model scored
    them, those alone that it found helpful. A candidate that does not fit is left out; a smaller one further
    down may come in.

    Args:
        candidates: best first; those that have next to nothing to do with the question are left out.
        plan: its question picks the passages; the kind "assistant" gives that side more room.
        budget: tokens that all excerpts may cost as they are written.
        count_tokens: the counter of tokens.
        analyzer: of the language of the rounds.
        write: how the reader gets an excerpt written.
        beside: rounds said just before or after the best ones.
        by_score: what a chat model scored as useless is left out, and so is what it was not shown.

    Returns:
        Excerpts by time, then session and place in it; their tokens sum to the budget at most.
    """
    packing = _Packing(
        plan, _words_like(analyzer.words(plan.question)), budget, count_tokens, analyzer, write
    )
    scored = by_score and any("rerank" in candidate.signals for candidate in candidates)
    bears = _bearing_by_score(candidates) if scored else _bearing(candidates)
    ranked = [
        (candidate, rank)
        for rank, candidate in enumerate(candidates, start=1)
        if candidate.round.round_id in bears
    ]
    left, excerpts = budget, dict[str, Excerpt]()
    for candidate, rank in _with_neighbours(ranked, beside):
        if packing.least(candidate) > left:
            continue
        excerpt = packing.excerpt(candidate, rank)
        if excerpt.tokens <= left:
            excerpts[candidate.round.round_id] = excerpt
            left -= excerpt.tokens
    for name, excerpt in excerpts.items():
        if left < MATCHED_ROOM:
            break
        helps = not scored or excerpt.candidate.signals.get("rerank", 0.0) >= HELPFUL
        if helps and packing.reply_may_grow(excerpt):
            longer = packing.excerpt(excerpt.candidate, excerpt.rank, more=left)
            if longer.tokens - excerpt.tokens <= left:
                excerpts[name] = longer
                left -= longer.tokens - excerpt.tokens
    return sorted(excerpts.values(), key=_when)


def _with_neighbours(
    ranked: Sequence[tuple[Candidate, int]], beside: Sequence[Candidate]
) -> Sequence[tuple[Candidate, int]]:
    """Put the neighbours of the best rounds behind the first; one that was found itself moves up."""
    found = {candidate.round.round_id: (candidate, rank) for candidate, rank in ranked}
    first, rest = ranked[:BEFORE_NEIGHBOURS], ranked[BEFORE_NEIGHBOURS:]
    near = [found.get(candidate.round.round_id, (candidate, 0)) for candidate in beside]
    once = {candidate.round.round_id: (candidate, rank) for candidate, rank in (*first, *near, *rest)}
    return list(once.values())


def _bearing(candidates: Sequence[Candidate]) -> Set[str]:
    """Name the rounds that a search found to have something to do with the question."""
    return {
        candidate.round.round_id
        for rank, candidate in enumerate(candidates)
        if rank < ABOVE_FLOOR or candidate.relevance >= FLOOR
    }


def _bearing_by_score(candidates: Sequence[Candidate]) -> Set[str]:
    """Name the rounds that a chat model found to bear on the question, and the best of the search."""
    by_search = sorted(candidates, key=lambda candidate: -candidate.score)[:READ_ANYWAY]
    helpful = [candidate for candidate in candidates if candidate.signals.get("rerank", 0.0) >= USELESS]
    return {candidate.round.round_id for candidate in (*by_search, *helpful)}


def whole_rounds(
    candidates: Sequence[Candidate],
    *,
    count_tokens: TokenCounter,
    write: Callable[[Excerpt], str] = render_excerpt,
) -> list[Excerpt]:
    """Show candidates whole, whatever they cost, in the order of time; arguments as of `pack_rounds`."""
    return sorted((whole_excerpt(found, count_tokens, write) for found in candidates), key=_when)


def whole_excerpt(
    candidate: Candidate, count_tokens: TokenCounter, write: Callable[[Excerpt], str] = render_excerpt
) -> Excerpt:
    """Show one round whole."""
    spans = tuple(Span(turn.role, 0, len(turn.content)) for turn in candidate.round.turns)
    return _counted(candidate, spans, count_tokens, write)


def matching_passage(
    candidate: Candidate, role: Role, matches: Sequence[Span], question: str, room: int, analyzer: Analyzer
) -> str:
    """Cut a turn to about `room` characters around what matched, with `CUT` for what is left out."""
    if len(whole := candidate.round.fields[role]) <= room:
        return whole.strip()
    wanted = set(analyzer.words(question))

    def shared(text: str) -> float:
        return len(wanted.intersection(analyzer.words(text)))

    text = candidate.round.fields[role]
    stretches = cut_to_matches(
        text, matches, room=room, count_tokens=len, relevance=shared, analyzer=analyzer
    )
    spans = tuple(Span(role, start, stop) for start, stop in stretches)
    return Excerpt(candidate, spans, tokens=0).shown(role)


def cut_to_matches(
    text: str,
    matches: Sequence[Span],
    *,
    room: int,
    count_tokens: TokenCounter,
    relevance: Relevance,
    analyzer: Analyzer,
) -> list[Stretch]:
    """Keep of a text what bears most on a question, in whole sentences.

    A passage begins with the most relevant sentence of the best window (the first of equals) and
    grows to the end of the window, then to its start; what room is left goes to the next window.

    Args:
        text: one side of a round.
        matches: its windows, best first; without any the whole text is the window.
        room: tokens to fill; the first sentence stays even where it alone takes more.
        count_tokens: of a text.
        relevance: of a sentence.
        analyzer: of the language of the text.

    Returns:
        Stretches in the order of the text, none touching another; none for a blank text.
    """
    chosen: set[Stretch] = set()
    for sentence in _best_sentences(text, matches, relevance, analyzer):
        cost = count_tokens(text[slice(*sentence)])
        if chosen and cost > room:
            break
        chosen.add(sentence)
        room -= cost
    return _joined(text, chosen)


@dataclass(frozen=True, slots=True)
class _Packing:
    """How the candidates of one plan are cut."""

    plan: RetrievalPlan
    question_words: re.Pattern[str]
    budget: int
    count_tokens: TokenCounter
    analyzer: Analyzer
    write: Callable[[Excerpt], str]

    def excerpt(self, candidate: Candidate, rank: int, *, more: int = 0) -> Excerpt:
        """Show of a candidate what there is room for, its reply in some more tokens."""
        spans = tuple(
            Span(turn.role, start, stop)
            for turn in candidate.round.turns
            for start, stop in self._stretches(turn, candidate, self._room(turn, candidate, rank, more))
        )
        return replace(_counted(candidate, spans, self.count_tokens, self.write), rank=rank)

    def least(self, candidate: Candidate) -> int:
        """Say what the candidate takes at least, without cutting anything."""
        said = candidate.round.user
        return min(self.count_tokens(said.content), self._user_room) if said else 0

    def reply_may_grow(self, excerpt: Excerpt) -> bool:
        """True if a cut reply is asked for, matched about as well as the user's words, or they only ask."""
        candidate, said = excerpt.candidate, excerpt.round.user
        if not excerpt.rank or not excerpt.is_cut(Role.ASSISTANT):
            return False
        if QuestionKind.ASSISTANT in self.plan.kinds or _reply_matched(candidate):
            return True
        return said is not None and self.analyzer.only_asks(said.content)

    def _stretches(self, turn: Turn, candidate: Candidate, room: int) -> list[Stretch]:
        whole = room if turn.role is Role.USER else max(room, SHORT_REPLY)
        if len(turn.content) <= whole * LONG_TOKEN and self.count_tokens(turn.content) <= whole:
            return [(0, len(turn.content))]
        if not room:
            return []
        return cut_to_matches(
            turn.content,
            [span for span in candidate.matches if span.role is turn.role],
            room=room,
            count_tokens=self.count_tokens,
            relevance=self._relevance,
            analyzer=self.analyzer,
        )

    @property
    def _user_room(self) -> int:
        return int(self.budget * USER_SHARE)

    def _room(self, turn: Turn, candidate: Candidate, rank: int, more: int) -> int:
        """Say how many tokens a turn may take where it is too long to be shown whole."""
        if turn.role is Role.USER:
            return self._user_room
        if QuestionKind.ASSISTANT in self.plan.kinds:
            return max(ASKED_ASSISTANT_ROOM, more)
        matched = 0 < rank <= MATCHED_REPLIES and _reply_matched(candidate)
        return max(MATCHED_ROOM if matched else 0, more)

    def _relevance(self, sentence: str) -> float:
        return len(set(self.question_words.findall(sentence.lower())))


def _reply_matched(candidate: Candidate) -> bool:
    scores = [span.score for span in candidate.matches if span.role is Role.ASSISTANT]
    return 0 < AS_WELL * candidate.relevance <= max(scores, default=0.0)


def _counted(
    candidate: Candidate, spans: tuple[Span, ...], count_tokens: TokenCounter, write: Callable[[Excerpt], str]
) -> Excerpt:
    return Excerpt(candidate, spans, count_tokens(write(Excerpt(candidate, spans, 0))))


def _words_like(words: Sequence[str]) -> re.Pattern[str]:
    """Match the beginnings of words that the stems of a question begin; nothing where it has none.

    Stemming every sentence instead would take most of the time of packing. For speed the text is in lower
    case, and each beginning looks back at what is before it: patterns that begin with letters are searched
    for several times faster.
    """
    stems = [re.escape(stem.removesuffix("i")) for stem in words]
    return re.compile("|".join(rf"{stem}(?<!\w{stem})" for stem in stems) or r"(?!)")


def _when(excerpt: Excerpt) -> tuple[datetime, str, int, int]:
    round_ = excerpt.candidate.round
    return (round_.said_at, round_.session_id, round_.occurrence, round_.position)


def _best_sentences(
    text: str, matches: Sequence[Span], relevance: Relevance, analyzer: Analyzer
) -> Iterator[Stretch]:
    """Yield the sentences of the windows, each once, in the order of their merit."""
    seen: set[Stretch] = set()
    for start, stop in [(span.start, span.stop) for span in matches] or [(0, len(text))]:
        inside = [sentence for sentence in _sentences(text, start, stop, analyzer) if sentence not in seen]
        if not inside:
            continue
        seen.update(inside)
        scores = [relevance(text[slice(*sentence)]) for sentence in inside]
        best = scores.index(max(scores))
        yield from inside[best:]
        yield from reversed(inside[:best])


def _sentences(text: str, start: int, stop: int, analyzer: Analyzer) -> list[Stretch]:
    """List the sentences that touch a window; only its paragraphs are read, which no sentence leaves."""
    first = text.rfind("\n\n", 0, start) + 1
    end = text.find("\n\n", stop)
    paragraphs = text[first : len(text) if end < 0 else end]
    spans = [(first + begin, first + finish) for begin, finish in analyzer.sentences(paragraphs)]
    return [(begin, finish) for begin, finish in spans if begin < stop and finish > start]


def _joined(text: str, chosen: Set[Stretch]) -> list[Stretch]:
    """Join neighbours, so that the white space between two sentences that are shown is shown as well."""
    stretches: list[Stretch] = []
    for start, stop in sorted(chosen):
        if stretches and not text[stretches[-1][1] : start].strip():
            start, _ = stretches.pop()
        stretches.append((start, stop))
    return stretches
