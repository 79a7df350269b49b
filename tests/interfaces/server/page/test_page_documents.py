"""An answer from a document on the page: cited with heading and page, and safe whatever its title says."""

import asyncio

from daybook.store import ByPhrase
from tests.documents.shelves import put
from tests.interfaces.server.page.conftest import Visit

SENTENCE = "Zeppelins are moored at the northern mast."


def test_the_page_of_an_answer_shows_what_it_cites_of_a_document(visit: Visit) -> None:
    passages = [("Moorings › <b>North</b>", 12, SENTENCE)]
    asyncio.run(put(visit.daybook.parts.store, "ada", "<script>airfield", passages))

    page = visit.send("/ask", message="Where are zeppelins moored?").text

    assert f"“{SENTENCE}”" in page
    assert "&lt;script&gt;airfield, Moorings › &lt;b&gt;North&lt;/b&gt;, page 12" in page
    assert "<script>" not in page


def test_an_answer_is_not_shown_again_once_what_it_cites_of_a_document_is_gone(visit: Visit) -> None:
    store = visit.daybook.parts.store
    asyncio.run(put(store, "ada", "airfield", [("Airfield › Moorings", None, SENTENCE)]))
    answer = visit.send("/ask", message="Where are zeppelins moored?")
    path = answer.url.path

    assert "Airfield, Moorings<" in visit.see(path)
    visit.daybook.forget(ByPhrase("northern mast"), owner="ada")

    gone = visit.client.get(path)
    assert gone.status_code == 404
    assert "northern mast" not in gone.text
