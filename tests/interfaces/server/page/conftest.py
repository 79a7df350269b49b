"""The page over a small memory, for a client without a browser."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from bs4 import BeautifulSoup
from fastapi import FastAPI
from starlette.testclient import TestClient

from daybook.interfaces.server.app import build_app
from daybook.library.daybook import Daybook
from tests.interfaces.server.page.told_memory import opened, tell

HOST = "http://127.0.0.1"


@cache
def app(needs_token: bool) -> FastAPI:
    """Build the application once, which takes a tenth of a second; each visit puts its memory into it."""
    with TemporaryDirectory() as folder, opened(Path(folder)) as daybook:
        return build_app(daybook, needs_token=needs_token)


class Visit:
    """Somebody who reads pages and sends their forms, as a browser would."""

    def __init__(self, daybook: Daybook, client: TestClient | httpx.Client, owner: str = "ada") -> None:
        self.daybook, self.client, self.owner = daybook, client, owner

    @classmethod
    def of(cls, daybook: Daybook, *, needs_token: bool = False) -> "Visit":
        """Visit the pages of a memory without a server."""
        application = app(needs_token)
        application.state.daybook = daybook
        headers = {"accept": "text/html"}
        return cls(
            daybook, TestClient(application, base_url=HOST, headers=headers, raise_server_exceptions=False)
        )

    @property
    def from_here(self) -> dict[str, str]:
        """Headers of a browser for a form on a page of the server."""
        return {"origin": str(self.client.base_url).rstrip("/")}

    def see(self, path: str) -> str:
        """Read a page that is there."""
        response = self.client.get(path)
        assert response.status_code == 200, (path, response.status_code, response.text)
        return response.text

    def send(self, path: str, file: tuple[str, bytes] | None = None, /, **form: str | list[str]) -> Any:
        """Send a form from a page of the server, and follow to where it leads."""
        data = {"owner": self.owner, **form}
        files = {"file": file} if file else None
        return self.client.post(path, data=data, files=files, headers=self.from_here)

    def press(self, page: str, button: str, **filled: str) -> Any:
        """Send the form that has a button of this name, as it stands on a page, with what is filled in."""
        buttons = BeautifulSoup(page, "html.parser").find_all("button")
        pressed = next(tag for tag in buttons if tag.get_text().startswith(button))
        form = pressed.find_parent("form")
        assert form is not None
        assert filled.keys() <= {str(tag["name"]) for tag in form.select("[name]")}
        data = dict[str, list[str] | str](filled)
        for tag in (*form.find_all("input", type="hidden"), pressed):
            if "name" in tag.attrs:
                data[str(tag["name"])] = [*data.get(str(tag["name"]), ()), str(tag["value"])]
        path = form.get("action") or ""
        return self.client.request(str(form["method"]), str(path), data=data, headers=self.from_here)

    def link(self, page: str, text: str) -> str:
        """Find where the link with this text leads."""
        found = re.search(rf'href="([^"]+)"[^>]*>(?:<[^>]+>)*{re.escape(text)}', page)
        assert found, f"no link {text!r}"
        return found[1].replace("&amp;", "&")

    def record(self, value: str) -> str:
        """Find the id of Ada's fact of a value."""
        records = self.daybook.ledger.records(owner="ada")
        return next(record.record_id for record in records if record.value == value)


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory that every test has a copy of."""
    folder = tmp_path_factory.mktemp("told") / "memory"
    tell(folder)
    return folder


@pytest.fixture
def memory(told: Path, tmp_path: Path) -> Iterator[Daybook]:
    with opened(Path(copytree(told, tmp_path / "memory"))) as daybook:
        yield daybook


@pytest.fixture
def visit(memory: Daybook) -> Visit:
    visit = Visit.of(memory)
    visit.send("/owner", chosen="ada")
    return visit
