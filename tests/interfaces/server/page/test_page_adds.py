"""Adding on the page: old chats after a look at them, texts, documents; whole, to one's own memory."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import httpx
import pytest

from daybook.interfaces.server import access
from tests.interfaces.server.http_server import Served, serving
from tests.interfaces.server.page.conftest import Visit

CHATS = [
    {"role": "user", "content": "I live in Oslo.", "timestamp": "2024-03-05T09:00:00Z", "session_id": "home"},
    {"role": "assistant", "content": "Noted.", "timestamp": "2024-03-05T09:01:00Z", "session_id": "home"},
    {"role": "user", "content": "I sail.", "timestamp": "2024-04-01T09:00:00Z", "session_id": "boats"},
]
WHATSAPP = """\
13/04/2024, 09:00 - Ada: I moved to Bergen yesterday.
13/04/2024, 09:01 - Bo: How is it?
13/04/2024, 09:02 - Ada: Wet.
"""


def upload(visit: Visit, name: str, text: str) -> httpx.Response:
    response: httpx.Response = visit.send("/import", (name, text.encode()))
    return response


def said(visit: Visit) -> list[str]:
    rounds = visit.daybook.all_rounds(owner=visit.owner)
    return [round_.user.content for round_ in rounds if round_.user]


@contextmanager
def browsing(served: Served, owner: str = "me", *, token: str = "") -> Iterator[Visit]:
    """Visit a server, in which an import goes on when its page has been sent."""
    headers = {"accept": "text/html"}
    with httpx.Client(base_url=served.url, headers=headers, follow_redirects=True, timeout=60) as client:
        visit = Visit(served.daybook, client, owner)
        if token:
            assert visit.send("/sign-in", token=token).status_code == 200
        yield visit


@pytest.fixture
def visit(served: Served) -> Iterator[Visit]:
    with browsing(served) as visit:
        yield visit


@pytest.fixture
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which files wait."""
    folder = tmp_path / "waiting"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    assert gettempdir() == str(folder)
    return folder


