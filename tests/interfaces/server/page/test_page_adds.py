"""What is added on the page: old chats after a look at them, texts, documents; whole, to one's own memory."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir

import httpx
import pytest

from tests.interfaces.server.http_server import Served, serving

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


@dataclass
class Browser:
    """Reads pages and sends their forms over HTTP, to one server, as one owner."""

    served: Served
    http: httpx.Client
    owner: str

    def send(self, path: str, *, file: tuple[str, bytes] | None = None, **form: str) -> httpx.Response:
        files = {"file": file} if file else None
        return self.http.post(path, data={"owner": self.owner, **form}, files=files)

    def upload(self, name: str, text: str) -> httpx.Response:
        return self.send("/import", file=(name, text.encode()))

    @property
    def said(self) -> list[str]:
        rounds = self.served.daybook.all_rounds(owner=self.owner)
        return [round_.user.content for round_ in rounds if round_.user]


@contextmanager
def browsing(served: Served, owner: str = "me", *, token: str = "") -> Iterator[Browser]:
    headers = {"accept": "text/html", "origin": served.url}
    with httpx.Client(base_url=served.url, headers=headers, follow_redirects=True, timeout=60) as http:
        if token:
            assert http.post("/sign-in", data={"token": token}).status_code == 200
        yield Browser(served, http, owner)


@pytest.fixture
def browser(served: Served) -> Iterator[Browser]:
    with browsing(served) as one:
        yield one


@pytest.fixture
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which files wait."""
    folder = tmp_path / "waiting"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    assert gettempdir() == str(folder)
    return folder


def test_an_empty_memory_leads_to_an_import_that_is_looked_at_first(
    browser: Browser, kept_apart: Path
) -> None:
    first = browser.http.get("/").text
    assert "Nothing is kept for me yet" in first
    assert 'type="file"' in first

    looked = browser.upload("chats.json", json.dumps(CHATS))
    assert "<dt>Conversations</dt><dd>2</dd>" in looked.text
    assert "<dt>Rounds</dt><dd>2</dd>" in looked.text
    assert "5 March 2024 to 1 April 2024" in looked.text
    assert "messages" in looked.text
    assert browser.said == []
    (waiting,) = kept_apart.iterdir()
    assert waiting.stat().st_mode & 0o077 == 0

    done = browser.send(looked.url.path)
    assert "2 rounds of 2 conversations are remembered" in done.text
    assert "storing, me: " in done.text
    assert browser.http.get(looked.url.path).text.count("are remembered") == 1
    assert browser.said == ["I live in Oslo.", "I sail."]
    assert list(kept_apart.iterdir()) == []
    assert "Oslo" in browser.http.get("/").text
    assert "is being imported already" in browser.send(looked.url.path).text
    again = browser.upload("chats.json", json.dumps(CHATS))
    assert "0 rounds of 2 conversations are remembered; 2 were there" in browser.send(again.url.path).text


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
    browser: Browser, kept_apart: Path, name: str, text: str, says: str
) -> None:
    page = browser.upload(name, text)

    assert page.text.count('role="alert"') == 1
    assert says in page.text
    assert "etc" not in page.text
    assert str(kept_apart) not in page.text
    assert browser.send(page.url.path).status_code == 400
    assert browser.said == []
    assert browser.send(f"{page.url.path}/leave").url.path == "/add"
    assert list(kept_apart.iterdir()) == []
    assert browser.http.get(page.url.path).status_code == 404


def test_a_chat_between_people_is_looked_at_again_once_one_says_who_one_is(browser: Browser) -> None:
    page = browser.upload("WhatsApp Chat with Bo.txt", WHATSAPP)
    assert "which of these are you" in page.text
    assert browser.said == []

    looked = browser.send(f"{page.url.path}/look", me="Ada")

    assert "<dt>Recognised as</dt><dd>whatsapp</dd>" in looked.text
    browser.send(looked.url.path)
    assert browser.said == ["I moved to Bergen yesterday.", "Wet."]


def test_the_demonstrations_chats_can_be_tried_in_a_memory_of_their_own(browser: Browser) -> None:
    looked = browser.send("/import/demo")
    assert "<dt>Goes to</dt><dd>the memory of demo</dd>" in looked.text

    done = browser.send(looked.url.path)
    assert 'name="chosen" value="demo"' in done.text
    browser.http.post("/owner", data={"chosen": "demo"})
    browser.owner = "demo"

    assert len(browser.said) > 50
    assert "who is Maeve" in browser.http.get("/ask").text
    assert browser.served.daybook.stats(owner="me").rounds == 0


