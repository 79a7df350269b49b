import html
import re
from unittest.mock import patch

import pytest

from daybook.conversation import Role, Turn
from daybook.conversation.errors import StoreBusy
from daybook.interfaces.server.page.page_templates import HEADERS
from daybook.library.daybook import Daybook
from daybook.store import Everything
from tests.interfaces.server.page.conftest import HOST, Visit
from tests.interfaces.server.page.told_memory import HOSTILE

PAGES: tuple[str, ...] = (
    *("/", "/known?which=all", "/review", "/sessions", "/session?id=odd"),
    *("/add", "/forget", "/sign-in"),
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_lets_a_browser_load_and_run_nothing_but_its_own_style(visit: Visit, path: str) -> None:
    response = visit.client.get(path)

    assert response.status_code == 200
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "default-src 'none'" in HEADERS["Content-Security-Policy"]
    assert "script-src" not in HEADERS["Content-Security-Policy"]
    assert HEADERS["Cache-Control"] == "no-store"
    tags = re.findall(r"<[a-zA-Z][^>]*>", response.text)
    assert not [tag for tag in tags if re.match(r"<(script|iframe|object|style)\b|.*\s(style|on\w+)=", tag)]
    assert not [tag for tag in tags if re.search(r'(src|href|action)="(?!/|#|\?)', tag)]


@pytest.mark.parametrize("path", ["/page.css", "/favicon.svg"])
def test_what_a_page_loads_is_there_and_loads_nothing_itself(visit: Visit, path: str) -> None:
    response = visit.client.get(path)

    assert response.status_code == 200
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "url(" not in response.text
    assert "@import" not in response.text


def test_facts_are_listed_by_subject_with_words_dates_and_what_they_replaced(visit: Visit) -> None:
    page = visit.see("/known")

    assert page.index(">You</h2>") < page.index(">My sister Maeve</h2>")
    assert "“We moved to Leeds on Saturday.”" in page
    assert "residence: Totterdown</a> from 2 February 2025 until 2 June 2025" in page
    assert "waffles" not in page


def test_a_quote_leads_to_its_words_lit_up_in_their_session(visit: Visit) -> None:
    path = visit.link(visit.see(f"/records/{visit.record('Leeds')}"), "said on")

    response = visit.client.get(path)

    assert response.history[-1].headers["location"].startswith("/session?id=moved&page=1")
    assert response.url.fragment == path.split("/")[2].split("?")[0]
    assert f'id="{response.url.fragment}"' in response.text
    assert "<mark>We moved to Leeds on Saturday.</mark>" in response.text


def test_hostile_words_are_shown_as_text_on_every_page_that_has_them(visit: Visit) -> None:
    for path in ("/session?id=odd", "/sessions"):
        page = visit.see(path)
        assert "<script" not in page
        assert "<img" not in page
        assert "<svg" not in page
        assert "&lt;script&gt;" in page.replace("<mark>", "").replace("</mark>", "")

    page = html.unescape(visit.see("/session?id=odd"))
    assert "{{ 7 * 7 }}" in page
    assert "␛[31m" in page
    assert "abc\\u202edef" in page
    assert "&lt;b&gt;" in page
    assert HOSTILE[-100:] in page


def test_correcting_puts_the_right_value_in_place_and_can_be_taken_back(visit: Visit) -> None:
    leeds = visit.see(f"/records/{visit.record('Leeds')}")
    corrected = visit.press(leeds, "Correct", value="Bradford <b>").text

    assert "Corrected." in corrected
    assert "residence: Bradford &lt;b&gt;</h1>" in corrected
    assert visit.daybook.ledger.record(visit.record("Leeds"), owner="ada").status == "deleted"
    assert "residence: Leeds" in visit.press(corrected, "Take it back").text
    assert visit.daybook.ledger.record(visit.record("Leeds"), owner="ada").status == "active"


@pytest.mark.parametrize(
    ("button", "says", "status"),
    [("It is right", "this is right", "active"), ("It is wrong", "this was wrong", "deleted")],
)
def test_a_fact_is_said_to_be_right_or_wrong(visit: Visit, button: str, says: str, status: str) -> None:
    name = visit.record("laksa")

    page = visit.press(visit.see(f"/records/{name}"), button).text

    assert f"Noted: {says}." in page
    assert visit.daybook.ledger.record(name, owner="ada").status == status


def test_review_asks_until_nothing_waits(visit: Visit) -> None:
    page = visit.see("/review")
    keys = re.findall(r'name="key" value="([^"]+)"', page)

    assert "Review (2)" in page
    assert [key.split()[0] for key in keys] == ["consent", "record"]
    assert "I take insulin every day." in page.partition("Do not remember")[0]
    visit.press(page, "Right")
    assert visit.daybook.ledger.record(visit.record("parrot"), owner="ada").status == "active"
    assert "Nothing waits" in visit.press(visit.see("/review"), "Remember").text


def test_an_answer_to_nothing_that_waits_is_an_error(visit: Visit) -> None:
    assert visit.send("/review", key="record m123", word="yes").status_code == 404
    assert visit.send("/review", key="nonsense", word="yes").status_code == 404
    assert visit.send("/review", key="consent health", word="perhaps").status_code == 422


def test_an_answer_is_kept_for_its_page_and_shows_its_quotes_in_their_rounds(visit: Visit) -> None:
    response = visit.send("/ask", message="Which race did I run?")

    assert re.fullmatch(rf"{HOST}/ask/[0-9a-f]{{16}}", str(response.url))
    assert "<mark>I ran the Harbour 10k yesterday.</mark>" in response.text
    assert "No model was called" in response.text
    assert visit.see(response.url.path) == response.text


def test_an_answer_of_another_memory_is_not_shown(visit: Visit) -> None:
    answer = visit.send("/ask", message="Which race did I run?").url.path
    named = visit.send("/forget", everything="1").url.path
    visit.send("/owner", chosen="bob")

    for path in (answer, named):
        assert visit.client.get(path).status_code == 404


def test_forgetting_shows_every_text_and_then_a_receipt(visit: Visit) -> None:
    answer = visit.send("/ask", message="What is my favourite food?").url.path
    preview = visit.press(visit.see("/forget"), "Show what would go", phrase="laksa")
    path, page = preview.url.path, preview.text

    assert "laksa" not in path
    assert "every sentence with &#39;laksa&#39;" in page
    assert "My favourite food is laksa these days." in page
    assert "laksa" in visit.see("/known")
    receipt = visit.press(page, "Forget it for good")
    assert "found nothing of it" in receipt.text
    assert "1</td>" in receipt.text
    assert visit.see(receipt.url.path) == receipt.text
    assert "laksa" not in visit.see("/known?which=all") + visit.see("/session?id=news")
    assert visit.client.get(answer).status_code == 404
    assert visit.client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("named", "text"),
    [
        ({"session": "race"}, "I ran the Harbour 10k yesterday."),
        ({"start": "2025-03-01", "end": "2025-04-01"}, "I ran the Harbour 10k yesterday."),
        ({"everything": "1"}, "My commute takes 45 minutes."),
    ],
)
def test_everything_that_can_be_named_can_be_looked_at_before_it_goes(
    visit: Visit, named: dict[str, str], text: str
) -> None:
    assert text in visit.send("/forget", **named).text


