"""Candidates, excerpts, documents, notes, citations and answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from daybook.conversation.question import RetrievalPlan
from daybook.conversation.turns import Moment, Role, Round, Turn

BETWEEN_HEADINGS = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "


def below_title(heading: str, title: str) -> str:
    """Leave out of headings the first where it is the document's title, for where both are shown."""
    first, _, rest = heading.partition(BETWEEN_HEADINGS)
    return rest if first == title else heading


def shown_page(page: int | None, label: str) -> int | str | None:
    """Write a page: 23, or "23 (printed 9)" where another number is printed on it; None without pages."""
    return f"{page} (printed {label})" if page is not None and label else page


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a knowledge base, as it is listed; its text is in its passages."""

    document_id: str
    title: str
    source: str
    """Where it was read from: a path or an address."""
    sha256: str
    """Of the bytes that were read, in hexadecimal digits: whether it changed since."""
    collection: str
    media_type: str
    """As "application/pdf"."""
    added_at: datetime
    passages: int
    pages: int | None = None
    """None if its form has no pages."""
    shared: bool = False
    """Whether every owner is answered from it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document under one heading, short enough to be found by one meaning."""

    document_id: str
    title: str
    """Of the document."""
    position: int
    """Its place in the document, from 0."""
    heading: str
    """The headings that it stands under, outermost first, joined by " › "; "" before the first."""
    page: int | None
    """From 1; the page on which it begins, None if the form has no pages."""
    text: str
    """Word for word as in the document, but for white space."""
    page_label: str = ""
    """The number printed on the page ("iv"); "" where it is that of `page` or there is none."""


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that a search found."""

    passage: Passage
    score: float
    """Ranks it; comparable within one search only."""
    signals: Mapping[str, float] = field(default_factory=dict)
    """The parts of the score, by name: "dense" (the greatest cosine of a phrasing), "bm25", "fused",
    "attention"."""

    @property
    def place(self) -> str:
        """Name the passage among those of all documents; no id of a round reads so."""
        return f"document {self.passage.document_id} {self.passage.position}"

    def cited(self, quote: str) -> DocumentEvidence:
        """Cite words of it."""
        passage = self.passage
        return DocumentEvidence(
            passage.document_id, passage.title, passage.heading, passage.page, quote, passage.page_label
        )


@dataclass(frozen=True, slots=True)
class DocumentEvidence:
    """A citation of a document: the words that an answer rests on, and where they stand."""

    document_id: str
    title: str
    heading: str
    page: int | None
    quote: str
    page_label: str = ""
    """As `Passage.page_label`."""


CUT = "[…]"
"""Marks an omission in a turn."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one field of a round, in characters, `start` in and `stop` out."""

    role: Role
    start: int
    stop: int
    score: float = 0.0
    """How well it matched; comparable within one question only."""


@dataclass(frozen=True, slots=True)
class Superseded:
    """Words of a user's turn that were superseded or corrected later."""

    start: int
    stop: int
    """Characters of the user's turn, `start` in and `stop` out."""
    quote: str
    """Those words."""
    at: datetime
    """When the owner said what took its place."""
    by_round: str
    """The round in which they said so; "" if it was forgotten."""
    by: str
    """The sentence of theirs that holds instead; "" if nothing took its place."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A round with the signals that rank it."""

    round: Round
    score: float
    """The fused score; comparable within one question only."""
    signals: Mapping[str, float] = field(default_factory=dict)
    """The parts of the score, by name: "dense", "bm25", "rrf", "time", …"""
    matches: tuple[Span, ...] = ()
    """The windows that matched, best first."""
    superseded: tuple[Superseded, ...] = ()
    """Words of the user's turn that no longer hold, as far as the ledger knows."""

    @property
    def relevance(self) -> float:
        """The plain cosine of its best sentence or window to the question: floors are meant for it."""
        return max((span.score for span in self.matches), default=self.signals.get("dense", 0.0))


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The spans of one round that are shown to the reader."""

    candidate: Candidate
    spans: tuple[Span, ...]
    """In the order of the text; whole fields unless they were cut."""
    tokens: int
    """The tokens that it takes."""
    rank: int = 0
    """Its place in what was found, from 1; 0 where it was read for standing beside a round that was."""

    @property
    def round(self) -> Round:
        """The round that it is from."""
        return self.candidate.round

    def texts(self) -> tuple[tuple[Role, str], ...]:
        """The shown stretches with the side that said them."""
        fields = self.round.fields
        return tuple((span.role, fields[span.role][span.start : span.stop]) for span in self.spans)

    def shown(self, role: Role) -> str:
        """Write what is shown of one side, with `CUT` wherever some is left out; "" without that side."""
        text = self.round.fields.get(role, "")
        pieces: list[str] = []
        reached = 0
        for span in (span for span in self.spans if span.role is role):
            pieces += [*_gap(text[reached : span.start]), text[span.start : span.stop]]
            reached = span.stop
        return " ".join([*pieces, *_gap(text[reached:])])

    def is_cut(self, role: Role) -> bool:
        """True if some of that side of the round is left out."""
        characters = sum(span.stop - span.start for span in self.spans if span.role is role)
        return characters < len(self.round.fields.get(role, ""))


@dataclass(frozen=True, slots=True)
class Note:
    """A note that the reader took from one round."""

    round_id: str
    session_id: str
    said_at: datetime
    quote: str
    """Words that stand in the round, exactly."""
    text: str
    """How the quote bears on the question."""
    role: Role = Role.USER
    """Who said the quote."""
    superseded: Superseded | None = None
    """That the quote is no longer so, as far as the ledger knows."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A citation: the words that an answer rests on, and the round that they are from."""

    round_id: str
    session_id: str
    said_at: Moment
    quote: str


