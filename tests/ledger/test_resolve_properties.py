"""What holds of the ledger whatever is said, and in whatever order it comes in."""

from datetime import timedelta
from graphlib import TopologicalSorter
from itertools import combinations

from daybook.ledger.relate import relate
from hypothesis import given, settings, strategies as st

from daybook.conversation import Act, Draft, Event, Fact, Ledger, RelationKind, Status, apply_drafts, fold
from daybook.ledger.slot_timeline import Claim, superseded_cycle
from daybook.text.english import ENGLISH
from tests.ledger.facts import DRINK, HOME, NOW, PET, RESOLVER, fact, on
from tests.ledger.flat_vectors import flat_vectors

DAYS = st.integers(0, 40)
PLACES = st.sampled_from(["Berlin", "Munich", "Hamburg"])
SURENESS = st.sampled_from([0.35, 0.6, 0.9])


@st.composite
def any_facts(draw: st.DrawFn) -> list[Fact]:
    """Facts of any kind, in any order of time."""
    found = []
    for place in range(draw(st.integers(1, 12))):
        act = draw(st.sampled_from([Act.STATES, Act.STATES, Act.CHANGES, Act.CORRECTS, Act.ENDS]))
        found.append(
            fact(
                draw(st.sampled_from([HOME, PET, DRINK])),
                draw(PLACES) if act is not Act.ENDS else draw(st.sampled_from(["", "Berlin"])),
                draw(DAYS),
                act=act,
                liked=draw(st.booleans()) if act is not Act.ENDS else True,
                reliability=draw(SURENESS),
                start=place,
                instead_of=draw(st.sampled_from(["", "Munich"])) if act is not Act.ENDS else "",
            )
        )
    return found


def drafts_of(facts: list[Fact]) -> tuple[list[Draft], Ledger]:
    ledger, drafts = Ledger(), []
    for found in facts:
        if (draft := RESOLVER.resolve(found, ledger)) is not None:
            drafts += relate(
                [draft], ledger, flat_vectors(found.text for found in facts), values=ENGLISH.values
            )
            ledger = apply_drafts(ledger, drafts[-1:])
    return drafts, ledger


@settings(max_examples=80)
@given(any_facts())
def test_nothing_ever_takes_its_own_place_through_a_chain(facts: list[Fact]) -> None:
    _, ledger = drafts_of(facts)

    assert [name for name in ledger.records if superseded_cycle(ledger, name)] == []
    superseding = [edge for edge in ledger.relations if edge.kind is RelationKind.SUPERSEDES]
    before = {edge.source: set[str]() for edge in superseding}
    for edge in superseding:
        before[edge.source].add(edge.target)
    TopologicalSorter(before).prepare()  # raises where there is a circle


@settings(max_examples=80)
@given(any_facts())
def test_no_two_active_records_contradict_each_other(facts: list[Fact]) -> None:
    _, ledger = drafts_of(facts)

    for one, other in combinations(ledger.with_status(Status.ACTIVE), 2):
        assert not Claim.of(one, ENGLISH.values).contradicts(other)


@settings(max_examples=80)
@given(st.lists(st.tuples(DAYS, PLACES), min_size=1, max_size=7, unique_by=lambda pair: pair[0]), st.data())
def test_moves_make_the_same_story_in_whatever_order_they_come_in(
    moves: list[tuple[int, str]], data: st.DataObject
) -> None:
    facts = [fact(HOME, place, day) for day, place in moves]
    drafts, _ = drafts_of(data.draw(st.permutations(facts)))
    events = [Event(place, NOW, draft) for place, draft in enumerate(drafts)]

    for day, place in moves:
        then = fold(events, as_of=on(day) + timedelta(hours=1))
        assert [record.value for record in then.with_status(Status.ACTIVE)] == [place]
