"""Reading without a model: what the ledger knows, where a question asks for just that.

A question for the value of a slot is answered from the record that stands, one for what was so before from
the record that fell, one for whether something is so from either; one about somebody or something else from
the record with that subject and attribute. What is said is said with its date and the owner's own words;
where no record answers all that is asked, nothing is said here, and reading goes by quotes.
"""

from collections.abc import Iterable, Iterator, Sequence

from daybook.conversation import (
    Excerpt,
    Ledger,
    Record,
    RelationKind,
    RetrievalPlan,
    Role,
    Round,
    Span,
    Status,
    Support,
)
from daybook.conversation.authorship import is_correction
from daybook.conversation.reading import Reading
from daybook.text.english.answers.addressed_records import RecordAnswer
from daybook.text.english.answers.own_records import records_asked_for
from daybook.text.english.answers.record_wording import (
    lapsed_lines,
    profile_lines,
    record_lines,
    says_otherwise,
    support_note,
)
from daybook.text.english.authors import authored
from daybook.text.english.questions.slot_questions import asks_for_profile
from daybook.text.english.reading.by_diary import reading_of

_MOST_FACTS = 12
"""Facts that are listed of all that is known; `daybook ledger` lists them all."""
_MOST_STATEMENTS = 2
"""Later sentences that are quoted."""
_AS_NEAR = 0.1
"""How much less near to the question, in cosines, later words may be that still challenge a record."""
_BEARS = 0.4
"""The least cosine to the question that they need, since the record's own words may be far from it; as for
quotes that share no word with a question."""
_LONGEST = 240
"""Characters of words that are quoted: a sentence, not a whole turn."""


def read_by_record(plan: RetrievalPlan, ledger: Ledger, excerpts: Sequence[Excerpt] = ()) -> Reading | None:
    """Answer a stand-alone question from the ledger.

    Later words of the excerpts that bear on it as much as those that the record rests on are quoted beside
    it, since the ledger may have missed a change.

    Returns:
        None where the question asks for something else than a fact that the ledger has. What lapsed is not
        known, and told as such with what held before.
    """
    if asks_for_profile(plan.question):
        return _read_profile(ledger)
    answers = records_asked_for(plan.question, ledger)
    if not answers:
        return None
    lines: list[str] = []
    supports: list[Support] = []
    for answer in answers:
        its_lines, its_supports = _told(answer, ledger, excerpts)
        lines += [*([""] if lines and len(its_lines) > 1 else []), *its_lines]
        supports += its_supports
    lapsed = all(answer.records[0].status is Status.LAPSED for answer in answers)
    return _reading(lines, dict.fromkeys(supports), ledger, not_known=lapsed)


def _read_profile(ledger: Ledger) -> Reading | None:
    """List the surest facts, ordered by slot; None where the ledger holds none."""
    known = sorted(
        ledger.with_status(Status.ACTIVE),
        key=lambda record: (record.confidence, record.said_at.timestamp()),
        reverse=True,
    )
    if not known:
        return None
    shown = sorted(known[:_MOST_FACTS], key=lambda record: (record.slot, record.said_at))
    lines = profile_lines(shown, len(known) - len(shown))
    return _reading(lines, [record.support[-1] for record in shown], ledger)


def _reading(
    lines: Iterable[str], supports: Iterable[Support], ledger: Ledger, *, not_known: bool = False
) -> Reading:
    noted = (
        (said, support_note(record for record in ledger.of_round(said.round_id) if said in record.support))
        for said in supports
    )
    return reading_of("\n".join(lines), noted, not_known=not_known)


def _told(
    answer: RecordAnswer, ledger: Ledger, excerpts: Sequence[Excerpt]
) -> tuple[list[str], list[Support]]:
    """Tell the records of one part of a question, with what else bears on them."""
    lead, *rest = answer.records
    if lead.status is Status.LAPSED and not rest:
        cause = next(_causes(lead, ledger, excerpts), None)
        rested_on = next(filter(None, map(ledger.records.get, lead.rests_on)), None)
        return lapsed_lines(lead, cause, rested_on), [lead.support[-1], *([cause] if cause else [])]
    later = newer_statements(lead, ledger, excerpts) if lead.status is Status.ACTIVE else []
    newest = [said for said in later if says_otherwise(said, lead, answer.asked, answer.sort)][-1:]
    later = [said for said in later if said not in newest]
    bases = map(ledger.records.get, lead.rests_on)
    rule = next((basis for basis in bases if basis is not None and basis.condition is not None), None)
    before = _replaced_by(lead, ledger)
    may_be_same = any(_may_be_same(lead, other, ledger) for other in rest)
    supports = [*newest, *(record.support[-1] for record in answer.records), *later]
    supports += [record.support[-1] for record in (rule, before) if record is not None]
    return record_lines(
        answer, newest=newest, later=later, rule=rule, may_be_same=may_be_same, before=before
    ), supports


