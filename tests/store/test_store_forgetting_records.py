"""Forgetting a record, a slot or a phrase: sentences go, and with them everything that told them."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from daybook.conversation import (
    Address,
    Change,
    Draft,
    EventKind,
    Mark,
    Polarity,
    Record,
    Reinforce,
    Relate,
    Relation,
    RelationKind,
    Round,
    Status,
    Support,
    TimeRange,
    Turn,
    Write,
    record_id,
)
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.store import ByPhrase, ByRecord, BySession, BySlot, ByTime, Everything, Store
from daybook.store.forgetting.byte_search import BytePatterns
from tests.store.conversations import MAY, reply, session, user
from tests.store.inspection import user_support

pytestmark = pytest.mark.both_databases


HOME = session("home", user("I live in Malmö now. My cat is Miso."), reply("Malmö is fine. Hello, Miso!"))
AGAIN = session("again", user("As I said, my home is Malmö by the sea."), reply("Noted."), day=1)
MOVED = session("moved", user("I have moved to Turku. It rains."), reply("Turku, then."), day=2)


def record(slot: str, value: str, *supports: Support) -> Record:
    first = supports[0]
    name = record_id("ada", Address(slot), value, Polarity.POSITIVE, first)
    return Record(
        name, slot, value, Polarity.POSITIVE, first.quote, first.said_at, first.said_at, 0.8, supports
    )


def post(store: Store, kind: EventKind, cause: str, *changes: Change, undoes: int | None = None) -> int:
    (event,) = store.ledgers.post("ada", [Draft(kind, cause, changes, undoes)], posted_at=MAY)
    return event.event_id


class Known:
    """A store in which ada lived in Malmö, twice said, has a cat, and moved to Turku."""

    def __init__(self, store: Store, home: Round, again: Round, moved: Round) -> None:
        self.store, self.home, self.again, self.moved = store, home, again, moved
        first, second = (
            user_support(home, "I live in Malmö now."),
            user_support(again, "my home is Malmö by the sea."),
        )
        self.malmo = record("identity.residence", "Malmö", first)
        self.cat = record("possession.pet", "Miso", user_support(home, "My cat is Miso."))
        self.turku = record("identity.residence", "Turku", user_support(moved, "I have moved to Turku."))
        for one in (self.malmo, self.cat):
            post(store, EventKind.WRITE, home.round_id, Write(home.said_at, one))
        again_ = Reinforce(again.said_at, self.malmo.record_id, second, 0.9)
        self.reinforced = post(store, EventKind.REINFORCE, again.round_id, again_)
        at = moved.said_at
        edge = Relation(self.turku.record_id, RelationKind.SUPERSEDES, self.malmo.record_id, 1.0, 0.9)
        self.superseded = post(
            store,
            EventKind.SUPERSEDE,
            moved.round_id,
            Write(at, self.turku),
            Mark(at, self.malmo.record_id, Status.SUPERSEDED, self.turku.record_id),
            Relate(at, edge),
            Relate(at, Relation(moved.round_id, RelationKind.FOLLOWS, home.round_id, 1.0, 1.0)),
        )

    @property
    def records(self) -> dict[str, Record]:
        return dict(self.store.ledgers.of("ada").records)

    def said(self) -> list[list[str]]:
        return [[turn.content for turn in round_.turns] for round_ in self.store.all_rounds("ada")]

    def kept(self, *needles: str) -> set[bytes]:
        return BytePatterns(piece.encode() for piece in needles).found_in_folder(self.store.data_dir)


@pytest.fixture
async def known(store: Store) -> Known:
    await store.add("ada", [HOME, AGAIN, MOVED])
    rounds = [*store.all_rounds("ada")]
    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=[round_.round_id for round_ in rounds])
    return Known(store, *rounds)


async def test_a_forgotten_record_takes_its_sentences_and_their_echo_with_it(known: Known) -> None:
    receipt = await known.store.forget("ada", ByRecord(known.malmo.record_id))

    assert receipt.verified
    counted = {name: count for name, count in receipt.removed.items() if count}
    # Of the two rounds the second said nothing else and went, with its session. The relation of records
    # went, that of rounds follows. All four events mention the record, or a round that has a new id.
    # Vectors: two sides and two statements of the first round, two sides of the second.
    assert counted == {
        **{"sessions": 1, "rounds": 2, "redacted": 1, "turns": 4, "records": 1, "relations": 1},
        **{"events": 4, "vectors": 6},
    }
    assert known.said() == [
        ["[forgotten] My cat is Miso.", "[forgotten] Hello, Miso!"],
        ["I have moved to Turku. It rains.", "Turku, then."],
    ]
    assert set(known.records) == {known.cat.record_id, known.turku.record_id}
    assert known.kept("I live in Malmö", "home is Malmö", known.malmo.record_id, known.home.round_id) == set()


async def test_what_rests_on_the_same_round_follows_it_to_its_new_id(known: Known) -> None:
    await known.store.forget("ada", ByRecord(known.malmo.record_id))

    (round_,) = known.store.session_rounds("ada", "home")
    (rest,) = known.records[known.cat.record_id].support
    assert round_.user is not None
    assert (rest.round_id, rest.quote) == (round_.round_id, round_.user.content[rest.start : rest.stop])
    assert [edge.target for edge in known.store.ledgers.of("ada").relations] == [round_.round_id]


async def test_a_redacted_round_is_found_by_what_is_left_of_it(known: Known) -> None:
    await known.store.forget("ada", ByRecord(known.malmo.record_id))
    (round_,) = known.store.session_rounds("ada", "home")

    lexical = (await known.store.index("ada")).words
    assert [name for name, _ in lexical.search("Miso", limit=5)] == [round_.round_id]
    assert lexical.search("forgotten Malmö", limit=5) == []
    assert known.store.stats("ada").vectors == 5
    assert [finding for finding in known.store.check() if not finding.ok] == []


async def test_a_stale_fact_stays_superseded_when_what_took_its_place_is_forgotten(known: Known) -> None:
    receipt = await known.store.forget("ada", BySession("moved"))

    stale = known.records[known.malmo.record_id]
    assert receipt.verified
    assert (stale.status, stale.superseded_by) == (Status.SUPERSEDED, "")
    assert known.store.ledgers.of("ada").relations == ()
    assert [event.draft.cause for event in known.store.ledgers.events("ada")][-1] == "forgotten"


async def test_a_record_that_was_said_elsewhere_rests_on_that_and_says_no_more(known: Known) -> None:
    receipt = await known.store.forget("ada", BySession("home"))

    left = known.records[known.malmo.record_id]
    assert receipt.verified
    assert [rest.session_id for rest in left.support] == ["again"]
    assert left.text == "my home is Malmö by the sea."
    assert known.cat.record_id not in known.records
    before = known.store.ledgers.of("ada", as_of=MAY + timedelta(hours=1))
    assert before.records == {}  # as it rests on a later day, it was not known then
    assert known.kept("I live in Malmö", known.home.round_id) == set()


async def test_a_record_that_was_undone_can_be_forgotten_and_not_be_redone(known: Known) -> None:
    post(known.store, EventKind.UNDO, "owner", undoes=known.superseded)

    receipt = await known.store.forget("ada", ByRecord(known.turku.record_id))

    assert receipt.verified
    assert known.said()[-1] == ["[forgotten] It rains.", "[forgotten]"]
    assert known.kept("have moved to Turku", known.turku.record_id) == set()


async def test_a_phrase_goes_wherever_it_stands_and_another_owner_keeps_it(known: Known) -> None:
    await known.store.add("bob", [HOME])

    receipt = await known.store.forget("ada", ByPhrase("my  CAT is"))

    assert receipt.verified
    assert known.said()[0] == ["I live in Malmö now. [forgotten]", "Malmö is fine. Hello, Miso!"]
    assert known.cat.record_id not in known.records
    assert known.malmo.record_id in known.records
    assert [turn.content for turn in known.store.session_rounds("bob", "home")[0].turns] == [
        turn.content for turn in HOME.turns
    ]


async def test_what_recalled_it_is_forgotten_and_what_recalled_that(known: Known) -> None:
    async def recall(question: str, told: str, source: str) -> str:
        turns: Sequence[Turn] = [user(question), reply(told, sources=(source,))]
        return (await known.store.append("ada", "chat", turns, said_at=MAY + timedelta(days=3))).round_id

    first = await recall("Where do I live?", "You told me of a town by the Sound.", known.home.round_id)
    await recall("What did you just say?", "That you live by the Sound.", first)
    await recall("And the rain?", "It rains where you are.", known.moved.round_id)

    receipt = await known.store.forget("ada", ByRecord(known.malmo.record_id))

    assert receipt.verified
    assert [known.said()[-3:][place][1] for place in range(3)] == [
        "[forgotten]",
        "[forgotten]",
        "It rains where you are.",
    ]
    chat = known.store.session_rounds("ada", "chat")
    assert [round_.assistant.sources for round_ in chat if round_.assistant] == [
        (),
        (),
        (known.moved.round_id,),
    ]


async def test_an_import_does_not_bring_a_sentence_back_and_a_grown_session_gains_the_rest(
    known: Known,
) -> None:
    await known.store.forget("ada", ByRecord(known.malmo.record_id))
    grown = session("home", *HOME.turns, user("I keep hens as well."), reply("Lovely."))

    added = await known.store.add("ada", [grown, AGAIN, MOVED])

    assert added.added == 1
    assert known.said()[:2] == [
        ["[forgotten] My cat is Miso.", "[forgotten] Hello, Miso!"],
        ["I keep hens as well.", "Lovely."],
    ]
    assert known.store.forgotten([known.malmo.record_id, known.cat.record_id]) == {known.malmo.record_id}


async def test_a_stretch_of_time_is_forgotten_from_its_beginning_to_before_its_end(known: Known) -> None:
    during = TimeRange(MAY, MAY + timedelta(days=2))

    receipt = await known.store.forget("ada", ByTime(during))

    assert (receipt.verified, receipt.removed["sessions"]) == (True, 2)
    assert [round_.session_id for round_ in known.store.all_rounds("ada")] == ["moved"]


async def test_everything_goes_of_one_owner(known: Known) -> None:
    await known.store.add("bob", [MOVED])

    receipt = await known.store.forget("ada", Everything())

    assert receipt.verified
    assert known.store.owners() == ["bob"]
    assert known.store.ledgers.events("ada") == []
    assert known.kept("I live in Malmö", "My cat is Miso", known.cat.record_id) == set()


async def test_what_would_go_is_told_and_nothing_is_touched(known: Known) -> None:
    before = known.said()

    preview = known.store.preview_forget("ada", ByRecord(known.cat.record_id))

    assert preview.texts == ("My cat is Miso.", "Hello, Miso!")
    assert (preview.removed["rounds"], preview.removed["redacted"], preview.removed["records"]) == (1, 1, 1)
    assert known.said() == before


async def test_what_is_not_there_is_an_error_that_says_where_to_look(known: Known) -> None:
    with pytest.raises(UnknownItem, match="no record 'm0': `daybook ledger` lists them"):
        await known.store.forget("ada", ByRecord("m0"))
    with pytest.raises(UnknownItem, match="no record of slot 'pref': `daybook ledger` lists them"):
        await known.store.forget("ada", BySlot("pref"))
    with pytest.raises(BadInput, match="needs a word"):
        await known.store.forget("ada", ByPhrase(" … "))
    nothing = await known.store.forget("ada", ByPhrase("xylophone"))
    assert (sum(nothing.removed.values()), nothing.verified) == (0, True)


async def test_facts_of_a_round_that_was_forgotten_in_the_meantime_are_not_posted(known: Known) -> None:
    late = Draft(EventKind.WRITE, known.home.round_id, (Write(MAY, known.cat),))
    await known.store.forget("ada", BySession("home"))

    posted = known.store.ledgers.post("ada", [late], posted_at=MAY, rounds_read=[known.home.round_id])

    assert posted == []