def test_two_people_import_at_once_and_each_into_their_own_memory_only(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "data", needs_token=True) as served,
        browsing(served, "ada", token=served.token("ada")) as ada,
        browsing(served, "bob", token=served.token("bob")) as bob,
    ):
        people = (ada, bob)
        looked = [
            one.upload("chats.json", json.dumps([{**CHATS[0], "content": one.owner}])) for one in people
        ]

        assert ada.http.get(looked[1].url.path).status_code == 404
        assert ada.send(looked[1].url.path).status_code == 404
        assert ada.send("/import", file=("x.json", b"[]"), owner="bob").status_code == 403
        assert ada.send("/import/demo").status_code == 403
        for one, page in zip(people, looked, strict=True):
            assert "are remembered" in one.send(page.url.path).text
        assert (ada.said, bob.said) == (["ada"], ["bob"])

        archive = "".join(served.daybook.export_lines(owner="bob"))
        restored = ada.upload("bob.jsonl", archive)
        ada.send(restored.url.path)
        assert (sorted(ada.said), bob.said) == (["ada", "bob"], ["bob"])
        assert "demo" not in served.daybook.owners()


def test_what_is_larger_than_the_limit_is_refused_with_a_page(tmp_path: Path) -> None:
    with serving(tmp_path / "data", body_limit=5_000) as served, browsing(served) as browser:
        assert "up to 5,000 bytes" in browser.http.get("/add").text

        browser.http.headers["referer"] = f"{served.url}/add"
        page = browser.upload("chats.json", " " * 6_000)

        assert (page.status_code, page.headers["content-type"]) == (413, "text/html; charset=utf-8")
        assert "DAYBOOK_BODY_LIMIT" in page.text
        assert '<a href="/add">Back</a>' in page.text
        with served.client() as client:
            other = client.post("/v1/ask", content=b" " * 6_000)
        assert other.headers["content-type"] == "application/problem+json"


def test_a_text_is_kept_as_it_is_on_the_day_that_is_said(browser: Browser) -> None:
    text = "Two things:\r\n- I live in Oslo.\r\n- <b>Nobody</b> knows."

    page = browser.send("/remember", text=text, said_at="2024-05-01")

    assert "Kept, word for word." in page.text
    assert "&lt;b&gt;Nobody" in page.text
    (kept,) = browser.served.daybook.all_rounds(owner="me")
    assert kept.user is not None
    assert kept.user.content.splitlines() == text.splitlines()
    assert f"{kept.said_at:%Y-%m-%d}" == "2024-05-01"
    assert browser.send("/remember", text="  ").status_code == 400
    assert browser.send("/remember", text="x", said_at="soon").status_code == 400


def test_documents_are_added_listed_and_taken_out(browser: Browser) -> None:
    rules = ("rules.md", b"# Harbour rules\n\nThe quay is closed in winter.")

    added = browser.send("/documents", file=rules)
    assert "Added: Harbour rules, 1 passage." in added.text
    assert "There already: Harbour rules" in browser.send("/documents", file=rules).text
    answer = browser.send("/ask", message="When is the quay closed?")
    assert "“The quay is closed in winter.”" in answer.text
    assert "Harbour rules" in answer.text
    remove = re.search(r'action="(/documents/\w+/remove)"', browser.http.get("/documents").text)
    assert remove
    gone = browser.send(remove[1])
    assert "Taken out." in gone.text
    assert "Harbour" not in gone.text
    assert browser.http.get(answer.url.path).status_code == 404


def test_a_document_that_cannot_be_read_is_refused_and_a_shared_one_is_nobodys_to_take_out(
    browser: Browser,
) -> None:
    broken = browser.send("/documents", file=("report.pdf", b"%PDF-1.7 nothing"))
    assert broken.status_code == 400
    assert "report.pdf" in broken.text
    documents = browser.served.daybook.documents
    assert documents.list(owner="me") == []

    shared = documents.add_text("# Law\n\nNo dogs.", "law.md", owner="me", shared=True).document
    assert shared is not None
    page = browser.http.get("/documents").text
    assert "shared with everybody" in page
    assert "/remove" not in page
    assert browser.send(f"/documents/{shared.document_id}/remove").status_code == 404


def test_what_waits_is_removed_when_the_server_stops(tmp_path: Path, kept_apart: Path) -> None:
    with serving(tmp_path / "data") as served, browsing(served) as browser:
        browser.upload("chats.json", json.dumps(CHATS))
        assert len(list(kept_apart.iterdir())) == 1

    assert list(kept_apart.iterdir()) == []
