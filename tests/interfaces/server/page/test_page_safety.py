"""Whom the page lets in, and what other sites can do with a browser that it let in: nothing."""

from datetime import timedelta

import pytest

from daybook.conversation import Role, Turn
from daybook.interfaces.server.access import COOKIE
from daybook.library.daybook import Daybook
from tests.interfaces.server.page.conftest import HOST, Visit
from tests.interfaces.server.page.told_memory import NOW

ELSEWHERE: tuple[dict[str, str], ...] = (
    {},
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:8751"},
    {"origin": HOST, "sec-fetch-site": "cross-site"},
    {"origin": HOST, "sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
)


@pytest.fixture
def closed(memory: Daybook) -> Visit:
    """A server that takes tokens only."""
    return Visit.of(memory, needs_token=True)


def token_for(daybook: Daybook, owner: str | None, *, days: float | None = None) -> str:
    end = None if days is None else NOW + timedelta(days=days)
    text, _ = daybook.parts.store.tokens.make(owner, made_at=NOW, expires_at=end)
    return text


def sign_in(visit: Visit, token: str, path: str = "/") -> None:
    response = visit.client.post("/sign-in", data={"token": token, "path": path}, headers={"origin": HOST})
    assert response.status_code == 200, response.text


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_no_form_of_another_site_does_anything(visit: Visit, headers: dict[str, str]) -> None:
    name = visit.record("Leeds")
    forms = {
        f"/records/{name}/reject": {},
        f"/records/{name}/correct": {"value": "Nowhere"},
        "/review": {"key": "consent health", "word": "yes"},
        "/forget": {"everything": "1"},
        "/undo/1": {},
        "/ask": {"message": "Bob is right.", "how": "say"},
        "/owner": {"chosen": "bob"},
        "/sign-in": {"token": "x"},
        "/sign-out": {},
        "/import": {},
        "/import/demo": {},
        "/import/0": {},
        "/import/0/look": {},
        "/import/0/back": {},
    }
    for path, form in forms.items():
        response = visit.client.post(path, data={"owner": "ada", **form}, headers=headers)
        assert response.status_code in (401, 403), path
        assert "set-cookie" not in response.headers

    assert visit.daybook.ledger.record(name, owner="ada").status == "active"
    assert "Leeds" in visit.see("/known")


def test_the_cookie_opens_no_api_to_other_sites_but_a_token_in_a_header_does(closed: Visit) -> None:
    token = token_for(closed.daybook, "ada")
    sign_in(closed, token)
    asked = {"question": "Where do I live?"}

    for headers in ELSEWHERE:
        assert closed.client.post("/v1/ask", json=asked, headers=headers).status_code == 403
    assert closed.client.post("/v1/ask", json=asked, headers={"origin": HOST}).status_code == 200
    closed.client.cookies.clear()
    bearer = {"authorization": f"Bearer {token}", "origin": "https://evil.example"}
    assert closed.client.post("/v1/ask", json=asked, headers=bearer).status_code == 200


def test_a_page_elsewhere_may_link_here_but_load_nothing(visit: Visit) -> None:
    cross = {"sec-fetch-site": "cross-site"}

    assert visit.client.get("/sessions", headers={**cross, "sec-fetch-mode": "no-cors"}).status_code == 403
    assert visit.client.get("/", headers={**cross, "sec-fetch-mode": "navigate"}).status_code == 200


def test_a_form_about_a_memory_that_is_not_looked_at_any_more_does_nothing(visit: Visit) -> None:
    page = visit.see("/forget")
    visit.press(page, "Look at it", chosen="bob")

    response = visit.press(page, "Show what would go", phrase="laksa")

    assert response.status_code == 403
    assert "about &#39;ada&#39;, and you look at &#39;bob&#39; now" in response.text


def test_without_a_token_every_page_asks_for_one_and_shows_nothing(closed: Visit) -> None:
    for path in (*("/", "/review", "/known", "/sessions", "/forget", "/add"),):
        response = closed.client.get(path)
        assert response.status_code == 401
        assert "Your token" in response.text
        assert "ada" not in response.text
    assert closed.client.get("/page.css").status_code == 200
    assert closed.client.get("/sign-in").status_code == 200


def test_a_token_is_taken_once_into_a_cookie_that_scripts_and_other_sites_do_not_have(closed: Visit) -> None:
    token = token_for(closed.daybook, "ada")
    form = {"token": f"  {token}\n", "path": "/review"}

    response = closed.client.post("/sign-in", data=form, headers={"origin": HOST}, follow_redirects=False)

    assert (response.status_code, response.headers["location"]) == (303, "/review")
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    page = closed.client.get("/known")
    assert "Leeds" in page.text
    assert token not in page.text
    assert token not in str(page.url)


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example/", "/\\evil.example", "/\n/x", ""])
def test_signing_in_leads_nowhere_else(closed: Visit, path: str) -> None:
    form = {"token": token_for(closed.daybook, "ada"), "path": path}

    response = closed.client.post("/sign-in", data=form, headers={"origin": HOST}, follow_redirects=False)

    assert response.headers["location"] == "/"


def test_a_token_that_opens_nothing_is_refused_and_its_cookie_is_taken_away(closed: Visit) -> None:
    for token in ("nonsense", token_for(closed.daybook, "ada", days=-1)):
        form = {"token": token}
        refused = closed.client.post("/sign-in", data=form, headers={"origin": HOST})
        assert refused.status_code == 401
        assert COOKIE not in closed.client.cookies
    sign_in(closed, token_for(closed.daybook, "ada"))
    (token_name,) = (one.name for one in closed.daybook.parts.store.tokens.list() if not one.expires_at)
    closed.daybook.parts.store.tokens.revoke(token_name)

    response = closed.client.get("/")

    assert response.status_code == 401
    assert "was revoked" in response.text
    assert COOKIE not in closed.client.cookies


def test_signing_out_takes_the_cookie_away(closed: Visit) -> None:
    page = closed.press(closed.client.get("/").text, "Sign in", token=token_for(closed.daybook, "ada")).text

    closed.press(page, "Sign out")

    assert closed.client.get("/").status_code == 401


def test_a_token_opens_the_memory_of_its_owner_and_no_other(closed: Visit) -> None:
    sign_in(closed, token_for(closed.daybook, "bob"))
    ada = closed.daybook.ledger.records(owner="ada")[0]
    chosen = closed.send("/owner", chosen="ada")
    closed.client.cookies.set("daybook_owner", "ada")

    assert chosen.status_code == 404
    assert "Ghent" in closed.see("/known")
    assert "Leeds" not in closed.see("/known")
    assert closed.client.get(f"/records/{ada.record_id}").status_code == 404
    assert closed.client.get(f"/rounds/{ada.support[0].round_id}").status_code == 404
    assert closed.client.get("/session?id=home").status_code == 404
    assert closed.client.get("/session?id=news").status_code == 404
    assert "Harbour" not in closed.see("/sessions")
    assert closed.send("/forget", everything="1").status_code == 403


def test_an_owner_of_any_name_can_be_looked_at(memory: Daybook, visit: Visit) -> None:
    name = 'zoë; "a=b" <x>\u202e,'
    memory.append([Turn(Role.USER, "I live in Oslo.")], owner=name)

    visit.send("/owner", chosen=name)

    assert "Oslo" in visit.see("/sessions")
    assert "&lt;x&gt;\\u202e" in visit.see("/")
