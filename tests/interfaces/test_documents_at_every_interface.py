"""Every interface gives an answer that cites documents: none needs a round id in evidence."""

import asyncio
import os
from pathlib import Path

import pytest

from daybook import Daybook
from daybook.answer.model_input import passage_for_model
from daybook.conversation import DocumentEvidence, FoundPassage, Passage
from daybook.documents.stored_documents import SHARED
from daybook.interfaces.langchain.tools import content_of
from daybook.interfaces.mcp.mcp_server import recalled_text
from daybook.interfaces.operations.memory_json import ChatJson
from daybook.interfaces.operations.operation_table import Recall
from tests.documents.shelves import put
from tests.interfaces.daybook_command import Command, HashedWords

ASKED = "How long are annual plans refunded?"
SENTENCE = "Annual plans are refunded within 30 days of purchase."


def opened() -> Daybook:
    return Daybook.open(Path(os.environ["DAYBOOK_DATA_DIR"]), embedder=HashedWords())


@pytest.fixture
def with_handbook(filled: Command) -> Command:
    """The command over a memory of two rounds, and a handbook for everybody."""
    with opened() as daybook:
        asyncio.run(put(daybook.parts.store, SHARED))
    return filled


def test_ask_prints_title_heading_and_page_and_has_the_citation_among_its_evidence(
    with_handbook: Command,
) -> None:
    ran, as_json = with_handbook("ask", ASKED), with_handbook("ask", ASKED, "--json")

    assert (ran.code, ran.err) == (0, "")
    assert "From Handbook, Billing › Refunds, page 3" in ran.out
    cited = next(item for item in as_json.json["evidence"] if item.get("page") == 3)
    assert SENTENCE in cited.pop("quote")
    assert cited == {
        "document_id": "handbook",
        "title": "Handbook",
        "heading": "Billing › Refunds",
        "page": 3,
        "page_label": "",
    }


def test_why_shows_the_passages_with_their_scores(with_handbook: Command) -> None:
    shown = with_handbook("ask", ASKED, "--why").out
    passages = with_handbook("ask", ASKED, "--why", "--json").json["why"]["passages"]

    assert "cited" in shown
    assert "Handbook, Billing › Refunds, page 3" in shown
    assert passages[0]["heading"] == "Billing › Refunds"
    assert passages[0]["signals"].keys() >= {"fused", "bm25"}


@pytest.mark.usefixtures("with_handbook")
async def test_models_get_the_one_list_of_what_is_cited_and_whose_words_a_document_holds() -> None:
    with opened() as daybook:
        recalled = await Recall(question=ASKED).run(daybook, "me")
        shape = ChatJson.of(await daybook.achat(ASKED, owner="me")).to_json()

    (cited,) = (words for words in recalled.evidence if SENTENCE in words.quote)
    assert isinstance(cited, DocumentEvidence)
    assert cited.page == 3
    assert '- from a document, which somebody else wrote, "Handbook", page 3: "' in recalled_text(recalled)
    assert SENTENCE in recalled_text(recalled)
    assert '"page": 3' in content_of(recalled)
    assert {"document_id": "handbook", "page": 3}.items() <= shape["evidence"][0].items()


async def test_the_printed_number_of_a_page_stands_beside_the_physical_one(filled: Command) -> None:
    printed = [("Billing › Refunds", 23, SENTENCE, "9")]
    with opened() as daybook:
        await put(daybook.parts.store, SHARED, passages=printed)
        recalled = await Recall(question=ASKED).run(daybook, "me")

    assert f'"Handbook", page 23 (printed 9): "{SENTENCE}' in recalled_text(recalled)
    assert '"page_label": "9"' in content_of(recalled)
    found = FoundPassage(Passage("handbook", "Handbook", 0, *printed[0]), 1.0)
    assert passage_for_model(1, found)["page"] == "23 (printed 9)"
    assert "Billing › Refunds, page 23 (printed 9)" in filled("ask", ASKED).out
    shown = filled("ask", ASKED, "--why")
    assert "Handbook, Billing › Refunds, page 23 (printed 9)" in shown.out
    assert filled("ask", ASKED, "--json").json["evidence"][0]["page_label"] == "9"