def _causes(record: Record, ledger: Ledger, excerpts: Sequence[Excerpt]) -> Iterator[Support]:
    """Give the owner's words that made a record lapse: those of the ledger, then those that were found."""
    for name in (record.superseded_by, *record.rests_on):
        basis = ledger.records.get(name)
        if basis is None:
            continue
        if basis.status in (Status.LAPSED, Status.SUPERSEDED):
            successor = ledger.records.get(basis.superseded_by)
            if successor is not None:
                yield successor.support[-1]
            elif basis.status is Status.LAPSED and basis is not record:
                yield from _causes(basis, ledger, excerpts)
        elif name == record.superseded_by:
            yield basis.support[-1]
    for excerpt in excerpts:
        text = excerpt.round.fields.get(Role.USER, "")
        whole = Span(Role.USER, 0, len(text))
        if excerpt.round.said_at == record.superseded_at and text and _is_stated(excerpt.round, whole):
            start = len(text) - len(text.lstrip())
            yield _support(excerpt, Span(Role.USER, start, len(text.rstrip())))


def _may_be_same(record: Record, other: Record, ledger: Ledger) -> bool:
    ends = {record.record_id, other.record_id}
    return any(
        edge.kind is RelationKind.MAY_BE_SAME and edge.confidence > 0 and {edge.source, edge.target} == ends
        for edge in ledger.relations
    )


def _replaced_by(record: Record, ledger: Ledger) -> Record | None:
    """Give the latest record that one took the place of; rules of the owner's are none."""
    fallen = ledger.with_status(Status.SUPERSEDED)
    replaced = (
        other for other in fallen if other.superseded_by == record.record_id and other.condition is None
    )
    return max(replaced, key=lambda other: other.said_at, default=None)


def newer_statements(record: Record, ledger: Ledger, excerpts: Sequence[Excerpt]) -> list[Support]:
    """Find later words of the owner that may say that a record no longer holds.

    Words that some fact rests on are none: what they say is in the ledger.

    Returns:
        The `_MOST_STATEMENTS` nearest to the question, in the order of time; none where no later words bear
        on it, or the record's own are nearer.
    """
    near = [
        (excerpt, span)
        for excerpt in excerpts
        for span in excerpt.candidate.matches
        if span.role is Role.USER and span.stop - span.start <= _LONGEST and _is_stated(excerpt.round, span)
    ]
    own = [span.score for excerpt, span in near if excerpt.round.round_id in record.round_ids]
    reference = max(own or [span.score for _, span in near], default=0.0)
    later = [
        (excerpt, span)
        for excerpt, span in near
        if excerpt.round.said_at > record.said_at
        and span.score >= max(reference - _AS_NEAR, _BEARS)
        and not any(_rests_on(known, excerpt, span) for known in ledger.of_round(excerpt.round.round_id))
    ]
    nearest = sorted(later, key=lambda found: -found[1].score)[:_MOST_STATEMENTS]
    return sorted((_support(excerpt, span) for excerpt, span in nearest), key=lambda said: said.said_at)


def _support(excerpt: Excerpt, span: Span) -> Support:
    round_ = excerpt.round
    quote = round_.fields[Role.USER][span.start : span.stop].strip()
    return Support(round_.round_id, round_.session_id, span.start, span.stop, quote, round_.said_at)


def _is_stated(round_: Round, span: Span) -> bool:
    """True if the owner states words of a round, and does not ask or quote them."""
    text = round_.fields[Role.USER]
    if is_correction(round_.session_id) or text[span.start : span.stop].rstrip().endswith("?"):
        return False
    return not any(other.start < span.stop and span.start < other.stop for other in authored(text))


def _rests_on(record: Record, excerpt: Excerpt, span: Span) -> bool:
    """True if words are in the ledger as a fact of their own; an event may be what changed another fact."""
    if record.status is Status.QUARANTINED or record.slot.startswith("event."):
        return False
    round_id = excerpt.round.round_id
    return any(
        said.round_id == round_id and said.start < span.stop and span.start < said.stop
        for said in record.support
    )
