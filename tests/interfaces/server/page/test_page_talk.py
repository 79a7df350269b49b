"""The conversation on the page: questions are not kept, what is told is, and the next goes on from there."""

import re
import threading
from pathlib import Path
from typing import Any

import httpx

from daybook.store import ByPhrase
from tests.interfaces.server.http_server import serving
from tests.interfaces.server.page.conftest import Visit
from tests.scripted_server import scripted_server


def folded(page: str) -> tuple[str, str]:
    """What of a page is seen at once, and what is behind "Why"."""
    seen, _, why = page.partition('<details class="why">')
    return seen, why


def test_an_answer_begins_with_itself_and_one_dated_quote_and_the_rest_is_folded(visit: Visit) -> None:
    seen, why = folded(visit.send("/ask", message="Where do I live?").text)

    assert ">You moved to Leeds (31 May 2025).</p>" in seen
    assert seen.count("<blockquote>") == 1
    assert "“We moved to Leeds on Saturday.”" in seen
    assert ">On 2 June 2025 you said</a>" in seen
    assert "Totterdown" not in seen
    assert "Before that: Totterdown" in why
    assert "<mark>I live in Totterdown</mark>" in why
    assert "Where time went" in why


def test_a_list_that_is_the_answer_is_shown_whole_with_its_quotes_linked(visit: Visit) -> None:
    seen, _ = folded(visit.send("/ask", message="Who is Maeve?").text)

    assert "your sister Maeve works as a nurse" in seen
    assert seen.count("“My sister Maeve works as a nurse.”</a>") == 1


def test_what_only_comes_nearest_is_said_to(visit: Visit) -> None:
    seen, _ = folded(visit.send("/ask", message="Which race did I run?").text)

    assert ">I do not know that." in seen
    assert "Memory does not hold the answer. What is shown only comes nearest." in seen
    assert ">24 March 2025, you</a>" in seen


def test_a_question_is_not_kept_and_what_is_told_is(visit: Visit) -> None:
    before = visit.daybook.stats(owner="ada").rounds

    visit.send("/ask", message="Where do I live?")
    assert visit.daybook.stats(owner="ada").rounds == before
    told = visit.send("/ask", message="My cat is called Ink.").text

    assert visit.daybook.stats(owner="ada").rounds == before + 1
    kept = visit.see(visit.link(told, "Kept, as you said it"))
    assert "My cat is called Ink." in kept
    assert "Ink" in visit.see("/")


def test_the_next_question_goes_on_from_the_one_before(visit: Visit) -> None:
    first = visit.send("/ask", message="Who is Maeve?")
    key = first.url.path.rpartition("/")[2]

    page = visit.send("/ask", message="Where does she live?", after=key)

    assert "“My sister Maeve lives in Cork.”" in folded(page.text)[0].rpartition("Where does she live?")[2]
    _, _, body = page.text.partition("<main")
    assert body.index("Who is Maeve?") < body.index("Where does she live?")
    assert page.url.fragment == "now"
    assert visit.see(first.url.path) == first.text
    alone = visit.send("/ask", message="Where does she live?", after="0" * 16).text
    assert "Who is Maeve?" not in alone


def test_forgetting_is_asked_first_and_takes_the_conversation_with_it(visit: Visit) -> None:
    first = visit.send("/ask", message="Where am I going in September?").url.path
    asked = visit.send("/ask", message="forget Lisbon", after=first.rpartition("/")[2])
    assert "Shall it be forgotten, for good?" in asked.text
    assert "Lisbon" in visit.see("/diary")

    done = visit.send("/ask", message="Yes", after=asked.url.path.rpartition("/")[2])

    assert "Lisbon" not in done.text + visit.see("/diary")
    assert visit.client.get(first).status_code == 404
    assert visit.client.get(asked.url.path).status_code == 404


def test_a_conversation_is_not_shown_again_once_a_word_of_it_was_forgotten_elsewhere(visit: Visit) -> None:
    told = visit.send("/ask", message="My parrot is called Kiki.")
    later = visit.send("/ask", message="Who is Maeve?", after=told.url.path.rpartition("/")[2])
    assert "Kiki" in later.text

    visit.daybook.forget(ByPhrase("Kiki"), owner="ada")

    for path in (told.url.path, later.url.path):
        gone = visit.client.get(path)
        assert gone.status_code == 404
        assert "Kiki" not in gone.text


def test_a_reply_by_a_model_is_sent_as_it_is_made(tmp_path: Path) -> None:
    heard, said = threading.Event(), "Hello there, <b>Ada</b>, and welcome."
    with scripted_server() as model:
        model.reply(said, heard=heard)
        settings: dict[str, Any] = {"chat_model": "small", "openai_base_url": model.url}
        with (
            serving(tmp_path / "data", openai_api_key="sk", facts_by_model=False, **settings) as served,
            httpx.Client(base_url=served.url, headers={"accept": "text/html", "origin": served.url}) as http,
        ):
            form = {"owner": "me", "message": "I have just arrived."}
            path = http.post("/ask", data=form).headers["location"]
            text = ""
            with http.stream("GET", path) as page:
                for piece in page.iter_text():
                    text += piece
                    if "Hello" in text:
                        heard.set()
            again = http.get(path).text
        model.assert_spent()

    before, _, after = text.partition('<div class="answer">')
    assert re.search(r"<p class=\"step small\">\w+ …</p>", before)
    assert before.index("Hello") < before.index("</form>") if "</form>" in before else "Hello" in before
    assert "Hello there, &lt;b&gt;Ada&lt;/b&gt;, and welcome." in after
    assert "Hello there, &lt;b&gt;Ada&lt;/b&gt;, and welcome." in again
    assert 'class="draft"' not in again
    assert text.rstrip().endswith("</html>")


def test_a_model_that_fails_is_said_in_the_page(tmp_path: Path) -> None:
    with scripted_server() as model:
        model.fail(401, "no such key")
        settings: dict[str, Any] = {"chat_model": "small", "openai_base_url": model.url}
        with (
            serving(tmp_path / "data", openai_api_key="sk", facts_by_model=False, **settings) as served,
            httpx.Client(base_url=served.url, headers={"accept": "text/html", "origin": served.url}) as http,
        ):
            form = {"owner": "me", "message": "I have just arrived."}
            page = http.post("/ask", data=form, follow_redirects=True).text

    assert page.count('role="alert"') == 1
    assert page.rstrip().endswith("</html>")
