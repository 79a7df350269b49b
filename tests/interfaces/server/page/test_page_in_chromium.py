"""The page in a browser: Debian's Chromium, driven by Playwright, most without any script."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from daybook.library.daybook import Daybook
from tests.interfaces.server.http_server import serving
from tests.interfaces.server.page.served import CHROMIUM, served
from tests.interfaces.server.page.told_memory import NOW, opened
from tests.scripted_server import scripted_server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is not installed: apt-get install chromium"),
]
_STATUS = "Failed to load resource: the server responded with a status of"
"""A browser's message for every page with an error."""


class Tab:
    """A tab of a browser, and everything that its pages asked for or tried."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page, self.address = context.new_page(), address
        self.requests: list[str] = []
        self.tried: list[str] = []
        self.page.on("request", self._note)
        self.page.on("dialog", lambda dialog: self.tried.append(dialog.message))
        self.page.on("pageerror", lambda error: self.tried.append(str(error)))
        self.page.on("console", self._hear)

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)

    def _hear(self, message: ConsoleMessage) -> None:
        if not message.text.startswith(_STATUS):
            self.tried.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def follow(self, name: str, *, role: Any = "link") -> Page:
        """Click what leads elsewhere, and wait until that page is whole."""
        with self.page.expect_navigation():
            self.page.get_by_role("main").get_by_role(role, name=name).first.click()
        return self.page

    def press(self, name: str) -> Page:
        return self.follow(name, role="button")

    @property
    def heading(self) -> str:
        return self.page.locator("h1").inner_text()

    @property
    def text(self) -> str:
        return self.page.get_by_role("main").inner_text()

    @property
    def elsewhere(self) -> list[str]:
        return [url for url in self.requests if not url.startswith(self.address + "/")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def address(memory: Daybook) -> Iterator[str]:
    with served(memory) as address:
        yield address


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Tab]:
    """A narrow tab in which no script runs; none of its pages may ask anybody else for anything."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    tab = Tab(context, address)
    yield tab
    context.close()
    assert (tab.tried, tab.elsewhere) == ([], [])


def test_a_question_is_answered_and_going_back_to_it_needs_no_second_one(tab: Tab) -> None:
    tab.open("/")
    tab.page.get_by_label("Your question").fill("Which race did I run?")
    tab.press("Ask")
    assert "I ran the Harbour 10k yesterday [23 March 2025]." in tab.text
    assert not tab.page.locator("mark").first.is_visible()
    answer = tab.text
    tab.page.get_by_text("What it rests on").click()
    assert tab.page.locator("mark").first.inner_text() == "I ran the Harbour 10k yesterday."
    tab.follow("24 March 2025")
    assert tab.heading == "I ran the Harbour 10k yesterday."

    tab.page.go_back()

    assert tab.text == answer
    tab.page.get_by_label("Go on").fill("My cat is called Ink.")
    tab.press("Say it")
    assert "Which race did I run?" in tab.text
    tab.follow("Kept, as you said it")
    assert "My cat is called Ink." in tab.text


