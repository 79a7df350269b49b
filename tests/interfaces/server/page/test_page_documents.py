"""An answer from a document on the page: cited with heading and page, and safe whatever its title says."""

from __future__ import annotations

import asyncio

from tests.documents.shelves import put
from tests.interfaces.server.page.conftest import Visit

SENTENCE = "Zeppelins are moored at the northern mast."


def test_the_page_of_an_answer_shows_what_it_cites_of_a_document(visit: Visit) -> None:
    passages = [("Moorings › <b>North</b>", 12, SENTENCE)]
    asyncio.run(put(visit.daybook.parts.store, "ada", "<script>airfield", passages))

    page = visit.send("/ask", question="Where are zeppelins moored?").text

    assert f"“{SENTENCE}”" in page
    assert "&lt;script&gt;airfield, Moorings › &lt;b&gt;North&lt;/b&gt;, page 12" in page
    assert "<script>" not in page
