"""What somebody says on the page and what comes of it: the reply with its quotes, and why it is that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from daybook.conversation import Evidence, Role, Round, Status, Turn
from daybook.interfaces.operations.operation_results import Remembered
from daybook.interfaces.rendering.answer_output import without_further_quotes
from daybook.interfaces.rendering.live import STEPS
from daybook.interfaces.rendering.safe import without_emphasis
from daybook.interfaces.server.page.round_views import (
    Highlights,
    QuoteView,
    RoundView,
    day,
    found_in,
    quote_view,
    round_view,
)
from daybook.interfaces.server.streaming import Telling
from daybook.library.graph_runs import DIALOGUE_TURNS
from daybook.library.results import ChatTurn, Explanation

_SHOWN_FROM = 0.05
"""Milliseconds: quicker steps are counted together."""
_LEAD = re.compile(r"(?:^|(?<=[.!?)])\s)[^.!?]*:\s*\Z|\n- [^\n]*:\s*\Z")
"""What leads in to a quote: the last sentence before it, up to its colon."""
_SHOWN = 20
"""Exchanges of a conversation that are shown, the latest."""


@dataclass(frozen=True, slots=True)
class PageReply:
    """What memory replied: to a question, to what was told, or to a text that was to be kept."""

    turn: ChatTurn
    kept: str = ""
    """The id of the round that was kept of it; "" for none."""
    learned: tuple[tuple[str, str], ...] = ()
    """Facts that were learnt, where the reply does not say so itself: ids, and sentences."""
    in_dialogue: bool = True
    """False where a text was kept, and nothing was said."""

    @property
    def cited(self) -> dict[str, None]:
        """The rounds that it rests on, and the one that was kept of it."""
        names = [cited.round_id for cited in self.turn.evidence]
        names += [note.round_id for note in (self.turn.answer.notes if self.turn.answer else ())]
        return dict.fromkeys([*names, self.kept] if self.kept else names)


def page_reply(reply: Explanation | ChatTurn | Remembered) -> PageReply:
    """Make one kind of reply of an answer, a turn of a chat, and what became of a text."""
    if isinstance(reply, Explanation):
        answer = reply.answer
        evidence, documents = answer.evidence, answer.documents
        turn = ChatTurn(answer.text, reply, None, evidence=evidence, documents=documents, calls=reply.calls)
        return PageReply(turn)
    if isinstance(reply, Remembered):
        stored = "It is there already." if reply.already_there else "Kept, word for word."
        asked = reply.consent
        consent = {"family": asked["family"], "question": asked["question"]} if asked else None
        turn = ChatTurn(stored if reply.stored else reply.note, None, None, consent=consent)
        learned = tuple((fact.record_id, fact.text) for fact in reply.learned)
        return PageReply(turn, reply.round_id, learned, in_dialogue=False)
    after = [change.after for change in reply.learned if reply.context is not None and reply.calls]
    active = [record for record in after if record and record.status is Status.ACTIVE]
    kept = reply.remembered.round_id if reply.remembered else ""
    return PageReply(reply, kept, tuple((record.record_id, record.text) for record in active))


@dataclass(frozen=True, slots=True)
class PageExchange:
    """Something that was said, and the reply to it."""

    said: str
    work: Telling[str, PageReply]
    before: PageExchange | None = None
    """What it goes on from."""

    @property
    def replied(self) -> list[tuple[str, PageReply]]:
        """The conversation until here, oldest first, as far as it was replied to.

        It begins anew behind the answer to a proposal to forget: what was said before may tell what is gone.
        """
        found: list[tuple[str, PageReply]] = []
        exchange: PageExchange | None = self
        while exchange is not None and len(found) < _SHOWN:
            reply, before = exchange.work.result, exchange.before
            if reply is not None:
                found.append((exchange.said, reply))
            asked = before.work.result if before else None
            goes_on = reply is not None and (reply.turn.proposal or reply.turn.remembered)
            if asked is not None and asked.turn.proposal and not goes_on:
                break
            exchange = before
        return found[::-1]

    @property
    def dialogue(self) -> list[Turn]:
        """The turns that go along with what is said next."""
        turns = [
            turn
            for said, reply in self.replied
            if reply.in_dialogue
            for turn in (Turn(Role.USER, said), Turn(Role.ASSISTANT, reply.turn.text))
        ]
        return turns[-DIALOGUE_TURNS:]


@dataclass(frozen=True, slots=True)
class ReplyView:
    """A reply, as a template shows it."""

    said: str
    reply: PageReply
    text: tuple[tuple[str, str], ...]
    """Stretches, each with the way to the round that it is from, "" for none; () where the quote says it."""
    quote: QuoteView | None
    """The first of those that it rests on, where its text has none any more."""
    by: str
    """Whose words that are, and since when: "On 2 June 2025 you said"."""
    warnings: tuple[str, ...]
    question: str
    """Asked with it, to be answered by yes or no; "" for none."""
    further: str
    """What its text says below, with further quotes."""
    rounds: tuple[RoundView, ...]
    """What it rests on, with the quotes lit up."""
    notes: tuple[tuple[QuoteView, str, str], ...]
    """What was taken from each round: its quote, who said that, and the note."""
    stages: tuple[tuple[str, float], ...]
    """Steps, and the milliseconds that each took."""


def reply_view(said: str, reply: PageReply, rounds: Mapping[str, Round]) -> ReplyView:
    """Show a reply; `rounds` are those that it cites."""
    turn, evidence = reply.turn, reply.turn.evidence
    told, quote, by, further = _divided(turn.text, evidence, by_model=bool(turn.calls))
    stretches = tuple(_linked(without_emphasis(told), evidence))
    if quote is None and evidence and not any(path for _, path in stretches):
        quote, by = evidence[0], f"said on {day(evidence[0].said_at)}"
    question = turn.consent["question"] if turn.consent else ""
    return ReplyView(
        said=said,
        reply=reply,
        text=stretches,
        quote=_quote(quote) if quote else None,
        by=by,
        warnings=tuple(_warnings(turn)),
        question="Shall it be forgotten, for good?" if turn.proposal else question,
        further=without_emphasis(further),
        rounds=tuple(
            round_view(rounds[name], _quoted(rounds[name], evidence))
            for name in dict.fromkeys(item.round_id for item in evidence)
        ),
        notes=tuple(_notes(turn)),
        stages=tuple(_stages(turn.answer.timings if turn.answer else {})),
    )


def _warnings(turn: ChatTurn) -> Iterator[str]:
    reasons = dict[str, str]()
    if turn.answer and turn.context is None:
        if turn.answer.not_known:
            nearest = " What is shown only comes nearest." if turn.answer.nearest else ""
            yield f"Memory does not hold the answer.{nearest}"
        if turn.answer.unsupported:
            yield f"In no quote, so check it: {', '.join(turn.answer.unsupported)}"
        reasons |= turn.answer.degraded_reasons
    for step, why in (reasons | dict(turn.degraded_reasons)).items():
        yield f"Done by rules, {STEPS.get(step, step)}: {why}"


def _divided(
    text: str, evidence: Sequence[Evidence], *, by_model: bool
) -> tuple[str, Evidence | None, str, str]:
    """Divide a reply into what it says first, the quote under that, whose words these are, and all the rest.

    Rules lead in to each quote in a clause of its own; what a model words is left as it is.
    """
    if by_model or not evidence:
        return without_further_quotes(text)[0], None, "", ""
    first, *others = text.split("\n\n")
    below = [part for part in others if any(f"“{cited.quote}”" in part for cited in evidence)]
    beside = [part for part in others if part not in below]
    place, quote = min(
        ((at, cited) for cited in evidence if (at := first.find(f"“{cited.quote}”")) >= 0),
        key=lambda found: found[0],
        default=(-1, None),
    )
    if quote is None:
        return "\n\n".join((first, *beside)), None, "", "\n\n".join(below)
    before, after = first[:place], first[place + len(quote.quote) + 2 :]
    led = _LEAD.search(before)
    head = before[: led.start()].strip() if led else before
    is_listed = "\n" in before[len(head) :]
    if led is None or (after.strip() and not is_listed) or (is_listed and not head):  # a list is the answer
        return "\n\n".join((first, *beside)), None, "", "\n\n".join(below)
    told, rest = [head, *beside], [after.strip(), *below]
    by = led[0].strip().rpartition("\n- ")[2].rstrip(": ")
    return "\n\n".join(filter(None, told)), quote, by, "\n\n".join(filter(None, rest))


def _linked(text: str, evidence: Sequence[Evidence]) -> Iterator[tuple[str, str]]:
    """Divide a text at the quotes in it that are evidence."""
    cited = {
        without_emphasis(f"“{item.quote}”"): _quote(item).path for item in reversed(evidence) if item.quote
    }
    if not cited:
        yield text, ""
        return
    longest_first = sorted(cited, key=len, reverse=True)
    for part in re.split(f"({'|'.join(map(re.escape, longest_first))})", text):
        if part:
            yield part, cited.get(part, "")


def _quote(evidence: Evidence) -> QuoteView:
    return quote_view(without_emphasis(evidence.quote), evidence.said_at, evidence.round_id)


def _quoted(round_: Round, evidence: Sequence[Evidence]) -> Highlights:
    quotes = [cited.quote for cited in evidence if cited.round_id == round_.round_id]
    return {role: found_in(text, quotes) for role, text in round_.fields.items()}


def _notes(turn: ChatTurn) -> Iterator[tuple[QuoteView, str, str]]:
    for note in turn.answer.notes if turn.answer else ():
        text = note.text + (f" (not so any more since {day(note.superseded.at)})" if note.superseded else "")
        by = "you" if note.role is Role.USER else "assistant"
        yield quote_view(note.quote, note.said_at, note.round_id), by, text


def _stages(timings: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    quick = 0.0
    for step, ms in timings.items():
        if step != "total" and ms >= _SHOWN_FROM:
            yield STEPS.get(step, step.replace("_", " ")), ms
        elif step != "total":
            quick += ms
    if quick:
        yield "everything else", quick