def test_an_empty_memory_leads_to_an_import_that_is_looked_at_first(visit: Visit, kept_apart: Path) -> None:
    first = visit.client.get("/").text
    assert "Nothing is kept for me yet" in first
    assert 'type="file"' in visit.see(visit.link(first, "bring in old chats"))

    looked = upload(visit, "chats.json", json.dumps(CHATS))
    assert "<dt>Conversations</dt><dd>2</dd>" in looked.text
    assert "<dt>Rounds</dt><dd>2</dd>" in looked.text
    assert "5 March 2024 to 1 April 2024" in looked.text
    assert "messages" in looked.text
    assert said(visit) == []
    (waiting,) = kept_apart.iterdir()
    assert waiting.stat().st_mode & 0o077 == 0

    done = visit.press(looked.text, "Import it")
    assert "2 rounds of 2 conversations are remembered" in done.text
    assert "storing, me: " in done.text
    assert visit.client.get(looked.url.path).text.count("are remembered") == 1
    assert said(visit) == ["I live in Oslo.", "I sail."]
    assert list(kept_apart.iterdir()) == []
    assert "boats" in visit.client.get("/sessions").text
    assert "is being imported already" in visit.send(looked.url.path).text
    again = upload(visit, "chats.json", json.dumps(CHATS))
    assert "0 rounds of 2 conversations are remembered; 2 were there" in visit.send(again.url.path).text


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("notes.txt", "hello", "notes.txt: this is not JSON"),
        ("empty.json", "", "empty.json: the file is empty"),
        ("half.json", json.dumps(CHATS)[:-40], "half.json"),
        ("../../etc/passwd.json", "hello", "passwd.json: this is not JSON"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line_and_nothing_of_it_is_kept(
    visit: Visit, kept_apart: Path, name: str, text: str, says: str
) -> None:
    page = upload(visit, name, text)

    assert page.text.count('role="alert"') == 1
    assert says in page.text
    assert "etc" not in page.text
    assert str(kept_apart) not in page.text
    assert visit.send(page.url.path).status_code == 400
    assert said(visit) == []
    assert visit.link(page.text, "Choose another file") == "/add"


def test_a_chat_between_people_is_looked_at_again_once_one_says_who_one_is(visit: Visit) -> None:
    page = upload(visit, "WhatsApp Chat with Bo.txt", WHATSAPP)
    assert "which of these are you" in page.text
    assert said(visit) == []

    looked = visit.press(page.text, "Look again", me="Ada")

    assert "<dt>Who speaks</dt><dd>you are Ada (2); others are Bo (1)</dd>" in looked.text
    visit.send(looked.url.path)
    assert said(visit) == ["I moved to Bergen yesterday.", "Wet."]


def test_an_import_is_taken_back_and_leaves_what_was_there_before(visit: Visit) -> None:
    visit.daybook.append("I live in Oslo, still.", owner="me", session_id="home")
    looked = upload(visit, "chats.json", json.dumps(CHATS))
    done = visit.press(looked.text, "Import it")

    shown = visit.press(done.text, "Take it back")
    assert "Forget 2 rounds?" in shown.text
    assert "I sail." in shown.text
    receipt = visit.press(shown.text, "Forget it for good")

    assert "found nothing of it" in receipt.text
    assert said(visit) == ["I live in Oslo, still."]


def test_the_demonstrations_chats_can_be_tried_in_a_memory_of_their_own(visit: Visit) -> None:
    looked = visit.press(visit.see("/add"), "Try it with")
    assert "<dt>Goes to</dt><dd>the memory of demo</dd>" in looked.text

    done = visit.send(looked.url.path)
    assert 'name="chosen" value="demo"' in done.text
    visit.send("/owner", chosen="demo")
    visit.owner = "demo"

    assert len(said(visit)) > 50
    assert "who has our spare key" in visit.client.get("/").text
    assert visit.daybook.stats(owner="me").rounds == 0


def test_two_people_import_at_once_and_each_into_their_own_memory_only(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "data", needs_token=True) as served,
        browsing(served, "ada", token=served.token("ada")) as ada,
        browsing(served, "bob", token=served.token("bob")) as bob,
    ):
        people = (ada, bob)
        looked = [
            upload(one, "chats.json", json.dumps([{**CHATS[0], "content": one.owner}])) for one in people
        ]

        assert ada.client.get(looked[1].url.path).status_code == 404
        assert ada.send(looked[1].url.path).status_code == 404
        assert ada.send("/import", ("x.json", b"[]"), owner="bob").status_code == 403
        assert ada.send("/import/demo").status_code == 403
        for one, page in zip(people, looked, strict=True):
            assert "are remembered" in one.send(page.url.path).text
        assert (said(ada), said(bob)) == (["ada"], ["bob"])

        archive = tmp_path / "bob.jsonl"
        served.daybook.export(archive, owner="bob")
        restored = upload(ada, "bob.jsonl", archive.read_text())
        ada.send(restored.url.path)
        assert (sorted(said(ada)), said(bob)) == (["ada", "bob"], ["bob"])
        assert "demo" not in served.daybook.owners()


def test_what_is_larger_than_the_limit_is_refused_with_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "BODY_LIMIT", 5_000)
    with serving(tmp_path / "data") as served, browsing(served) as visit:
        assert "up to 5,000 bytes" in visit.client.get("/add").text

        visit.client.headers["referer"] = f"{served.url}/add"
        page = upload(visit, "chats.json", " " * 6_000)

        assert (page.status_code, page.headers["content-type"]) == (413, "text/html; charset=utf-8")
        assert "more than 5,000 bytes" in page.text
        assert '<a href="/add">Back</a>' in page.text
        with served.client() as client:
            other = client.post("/v1/ask", content=b" " * 6_000)
        assert other.headers["content-type"] == "application/problem+json"


def test_what_waits_is_removed_when_the_server_stops(tmp_path: Path, kept_apart: Path) -> None:
    with serving(tmp_path / "data") as served, browsing(served) as visit:
        upload(visit, "chats.json", json.dumps(CHATS))
        assert len(list(kept_apart.iterdir())) == 1

    assert list(kept_apart.iterdir()) == []
