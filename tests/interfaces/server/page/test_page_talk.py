"""The conversation on the page: questions are not kept, what is told is, and the next goes on from there."""

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from daybook.store import ByPhrase
from tests.documents.shelves import put
from tests.interfaces.server.http_server import serving
from tests.interfaces.server.page.conftest import Visit
from tests.scripted_server import ScriptedServer


def test_a_question_is_not_kept_and_what_is_told_is(visit: Visit) -> None:
    before = visit.daybook.stats(owner="ada").rounds

    asked = visit.press(visit.see("/"), "Ask", message="Where do I live?").text
    assert visit.daybook.stats(owner="ada").rounds == before
    told = visit.press(asked, "Say it", message="My cat is called Ink.").text

    assert visit.daybook.stats(owner="ada").rounds == before + 1
    kept = visit.see(visit.link(told, "Kept, as you said it"))
    assert "My cat is called Ink." in kept


def test_the_next_question_goes_on_from_the_one_before(visit: Visit) -> None:
    first = visit.send("/ask", message="Who is Maeve?")
    key = first.url.path.rpartition("/")[2]

    page = visit.send("/ask", message="Where does she live?", after=key)

    assert "My sister Maeve lives in Cork." in page.text.rpartition("Where does she live?")[2]
    _, _, body = page.text.partition("<main")
    assert body.index("Who is Maeve?") < body.index("Where does she live?")
    assert page.url.fragment == "now"
    assert visit.see(first.url.path) == first.text
    alone = visit.send("/ask", message="Where does she live?", after="0" * 16).text
    assert "Who is Maeve?" not in alone


def test_forgetting_is_asked_first_and_takes_the_conversation_with_it(visit: Visit) -> None:
    first = visit.send("/ask", message="Where am I going in September?")
    asked = visit.press(first.text, "Ask", message="Forget what I said about my trip to Lisbon.")
    assert "Shall it be forgotten, for good?" in asked.text
    assert "Lisbon" in visit.see("/session?id=news")

    done = visit.press(asked.text, "Ask", message="yes")

    assert "Forgotten for good" in done.text
    assert "Lisbon" not in done.text + visit.see("/sessions")
    for page in (first, asked):
        assert visit.client.get(page.url.path).status_code == 404


def test_a_conversation_is_not_shown_again_once_a_word_of_it_was_forgotten_elsewhere(visit: Visit) -> None:
    told = visit.send("/ask", message="My parrot is called Kiki.", how="say")
    later = visit.send("/ask", message="Who is Maeve?", after=told.url.path.rpartition("/")[2])
    assert "Kiki" in later.text

    visit.daybook.forget(ByPhrase("Kiki"), owner="ada")

    for path in (told.url.path, later.url.path):
        gone = visit.client.get(path)
        assert gone.status_code == 404
        assert "Kiki" not in gone.text


ZEPPELINS = "Zeppelins are moored at the northern mast."


def test_the_page_of_an_answer_shows_what_it_cites_of_a_document(visit: Visit) -> None:
    passages = [("Moorings › <b>North</b>", 12, ZEPPELINS)]
    asyncio.run(put(visit.daybook.parts.store, "ada", "<script>airfield", passages))

    page = visit.send("/ask", message="Where are zeppelins moored?").text

    assert f"“{ZEPPELINS}”" in page
    assert "&lt;script&gt;airfield, Moorings › &lt;b&gt;North&lt;/b&gt;, page 12" in page
    assert "<script>" not in page


def test_an_answer_is_not_shown_again_once_what_it_cites_of_a_document_is_gone(visit: Visit) -> None:
    store = visit.daybook.parts.store
    asyncio.run(put(store, "ada", "airfield", [("Airfield › Moorings", None, ZEPPELINS)]))
    answer = visit.send("/ask", message="Where are zeppelins moored?")
    path = answer.url.path

    assert "Airfield, Moorings<" in visit.see(path)
    visit.daybook.forget(ByPhrase("northern mast"), owner="ada")

    gone = visit.client.get(path)
    assert gone.status_code == 404
    assert "northern mast" not in gone.text


@pytest.fixture
def http(server: ScriptedServer, tmp_path: Path) -> Iterator[httpx.Client]:
    """A browser at a server whose model is scripted."""
    given: dict[str, Any] = {"openai_base_url": server.url, "openai_api_key": "sk", "facts_by_model": False}
    with serving(tmp_path / "data", chat_model="small", **given) as served:
        headers = {"accept": "text/html", "origin": served.url}
        with httpx.Client(base_url=served.url, headers=headers, timeout=60) as client:
            yield client


ARRIVED = {"owner": "me", "message": "I have just arrived.", "how": "say"}


def test_a_reply_by_a_model_is_sent_as_it_is_made(server: ScriptedServer, http: httpx.Client) -> None:
    heard, text = threading.Event(), ""
    server.reply("Hello there, <b>Ada</b>, and welcome.", heard=heard)
    path = http.post("/ask", data=ARRIVED).headers["location"]
    with http.stream("GET", path) as page:
        for piece in page.iter_text():
            text += piece
            if "Hello" in text:
                heard.set()
    again = http.get(path).text

    before, _, after = text.partition('<div class="answer">')
    assert re.search(r"<p class=\"step small\">\w+ …</p>", before)
    assert "Hello" in before
    assert "Hello there, &lt;b&gt;Ada&lt;/b&gt;, and welcome." in after
    assert "Hello there, &lt;b&gt;Ada&lt;/b&gt;, and welcome." in again
    assert 'class="draft"' not in again
    assert text.rstrip().endswith("</html>")


def test_a_model_that_fails_is_said_in_the_page(server: ScriptedServer, http: httpx.Client) -> None:
    server.fail(401, "no such key")

    page = http.post("/ask", data=ARRIVED, follow_redirects=True).text

    assert page.count('role="alert"') == 1
    assert page.rstrip().endswith("</html>")
