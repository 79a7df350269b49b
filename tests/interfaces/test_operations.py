"""The operations of a memory, as calls with plain values and checked results."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from daybook import Daybook
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.interfaces.operations import memory_operations as operations
from daybook.interfaces.operations.operation_results import Remembered
from daybook.interfaces.operations.operation_table import (
    TOOLS,
    Correct,
    Fetch,
    GivenFact,
    ListFacts,
    Operation,
    Recall,
    Search,
    told_to_model,
)
from daybook.store import BySession, Everything
from tests.interfaces.daybook_command import HashedWords

MAY = datetime(2023, 5, 2, 9, tzinfo=UTC)
LONG = "The weather was fine. " * 60
ROME, NUTS, AARHUS = "I live in Rome.", "I am allergic to peanuts.", "I moved to Aarhus."
FACTS = {
    ROME: GivenFact(attribute="residence", value="Rome", quote=ROME),
    NUTS: GivenFact(attribute="allergy", value="peanuts", quote=NUTS),
    AARHUS: GivenFact(attribute="residence", value="Aarhus", quote=AARHUS),
}


async def tell(daybook: Daybook, said: str, assistant_said: str = "") -> Remembered:
    """Remember words with the fact that a model of the caller's found in them."""
    given = [FACTS[said]]
    return await operations.remember(daybook, "ada", said, assistant_said=assistant_said, facts=given)


@pytest.fixture
async def daybook(tmp_path: Path) -> AsyncIterator[Daybook]:
    async with Daybook.open(tmp_path / "data", embedder=HashedWords(), clock=lambda: MAY) as opened:
        yield opened


async def test_what_is_remembered_says_what_was_learnt_and_whether_it_is_new(daybook: Daybook) -> None:
    first = await tell(daybook, ROME, "Noted.")
    again = await tell(daybook, ROME, "Noted.")
    moved = await tell(daybook, AARHUS)

    assert (first.stored, first.already_there, again.stored, again.already_there) == (True, False, True, True)
    assert first.said_at == MAY
    (fact,) = first.learned
    assert (fact.slot, fact.subject) == ("identity.residence", "me")
    assert (fact.value, fact.status) == ("Rome", "active")
    assert fact.support[0].quote in ROME
    assert [fact.value for fact in moved.learned] == ["Aarhus"]  # only what holds now


@pytest.mark.parametrize("words", ["", " \n"])
async def test_no_words_are_refused(daybook: Daybook, words: str) -> None:
    with pytest.raises(BadInput):
        await operations.remember(daybook, "ada", words)

    assert (await daybook.astats()).rounds == 0


async def test_of_a_models_reply_its_thoughts_are_not_kept(daybook: Daybook) -> None:
    kept = await tell(daybook, ROME, "<think>\nOr Lagos?\n</think>\n\nA fine city.")
    again = await tell(daybook, ROME, "A fine city.")

    assert (await Fetch(id=kept.round_id).run(daybook, "ada")).assistant == "A fine city."
    assert again.already_there


async def test_what_is_recalled_is_the_answer_with_its_evidence_and_what_must_be_heeded(
    daybook: Daybook,
) -> None:
    for said in (ROME, NUTS):
        await operations.remember(daybook, "ada", said)

    recalled = await Recall(question="Where do I live?").run(daybook, "ada")
    nothing = await Recall(question="Where do I live?").run(daybook, "bob")

    assert recalled.answer == (await daybook.aask("Where do I live?", owner="ada")).text
    assert not recalled.not_known
    assert [cited.quote for cited in recalled.evidence][:1] == [ROME]
    assert recalled.constraints == [NUTS]
    assert (nothing.not_known, nothing.evidence, nothing.constraints) == (True, (), [])


async def test_a_search_shows_the_matching_passage_and_fetch_the_owners_whole_round(daybook: Daybook) -> None:
    said = f"{LONG}My parrot is named Coco. {LONG}"
    kept = await operations.remember(daybook, "ada", said)

    (found,) = (await Search(query="parrot Coco").run(daybook, "ada")).rounds
    whole = await Fetch(id=found.round_id).run(daybook, "ada")

    assert found.round_id == kept.round_id
    assert (found.is_cut, whole.is_cut) == (True, False)
    assert "Coco" in found.user
    assert len(found.user) < 800
    assert (whole.user, whole.score) == (said, None)
    with pytest.raises(UnknownItem):
        await Fetch(id=kept.round_id).run(daybook, "bob")


async def test_facts_are_listed_by_words_and_in_pages(daybook: Daybook) -> None:
    for said in (ROME, NUTS, AARHUS):
        await tell(daybook, said)

    now = await ListFacts().run(daybook, "ada")
    before = await ListFacts(history=True).run(daybook, "ada")
    about = await ListFacts(about="residence").run(daybook, "ada")
    pages = [await ListFacts(limit=1, offset=place).run(daybook, "ada") for place in range(3)]

    assert {fact.value for fact in now.facts} == {"Aarhus", "peanuts"}
    assert {fact.value for fact in before.facts} == {"Aarhus", "peanuts", "Rome"}
    assert [fact.value for fact in about.facts] == ["Aarhus"]
    assert [fact.record_id for page in pages for fact in page.facts] == [fact.record_id for fact in now.facts]
    assert {page.total for page in pages} == {2}


async def test_forgetting_shows_first_and_takes_the_confirmation_of_just_that(daybook: Daybook) -> None:
    for owner in ("ada", "bob"):
        kept = await operations.remember(daybook, owner, ROME, session_id="talk")
    selector = BySession("talk")
    shown = await operations.forget(daybook, "bob", selector)
    assert (shown.done, shown.verified) == (False, False)
    assert ROME in shown.texts

    for owner, other in (("bob", Everything()), ("ada", selector)):
        with pytest.raises(BadInput, match="confirmation"):
            await operations.forget(daybook, owner, other, confirmation=shown.confirmation)
    await operations.remember(daybook, "bob", "I have a parrot.", session_id="talk")
    with pytest.raises(BadInput, match="confirmation"):  # more would go now
        await operations.forget(daybook, "bob", selector, confirmation=shown.confirmation)
    assert (await Fetch(id=kept.round_id).run(daybook, "bob")).user == ROME
    again = await operations.forget(daybook, "bob", selector)
    done = await operations.forget(daybook, "bob", selector, confirmation=again.confirmation)

    assert (done.done, done.verified, done.texts, done.confirmation) == (True, True, (), None)
    assert done.removed["rounds"] == 2
    assert (await daybook.astats(owner="ada")).rounds == 1


@pytest.mark.parametrize("row", TOOLS.values(), ids=list(TOOLS))
def test_null_is_as_good_as_leaving_an_optional_argument_out(row: type[Operation]) -> None:
    needed = {name: "record" for name, field in row.model_fields.items() if field.is_required()}
    optional = dict.fromkeys(row.model_fields.keys() - needed.keys())

    assert row.model_validate(needed | optional) == row.model_validate(needed)
    for name in needed:
        with pytest.raises(ValidationError):
            row.model_validate(needed | {name: None})


async def test_an_error_tells_a_model_of_tools_and_not_of_commands(daybook: Daybook) -> None:
    with pytest.raises(UnknownItem) as caught:
        await Correct(record_id="m0", value="Aarhus").run(daybook, "ada")

    assert "`daybook ledger` lists them" in str(caught.value)
    assert "`list_facts` lists them" in told_to_model(caught.value)