def test_what_was_not_shown_does_not_go(visit: Visit) -> None:
    page = visit.press(visit.see("/session?id=news"), "Forget this session").text
    visit.daybook.append([Turn(Role.USER, "My cat is called Ink.")], owner="ada", session_id="news")

    assert visit.press(page, "Forget it for good").status_code == 400
    assert "laksa" in visit.see("/known")


def test_a_page_that_is_not_there_is_a_page_for_browsers_and_a_problem_for_programs(visit: Visit) -> None:
    for path in ("/nowhere", "/records/m0", "/rounds/r0", "/session?id=nobody", "/ask/0", "/changes/1"):
        page = visit.client.get(path)
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        problem = visit.client.get(path, headers={"accept": "*/*"})
        assert (problem.status_code, problem.headers["content-type"]) == (404, "application/problem+json")
    assert visit.client.post("/v1/ask", headers={"accept": "application/json"}).json()["status"] == 415


def test_a_memory_that_others_write_to_is_said_to_be_busy(visit: Visit) -> None:
    with patch.object(visit.daybook.parts.store, "sessions", side_effect=StoreBusy("others are writing")):
        response = visit.client.get("/sessions")

    assert response.status_code == 503
    assert "others are writing" in response.text


def test_a_fault_shows_nothing_of_itself(visit: Visit) -> None:
    with patch.object(visit.daybook.parts.store, "sessions", side_effect=RuntimeError("of ada: secret")):
        response = visit.client.get("/sessions")

    assert response.status_code == 500
    assert "secret" not in response.text


def test_an_empty_memory_says_how_to_fill_it(memory: Daybook) -> None:
    memory.forget(Everything(), owner="ada")
    memory.forget(Everything(), owner="bob")
    visit = Visit.of(memory)

    assert "Nothing is kept for me yet" in visit.see("/")
    for path in PAGES[1:]:
        if "odd" not in path:
            visit.see(path)


def test_an_owner_chooses_where_days_begin(visit: Visit) -> None:
    chosen = visit.press(visit.see("/sessions"), "Tell days in it", zone="Pacific/Auckland")
    refused = visit.press(visit.see("/sessions"), "Tell days in it", zone="Mars/Olympus")

    assert "Your days begin in Pacific/Auckland" in chosen.text
    assert (refused.status_code, "Mars/Olympus" in refused.text) == (400, True)
    assert "Your days begin in Pacific/Auckland" in visit.see("/sessions")
