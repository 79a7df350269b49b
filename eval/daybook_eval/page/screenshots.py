"""Takes pictures of the page in Chromium: `daybook-eval bench screenshots`."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import product
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from daybook_eval.page.served import served, shown_memory

CHROMIUM = Path("/usr/bin/chromium")
_QUESTION = "Where do I live?"
_SIZES = {"wide": (1000, 720), "narrow": (360, 740)}
_SCHEMES = ("light", "dark")
IN_THE_DOCUMENTATION = ("known-wide-light", "ask-wide-dark", "import-narrow-light")


@dataclass(frozen=True, slots=True)
class Sight:
    """A page that is worth a picture."""

    name: str
    path: str
    question: str = ""
    """Asked on that page before the picture is taken."""
    follow: str = ""
    """The text of a link or button of it that is followed before."""


SIGHTS = (
    Sight("known", "/"),
    Sight("all", "/?which=all"),
    Sight("fact", "/?which=lapsed", follow="commute"),
    Sight("review", "/review"),
    Sight("ask", "/ask", question=_QUESTION),
    Sight("ask-first", "/ask"),
    Sight("why", "/ask", question=_QUESTION, follow="Why"),
    Sight("told", "/ask", question="I have diabetes and I love sailing."),
    Sight("documents", "/documents"),
    Sight("add", "/add"),
    Sight("import", "/add", follow="Try it with"),
    Sight("search", "/search?q=running+shoes"),
    Sight("sessions", "/sessions"),
    Sight("round", "/?q=ramen&which=all", follow="said on"),
    Sight("changes", "/changes"),
    Sight("undo", "/changes", follow="Take back"),
    Sight("forget", "/forget"),
    Sight("forgetting", "/session?id=s3", follow="Forget…"),
    Sight("rules", "/rules"),
    Sight("error", "/nowhere"),
    Sight("sign-in", "/sign-in"),
)


def take(out: Path, whole: bool, only: Sequence[str] | None) -> None:
    """Take pictures, each of a sight, wide or narrow, light or dark."""
    out.mkdir(parents=True, exist_ok=True)
    with shown_memory() as daybook, served(daybook) as address, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for sight, size, scheme in product(SIGHTS, _SIZES, _SCHEMES):
            name = f"{sight.name}-{size}-{scheme}"
            if not any(fnmatchcase(name, pattern) for pattern in only or IN_THE_DOCUMENTATION):
                continue
            width, height = _SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                java_script_enabled=False,
            )
            page = context.new_page()
            _reach(page, sight, address)
            page.screenshot(path=out / f"{name}.png", full_page=whole)
            context.close()
        browser.close()


def _reach(page: Page, sight: Sight, address: str) -> None:
    page.goto(address + sight.path)
    if sight.question:
        page.get_by_label("Your question").fill(sight.question)
        page.get_by_role("button", name="Send").click()
    if sight.follow:
        page.locator("main").get_by_text(sight.follow).first.click()
