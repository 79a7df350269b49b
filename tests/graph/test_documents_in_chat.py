"""Chat with documents: before the model that replies, cited, and never learned about the owner."""

from daybook import Daybook
from daybook.documents.stored_documents import SHARED
from tests.documents.shelves import put
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED

MESSAGE = "Explain how annual plans are refunded."
SENTENCE = "Annual plans are refunded within 30 days of purchase."


async def test_a_passage_that_bears_on_a_message_is_before_the_model_and_cited(
    chatty: Daybook, server: ScriptedServer
) -> None:
    await put(chatty.parts.store, SHARED)
    server.reply("They are refunded within 30 days of purchase.")

    reply = chatty.chat(MESSAGE, owner="ada", asked_at=ASKED)

    shown = server.requests[-1]["messages"][-1]["content"]
    assert '"kind": "document", "title": "Handbook"' in shown
    assert SENTENCE in shown
    assert [(document.page, document.quote) for document in reply.documents] == [(3, SENTENCE)]
    assert reply.evidence == ()


async def test_what_a_reply_takes_from_a_document_is_no_key_and_no_fact(
    chatty: Daybook, server: ScriptedServer
) -> None:
    await put(
        chatty.parts.store,
        SHARED,
        passages=[("Leave", 7, "You have 28 vacation days, half of them in summer.")],
    )
    server.reply("You have 28 days, half of them in summer.")

    reply = chatty.chat("Explain the vacation days of a year.", owner="ada", asked_at=ASKED)

    assert reply.documents
    assert reply.remembered is not None
    assert reply.remembered.assistant is not None
    assert reply.remembered.assistant.sources == ()
    assert reply.learned == ()
    records = chatty.ledger.records(owner="ada")
    assert not any(reply.remembered.round_id in record.round_ids for record in records)


async def test_passages_take_only_what_is_left_of_the_budget(daybook: Daybook) -> None:
    await put(daybook.parts.store, SHARED)

    wide = daybook.context_for(MESSAGE, owner="ada", budget=1_000)
    narrow = daybook.context_for(MESSAGE, owner="ada", budget=10)

    assert [item.line["kind"] for item in wide.documents][:1] == ["document"]
    assert SENTENCE in wide.text
    assert wide.tokens > 10
    assert (narrow.documents, narrow.text) == ((), "")