def test_a_first_visit_leads_to_an_import_and_then_to_questions(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    chats = tmp_path / "chats.json"
    chats.write_text('[{"role": "user", "content": "I live in Oslo.", "timestamp": "2025-01-02T10:00:00Z"}]')
    with opened(tmp_path / "memory") as empty, served(empty) as address:
        tab = Tab(context, address)
        tab.open("/")
        tab.follow("bring in old chats")
        tab.page.get_by_label("An export of").set_input_files(chats)
        tab.press("Look at it first")
        assert "2 January 2025" in tab.text
        tab.press("Import it")
        tab.page.get_by_text("are remembered").wait_for()
        assert not tab.page.locator(".step").first.is_visible()
        tab.open("/add")
        tab.press("Try it with the demonstration's chats")
        tab.press("Import it")
        tab.page.get_by_text("are remembered").wait_for()
        tab.press("Look at it")
        tab.open("/")
        tab.press("who has our spare key")
        assert "Adeyemi" in tab.text
    context.close()
    assert (tab.tried, tab.elsewhere) == ([], [])


def test_the_words_of_a_model_are_seen_as_they_come(browser: Browser, tmp_path: Path) -> None:
    heard = Event()
    context = browser.new_context(java_script_enabled=False)
    with scripted_server() as model:
        model.reply("Welcome to the harbour, Ada.", heard=heard)
        settings: dict[str, Any] = {"chat_model": "small", "openai_base_url": model.url}
        with serving(tmp_path / "data", openai_api_key="sk", facts_by_model=False, **settings) as memory:
            tab = Tab(context, memory.url)
            tab.open("/")
            tab.page.get_by_label("Your question").fill("I have just arrived.")
            tab.page.get_by_role("button", name="Say it").click(no_wait_after=True)
            draft = tab.page.locator(".draft")
            draft.get_by_text("Welcome").wait_for()
            assert "harbour" not in draft.inner_text()
            heard.set()
            tab.page.get_by_text("Welcome to the harbour, Ada.").last.wait_for()
            tab.page.get_by_role("link", name="Kept, as you said it").wait_for()
            assert not draft.is_visible()
        model.assert_spent()
    context.close()
    assert (tab.tried, tab.elsewhere) == ([], [])


def test_another_site_can_send_no_form_and_a_link_from_it_still_finds_one_signed_in(
    browser: Browser, memory: Daybook, tmp_path: Path
) -> None:
    token, _ = memory.parts.store.tokens.make("ada", made_at=NOW)
    context = browser.new_context()
    with served(memory, needs_token=True) as address:
        tab = Tab(context, address)
        tab.open("/")
        tab.page.get_by_label("Your token").fill(token)
        tab.press("Sign in")
        evil = context.new_page()
        record = next(one for one in memory.ledger.records(owner="ada") if one.value == "Leeds")
        action = f"{address}/records/{record.record_id}/reject"
        content = (
            f'<a href="{address}/review">link</a><form method="post" action="{action}">'
            '<input name="owner" value="ada"><button>free money</button></form>'
        )
        evil.route(
            "http://evil.example/", lambda route: route.fulfill(body=content, content_type="text/html")
        )
        evil.goto("http://evil.example/")
        with evil.expect_navigation():
            evil.get_by_role("button").click()
        assert evil.locator("h1").inner_text() in ("Sign in", "Forbidden")
        assert memory.ledger.record(record.record_id, owner="ada").status == "active"
        evil.goto("http://evil.example/")
        evil.get_by_role("link").click()
        # A locator waits through the page that asks once more; a script finds no heading while one loads.
        evil.locator("h1", has_text="What waits").wait_for()
    context.close()


def test_hostile_words_run_nothing_where_scripts_may_run(browser: Browser, address: str) -> None:
    context = browser.new_context()
    tab = Tab(context, address)
    for query in ("session?id=odd", "sessions"):
        content = re.sub(r"</?mark>", "", html.unescape(tab.open(f"/{query}").content()))
        assert "<script>alert(" in content
        assert tab.page.locator("main img, main svg, main script").count() == 0
        assert fits(tab.page)
    assert "abc\\u202edef" in tab.open("/session?id=odd").get_by_role("main").inner_text()
    assert (tab.tried, tab.elsewhere) == ([], [])
    context.close()


def test_the_keyboard_alone_is_enough(tab: Tab) -> None:
    tab.open("/known")
    keyboard, focused = tab.page.keyboard, tab.page.locator(":focus")
    keyboard.press("Tab")
    assert focused.inner_text() == "Skip to the content"
    box = focused.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    keyboard.press("Enter")
    keyboard.press("Tab")
    assert focused.inner_text().startswith("Show all")
    assert "Totterdown" not in tab.text.partition("Leeds")[0]
    with tab.page.expect_navigation():
        keyboard.press("Enter")
    assert "Show what holds now" in tab.text


PLACES = (
    *("/", "/known?which=all", "/review", "/sessions", "/session?id=home"),
    *("/session?id=odd", "/forget", "/add", "/nowhere", "/sign-in"),
)
"""Addresses; further pages are reached by what is pressed on these."""


def test_axe_finds_nothing_on_any_page_and_every_page_fits(
    browser: Browser, address: str, memory: Daybook
) -> None:
    context = browser.new_context()
    tab, found = Tab(context, address), {}
    for path in PLACES:
        tab.open(path)
        found[path] = violations(tab.page)
    tab.open("/known")
    tab.follow("favourite food: laksa")
    found["a fact"] = violations(tab.page)
    tab.press("Forget it")
    found["what would go"] = violations(tab.page)
    tab.press("Forget it for good")
    found["a receipt"] = violations(tab.page)
    tab.open("/")
    tab.page.get_by_label("Your question").fill("Which race did I run?")
    tab.press("Ask")
    for folded in tab.page.locator("summary").all():
        folded.click()
    found["an answer"] = violations(tab.page)
    tab.page.get_by_label("Go on").fill("I earn £31,000 a year.")
    tab.press("Say it")
    found["something told"] = violations(tab.page)
    tab.open("/add")
    tab.press("Try it with")
    found["a file"] = violations(tab.page)
    tab.press("Import it")
    tab.page.get_by_text("are remembered").wait_for()
    found["an import"] = violations(tab.page)
    context.close()

    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert tab.elsewhere == []


def violations(page: Page) -> list[str]:
    """Look at a page wide and light, and narrow and dark."""
    wrong = []
    looks: tuple[tuple[int, Any], ...] = ((1000, "light"), (360, "dark"))
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 740})
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page)
        wrong += [f"{scheme}, {width} px: {line}" for line in results.generate_snapshot().splitlines()]
        wrong += [] if fits(page) else [f"{width} px: it is wider"]
        wrong += [] if navigates_in_a_line(page) else [f"{width} px: the navigation takes two lines"]
    return wrong


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways for."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def navigates_in_a_line(page: Page) -> bool:
    tops = "[...document.querySelectorAll('header nav li')].map((entry) => entry.offsetTop)"
    return bool(page.evaluate(f"new Set({tops}).size <= 1"))