@dataclass(frozen=True, slots=True)
class Usage:
    """The cost of an answer: calls and tokens of chat models; embedding is not counted."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """Always None: what tokens cost is between you and your provider. Scripts read the name."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The searches that found the rounds of an answer, by the names that settings have."""

    preset: str | None = None
    vectors: str = ""
    """"exact": all in memory were compared; "chroma": its graph found the nearest; "scan": they were compared
    row by row, for Chroma could not be asked or few rounds may be seen; "" where none was searched."""
    fusion: str = ""
    """"scores" or "rrf"; "" before anything was searched."""
    reranked: bool = False
    """Whether a chat model scored the best candidates."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its notes, citations and cost."""

    text: str
    not_known: bool
    """Memory holds no answer: the text says so."""
    cited: tuple[Evidence | DocumentEvidence, ...]
    """The quotes that it rests on, of rounds and of documents, best first."""
    notes: tuple[Note, ...]
    """Those that a model took from the rounds; () if none read."""
    plan: RetrievalPlan
    degraded_reasons: Mapping[str, str] = field(default_factory=dict)
    """Why each step fell back to rules though it has a model, by step, in the order in which they did: what
    the model did wrong, or that the budget was used up. One line each."""
    usage: Usage = Usage()
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds per step, and "total"."""
    pipeline: Pipeline = Pipeline()

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The rounds that it cites."""
        return tuple(item for item in self.cited if isinstance(item, Evidence))

    @property
    def documents(self) -> tuple[DocumentEvidence, ...]:
        """The documents that it cites."""
        return tuple(item for item in self.cited if isinstance(item, DocumentEvidence))

    @property
    def degraded(self) -> tuple[str, ...]:
        """The steps that fell back to rules."""
        return tuple(self.degraded_reasons)


def excerpts_of(found: Iterable[FoundPassage], at: datetime) -> list[Excerpt]:
    """Make an excerpt of each passage, best first: a round without a user's side, by its `place`.

    Its date is `at`, the moment of the question: a document is not of a day.
    """
    return [_excerpt(passage, at) for passage in found]


def cite_passages(answer: Answer, found: Iterable[FoundPassage]) -> Answer:
    """Cite as documents what an answer quotes of passages by their `place`; notes are of rounds alone."""
    passages = {passage.place: passage for passage in found}
    cited = (
        passages[item.round_id].cited(item.quote) if item.round_id in passages else item
        for item in answer.evidence
    )
    notes = tuple(note for note in answer.notes if note.round_id not in passages)
    return replace(answer, cited=tuple(dict.fromkeys(cited)), notes=notes)


def _excerpt(found: FoundPassage, at: datetime) -> Excerpt:
    text = found.passage.text
    round_ = Round(
        found.place,
        owner="",
        session_id=found.passage.document_id,
        occurrence=0,
        position=found.passage.position,
        said_at=at,
        user=None,
        assistant=Turn(Role.ASSISTANT, text, at),
    )
    cosine = found.signals.get("dense")
    whole = Span(Role.ASSISTANT, 0, len(text), cosine or 0.0)
    signals = {} if cosine is None else {"dense": cosine}
    matches = () if cosine is None else (whole,)
    return Excerpt(Candidate(round_, found.score, signals, matches), (whole,), tokens=0)


def _gap(left_out: str) -> list[str]:
    return [CUT] if left_out.strip() else []
