"""The sentences that may be quoted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from daybook.conversation import Evidence, Excerpt, Role, Round, Span
from daybook.conversation.authorship import OWN, Authorship, Mode, authorship_of, is_correction
from daybook.text.english.answers.quotes_in_words import Quotation
from daybook.text.english.authors import authored
from daybook.text.english.messages import asks_about_asking, is_bare_question
from daybook.text.english.questions.question_content import person_asked_about
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.words import Vocabulary, stems_of

_MARKER = re.compile(r"(?:[-*+•\u2013]|\(?\d{1,3}[.)]|#{1,6}|>)\s+")
_RULE = re.compile(r"[\s|:=*_`~-]*")
"""A line that only draws: a rule, the line below a table's head, a code fence."""
_QUESTION = re.compile(r"[^.!?\n]*\?")

_OF_ASKER = re.compile(r"\b(?:I|me|my|we|our)\b(?:['’]\w+)?|^(?:Been|Got|Had)\b", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\b(?:he|him|his|she|hers?|they|them|theirs?)\b", re.IGNORECASE)
MEANS_IT = 0.4
"""The cosine from which on what shares no word with a question may be quoted."""
_OWN = 1.5
"""How many times as long as a passage the window may be whose cosine is its own."""


@dataclass(frozen=True, slots=True, eq=False)
class QuotablePassage:
    """A sentence, list item or table row of a round that was found."""

    round: Round
    rank: int
    """Place of its round in the ranking, from 0."""
    role: Role
    start: int
    """Where it begins in its side of the round, in characters; `quote` stands there, exactly."""
    quote: str
    """Without the marker of a list item."""
    words: frozenset[str]
    """The words of the question that it holds, as stems."""
    near: frozenset[str]
    """Those of the sentences before and after it, and of what it stands under."""
    around: frozenset[str]
    """Those of all that is shown of its round."""
    head: str = ""
    """What it stands under: the first row of its table, or the line that introduces its list."""
    announces: bool = False
    """Whether it only introduces what comes after it."""
    since: int = 0
    """Where the sentence before it in its paragraph begins; `start` where there is none."""
    prompted: frozenset[str] = frozenset()
    """Those of the turn that it answers, of another speaker; between people alone."""
    cosine: float = 0.0
    """Of the question to the narrowest window around it that was compared; 0 where none was."""
    replies: bool = False
    """Whether it is of a reply without a word of the question, to a message that bears on it."""
    authorship: Authorship = OWN
    """How its words came into their turn."""
    compared: bool = False
    """Whether that window holds little else, so that the cosine is its own."""

    @property
    def quotation(self) -> Quotation:
        """Its words as an answer quotes them."""
        return Quotation(self.quote, self.round.said_at, self.role, self.speaker, self.head, self.authorship)

    @property
    def evidence(self) -> Evidence:
        """Its words as a citation."""
        return Evidence(self.round.round_id, self.round.session_id, self.round.said_at, self.quote)

    @property
    def with_what_is_before(self) -> QuotablePassage:
        """Itself with the sentence before it in its paragraph."""
        text = self.round.fields[self.role][self.since : self.start + len(self.quote)]
        return replace(self, start=self.since, quote=text)

    @property
    def speaker(self) -> str:
        """The name of who said it; "" where the turn has none."""
        turn = self.round.user if self.role is Role.USER else self.round.assistant
        return (turn.speaker or "") if turn else ""


def passages_of(
    excerpts: Sequence[Excerpt], vocabulary: Vocabulary, *, replies: bool = False
) -> list[QuotablePassage]:
    """Cut what is shown of the excerpts into passages, in the order of the excerpts and their texts.

    Rounds that hold no word of the vocabulary give none, but for those near the question by their meaning
    where the assistant's replies are asked for.

    What came out of memory is no passage: it would cite a recollection instead of what was said.
    """
    rounds = {
        (round_.session_id, round_.occurrence, round_.position): round_
        for round_ in (excerpt.round for excerpt in excerpts)
    }
    by_score = sorted(range(len(excerpts)), key=lambda place: -excerpts[place].candidate.score)
    ranks = {place: rank for rank, place in enumerate(by_score)}
    passages: list[QuotablePassage] = []
    for place, excerpt in enumerate(excerpts):
        round_ = excerpt.round
        before = rounds.get((round_.session_id, round_.occurrence, round_.position - 1))
        passages += _of_excerpt(excerpt, ranks[place], vocabulary, before, by_meaning=replies)
    return passages


def without_bare_questions(
    passages: Sequence[QuotablePassage], question: str, put: str
) -> Sequence[QuotablePassage]:
    """Leave out what only asked memory, which answers nothing but a question about what was asked.

    So is a question that holds no word beyond those of the one that is asked now, and what holds it word for
    word as it was `put`. Between people it may be what a friend answered, and stays.
    """
    now = _as_put(put)
    others = [passage for passage in passages if passage.speaker or now not in _as_put(passage.quote)]
    if asks_about_asking(question):
        return others
    stems = stems_of(question)
    return [
        passage
        for passage in others
        if passage.speaker
        or passage.authorship.mode is not Mode.ASKED
        or not (is_bare_question(passage.quote) or stems_of(passage.quote) <= stems)
    ]


def without_asker_alone(passages: Sequence[QuotablePassage], question: str) -> Sequence[QuotablePassage]:
    """Leave out what the user says of themselves alone where a question is about somebody else.

    Nothing is left out of a round that mentions the person asked about, nor a sentence about a third person,
    nor anything between people.
    """
    person = person_asked_about(question)
    if person is None:
        return passages
    return [
        passage
        for passage in passages
        if passage.speaker
        or passage.role is not Role.USER
        or not _OF_ASKER.search(passage.quote)
        or _OF_OTHERS.search(passage.quote)
        or any(person.search(text) for text in passage.round.fields.values())
    ]


def _as_put(text: str) -> str:
    return text.strip(" .?!").casefold()


def _prompts(round_: Round, before: Round | None, vocabulary: Vocabulary) -> Mapping[Role, frozenset[str]]:
    """Find the words of the questions that each side of a round answers, between people."""
    last = (before.assistant or before.user) if before else None
    answered = {Role.USER: (last, round_.user), Role.ASSISTANT: (round_.user or last, round_.assistant)}
    return {
        role: vocabulary.in_text(" ".join(_QUESTION.findall(asked.content)))
        for role, (asked, answering) in answered.items()
        if asked and answering and asked.speaker and answering.speaker and asked.speaker != answering.speaker
    }


def _of_excerpt(
    excerpt: Excerpt, rank: int, vocabulary: Vocabulary, before: Round | None, *, by_meaning: bool
) -> list[QuotablePassage]:
    recalled = {turn.role for turn in excerpt.round.turns if not turn.is_key}
    shown = [
        (span, excerpt.round.fields[span.role][span.start : span.stop])
        for span in excerpt.spans
        if span.role not in recalled
    ]
    around = frozenset[str]().union(*(vocabulary.in_text(text) for _, text in shown))
    prompts = _prompts(excerpt.round, before, vocabulary)
    by_meaning = by_meaning and excerpt.candidate.signals.get("dense", 0.0) >= MEANS_IT
    if not around and not any(prompts.values()) and not by_meaning:
        return []
    whole = QuotablePassage(excerpt.round, rank, Role.USER, 0, "", frozenset(), frozenset(), around)
    pieces = [piece for span, text in shown for piece in _pieces(whole, span, text, vocabulary)]
    spoken = [piece for piece in pieces if piece.role is Role.ASSISTANT]
    replies = (bool(around) or by_meaning) and not any(piece.words for piece in spoken)
    passages = []
    for place, piece in enumerate(pieces):
        window = _window(excerpt.candidate.matches, piece)
        neighbours = (*pieces[max(place - 1, 0) : place], *pieces[place + 1 : place + 2])
        passage = replace(
            piece,
            near=piece.near.union(*(neighbour.words for neighbour in neighbours)),
            since=_since(pieces, place),
            prompted=prompts.get(piece.role, frozenset()),
            cosine=window.score if window else 0.0,
            replies=replies and piece.role is Role.ASSISTANT,
            authorship=_authorship(piece),
            compared=window is not None and window.stop - window.start <= _OWN * len(piece.quote),
        )
        passages.append(passage)
    return passages


def _authorship(piece: QuotablePassage) -> Authorship:
    turn = piece.round.user if piece.role is Role.USER else piece.round.assistant
    if turn is None or (piece.role is Role.ASSISTANT and not turn.speaker):
        return OWN  # an assistant says all that it writes
    if is_correction(piece.round.session_id):
        return Authorship(Mode.CORRECTED)
    text, stop = turn.content, piece.start + len(piece.quote)
    found = authorship_of(text, authored(text), piece.start, stop)
    asks = piece.quote.rstrip("\"'\u201d)] ").endswith("?")
    return Authorship(Mode.ASKED) if found == OWN and asks else found


def _since(pieces: Sequence[QuotablePassage], place: int) -> int:
    start, role = pieces[place].start, pieces[place].role
    before = pieces[place - 1] if place else None
    if before is None or before.role is not role:
        return start
    between = before.round.fields[role][before.start + len(before.quote) : start]
    return before.start if between.isspace() and "\n" not in between else start


def _window(windows: Sequence[Span], piece: QuotablePassage) -> Span | None:
    middle = piece.start + len(piece.quote) // 2
    around = [
        window for window in windows if window.role is piece.role and window.start <= middle < window.stop
    ]
    return min(around, key=lambda window: window.stop - window.start, default=None)


def _pieces(whole: QuotablePassage, span: Span, text: str, vocabulary: Vocabulary) -> list[QuotablePassage]:
    """Cut a stretch of one side of a round into sentences, list items and rows."""
    pieces: list[QuotablePassage] = []
    head, head_words, follows_head = "", frozenset[str](), False
    for start, stop in sentence_spans(text):
        marker = _MARKER.match(text, start, stop)
        first = marker.end() if marker else start
        quote = text[first:stop]
        if _RULE.fullmatch(quote):
            continue
        words = vocabulary.in_text(quote)
        is_row = quote.startswith("|")
        announces = quote.rstrip("*_ ").endswith(":") or text.startswith("#", start)
        opens_table = is_row and not (pieces and pieces[-1].quote.startswith("|"))
        if announces or opens_table or not (marker or is_row or follows_head):
            head, head_words = "", frozenset()
        introduces = announces or opens_table
        piece = replace(
            whole,
            role=span.role,
            start=span.start + first,
            quote=quote,
            words=words,
            near=head_words,
            head=head,
            announces=introduces,
        )
        pieces.append(piece)
        follows_head = announces
        if introduces:
            head, head_words = quote, words
    return pieces
