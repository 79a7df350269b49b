"""Table IV and Figure 3: precision, recall and F1 of what is written, by the gate's own confidence.

The facts of a person's rounds go through the policy and the gate as in `daybook.graph.remember`; what counts
is every record that was written of the third session, whatever replaced it later in the same. The confidence
is the gate's: of the pattern, less what contradicts it, and more for repetition; so a fact that was told in
the first session as well is surer. Beside it stands a running summary by rules.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict

from daybook.text.english.facts import facts_in

from daybook.conversation import Ledger, Record, Session, Status, apply_drafts
from daybook.ledger import Resolver, WriteThresholds, default_policy
from daybook.ledger.decide import RoundFacts, decide
from daybook.ledger.write_policy import allowed_facts
from daybook.text.english import ENGLISH
from daybook_eval.baselines.summaries import summary_by_rules
from daybook_eval.data.msc import read_dialogues
from daybook_eval.fact_labels.facts import DataSet, Half, Label, of_half, read_labels, turns_of, written_facts
from daybook_eval.ledger_writing import CURVE, Figures
from daybook_eval.measures.fact_matching import distinct, pair_up, saying_of
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.papers.timerag.memory import QUARANTINE, TAU, THIRD, Person, people_of
from daybook_eval.tables import Cell, Table

_WRITTEN = (Status.ACTIVE, Status.SUPERSEDED, Status.LAPSED, Status.DECAYED)
Written = Callable[[Person], Iterable[str]]
"""What a method writes of a person, as sentences."""


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Make the table; the curve is in its details."""
    people = list(people_of(list(read_dialogues(inputs.file("msc"), limit=inputs.limit))))
    found = {person.owner: facts_of(person, (person.first, person.third)) for person in people}

    def third(person: Person) -> list[str]:
        spoken = (turn for turn in person.dialogue.turns if turn.speaker == person.speaker)
        return [text for turn in spoken for text in turn.statements]

    def first(person: Person) -> Sequence[str]:
        return person.dialogue.begun_with[person.speaker]

    def gated(tau: float, session: Callable[[Person], Session] = lambda person: person.third) -> Written:
        return lambda person: (
            record.text
            for record in written_at(tau, person, found[person.owner])
            if any(support.session_id == session(person).session_id for support in record.support)
        )

    def summary(person: Person) -> list[str]:
        return summary_by_rules(person.rounds(person.third))

    gate, begun = "TimeRAG-Memory, the gate at 0.55", gated(TAU, lambda person: person.first)
    measured = (
        ("Summary-Memory", "Summary-Memory, by rules", "third session", summary, third),
        ("TimeRAG-Memory", gate, "third session", gated(TAU), third),
        ("", gate, "first session", begun, first),
    )
    rows: list[Sequence[Cell]] = []
    for paper, name, of, written, gold in measured:
        ours = measure(TAU, people, written, gold)
        shares = (ours.precision, ours.recall, ours.f1)
        published = table.published.get(paper, (None, None, None))
        rows.append((name, of, *shares, ours.written, ours.gold, *published))
    curve = [measure(tau, people, gated(tau), third) for tau in CURVE]
    halves = {
        half: _plain(measure(TAU, people[2 * place :: 4] + people[2 * place + 1 :: 4], gated(TAU), third))
        for place, half in enumerate(("even", "odd"))
    }
    on = f"{len(people)} people of {len(people) // 2} dialogues of msc_session3_valid"
    return table.filled(rows, on, details={"curve": list(map(_plain, curve)), "halves_at_0.55": halves})


def written_at(tau: float, person: Person, facts: Iterable[RoundFacts]) -> list[Record]:
    """List the records that a gate writes at a threshold; what waits or was never true is not among them."""
    gate = WriteThresholds(tau, min(QUARANTINE, tau))
    decision = decide(facts, Ledger(), Resolver(person.owner, THIRD, gate, ENGLISH.values))
    return apply_drafts(Ledger(), decision.drafts).with_status(*_WRITTEN)


def measure(
    tau: float, people: Iterable[Person], written: Written, gold: Callable[[Person], Iterable[str]]
) -> Figures:
    """Count what is right over all people together."""
    counts = [(0, 0, 0)]
    for person in people:
        sentences = [saying_of(text) for text in distinct(written(person))]
        truths = [saying_of(text) for text in distinct(gold(person))]
        counts.append((len(sentences), len(truths), len(pair_up(sentences, truths))))
    return Figures(tau, *(sum(column) for column in zip(*counts, strict=True)))


def facts_of(person: Person, sessions: Sequence[Session]) -> list[RoundFacts]:
    """Find the facts of sessions that the default policy permits, round by round."""
    policy = default_policy()
    return [
        RoundFacts(round_.round_id, allowed_facts(facts_in(round_), policy))
        for round_ in person.rounds(*sessions)
    ]


def _plain(figures: Figures) -> dict[str, float | None]:
    shares = {"precision": figures.precision, "recall": figures.recall, "f1": figures.f1}
    return {**asdict(figures), **shares}


_KINDS: tuple[tuple[str, Label, int | None], ...] = (
    ("hallucinated or irrelevant: wrong", Label.WRONG, 34),
    ("hallucinated or irrelevant: passing", Label.PASSING, None),
    ("hallucinated or irrelevant: pasted text", Label.PASTED, None),
    ("coreference: somebody else's", Label.OTHER, 11),
)
"""Our labels under the types of TimeRAG-Memory, Table X; its 34% are of the whole first type."""
_FILES = {DataSet.MSC: "msc", DataSet.LONGMEMEVAL: "longmemeval_s", DataSet.LOCOMO: "locomo"}


def make_errors(inputs: Inputs, table: PaperTable) -> Table:
    """Count judged facts by the paper's types, in either half."""
    turns = [turn for name, file in _FILES.items() for turn in turns_of(name, inputs.file(file))]
    found = list(written_facts(turns, read_labels(), TAU))
    halves = [[fact for fact in of_half(found, half) if fact.label is not None] for half in Half]
    rows: list[Sequence[Cell]] = [
        (kind, *(sum(fact.label is label for fact in half) for half in halves), share)
        for kind, label, share in _KINDS
    ]
    rows += [
        ("retrieval mismatch", None, None, 28),
        ("stale preference", None, None, 19),
        ("privacy or over-collection", None, None, 8),
    ]
    first, second = map(len, halves)
    on = "judged facts that the rules write in turns of MSC, LongMemEval and LoCoMo (development)"
    return table.filled(rows, on, first=first, second=second)
