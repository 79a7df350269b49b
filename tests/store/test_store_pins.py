import pytest

from daybook.conversation import Session
from daybook.store import BySession, Store
from daybook.store.forgetting.byte_search import BytePatterns
from daybook.store.pin_table import Pin
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, numbered, reply, session, user

pytestmark = pytest.mark.both_databases


QUESTION = "Which plums ripened behind the old mill, near the bend of the river?"


async def keep(store: Store, *sessions: Session, owner: str = "ada") -> list[str]:
    await store.add(owner, sessions)
    return [round_.round_id for round_ in store.all_rounds(owner)]


def pin(*names: str, question: str = QUESTION, rank: int | None = 3) -> Pin:
    return Pin(question, MAY, dict.fromkeys(names, rank), {"embedder": "bag-of-words"})


async def test_pins_are_kept_per_owner_and_in_order(open_store: OpenStore) -> None:
    store = open_store()
    first, second = await keep(store, numbered(1))
    (other, _) = await keep(store, numbered(2), owner="bob")
    store.pins.keep("ada", pin(second, first))
    store.pins.keep("ada", pin(first, question="Another?", rank=None))
    store.pins.keep("bob", pin(other))
    store.close()

    again = open_store()

    assert again.pins.of("ada") == [pin(second, first), pin(first, question="Another?", rank=None)]
    assert list(again.pins.of("ada")[0].ranks) == [second, first]
    assert again.pins.of("bob") == [pin(other)]
    assert again.pins.of("nobody") == []


async def test_a_pin_takes_the_place_of_the_one_with_the_same_question(store: Store) -> None:
    first, second = await keep(store, numbered(1))
    store.pins.keep("ada", pin(first))
    store.pins.keep("ada", pin(second, rank=1))

    assert store.pins.of("ada") == [pin(second, rank=1)]


async def test_a_pin_is_removed_by_its_question_and_owner(store: Store) -> None:
    (first, _) = await keep(store, numbered(1))
    store.pins.keep("ada", pin(first))

    assert not store.pins.remove("bob", QUESTION)
    assert not store.pins.remove("ada", "Another?")
    assert store.pins.remove("ada", QUESTION)
    assert store.pins.of("ada") == []


async def test_forgetting_a_session_removes_the_pins_that_name_its_rounds_to_the_last_byte(
    store: Store,
) -> None:
    names = await keep(store, numbered(1), numbered(2))
    store.pins.keep("ada", pin(names[0], names[-1]))
    store.pins.keep("ada", pin(names[-1], question="Does this one stay?"))

    receipt = await store.forget("ada", BySession("s1"))

    assert receipt.verified
    assert [stored.question for stored in store.pins.of("ada")] == ["Does this one stay?"]
    assert BytePatterns([QUESTION.encode(), names[0].encode()]).found_in_folder(store.data_dir) == set()


async def test_a_pin_follows_a_round_whose_reply_comes_later(store: Store) -> None:
    (half,) = await keep(store, session("s1", user("The parrot is named Coco.")))
    store.pins.keep("ada", pin(half))

    (whole,) = await keep(store, session("s1", user("The parrot is named Coco."), reply("Welcome, Coco!")))

    assert whole != half
    assert store.pins.of("ada") == [pin(whole)]
