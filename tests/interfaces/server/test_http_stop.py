"""The server in a process of its own: stopped with requests under way, killed, and with many owners."""

import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from daybook import Daybook
from daybook.store import FILE
from tests.interfaces.daybook_command import HashedWords
from tests.interfaces.server.http_server import Child, served_by_a_process
from tests.interfaces.server.many_owners import crossed, fill, lost, requests_at_once
from tests.scripted_server import scripted_server

pytestmark = pytest.mark.slow


def kept_in(data_dir: Path, owner: str = "me") -> list[str]:
    with Daybook.open(data_dir, embedder=HashedWords()) as daybook:
        return [
            round_.user.content
            for session in daybook.sessions(owner=owner)
            for round_ in daybook.rounds(owner=owner, session_id=session.session_id)
            if round_.user
        ]


class Adding(threading.Thread):
    """Adds rounds one after the other until the server is gone, and holds those that were acknowledged."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__()
        self.url, self.owner, self.acknowledged = url, name, list[str]()
        self.refused: list[int] = []

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=60) as client:
            for number in range(10_000):
                said = f"{self.owner} has parrot number {number}."
                try:
                    reply = client.post("/v1/rounds", json={"user": said, "owner": self.owner})
                except httpx.TransportError:
                    return
                if reply.status_code != 201:
                    self.refused.append(reply.status_code)
                    return
                self.acknowledged.append(said)


def stop_amid_adding(child: Child, how: signal.Signals) -> tuple[list[Adding], int, str]:
    """Have three owners add rounds, and stop the server once each has a few."""
    adding = [Adding(child.url, f"owner{number}") for number in range(3)]
    for thread in adding:
        thread.start()
    until = time.monotonic() + 60
    while not all(len(thread.acknowledged) > 2 for thread in adding) and time.monotonic() < until:
        time.sleep(0.05)
    code, said = child.stop(how)
    for thread in adding:
        thread.join()
    return adding, code, said


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_finishes_what_is_under_way_and_ends_well(tmp_path: Path, how: signal.Signals) -> None:
    with served_by_a_process(tmp_path / "data") as child:
        adding, code, said = stop_amid_adding(child, how)

    assert (code, "Traceback" in said) == (0, False), said
    for thread in adding:
        assert thread.refused == []
        assert kept_in(tmp_path / "data", thread.owner) == thread.acknowledged


def test_a_stop_lets_a_stream_come_to_its_end_and_keeps_the_turn(tmp_path: Path) -> None:
    with scripted_server() as model:
        model.reply("one two three four five six seven eight", pause=0.25)
        env = {"DAYBOOK_CHAT_MODEL": "small", "OPENAI_BASE_URL": model.url, "DAYBOOK_FACTS_BY_MODEL": "false"}
        with served_by_a_process(tmp_path / "data", env) as child:
            client = openai.OpenAI(base_url=f"{child.url}/v1", api_key="none", max_retries=0)
            ask: list[Any] = [{"role": "user", "content": "Count for me."}]
            with client, client.chat.completions.create(model="x", messages=ask, stream=True) as stream:
                pieces = [next(iter(stream)).choices[0].delta.content or ""]
                child.process.send_signal(signal.SIGTERM)
                pieces += [chunk.choices[0].delta.content or "" for chunk in stream]
            child.process.wait(60)
            code = child.process.returncode

    assert "".join(pieces) == "one two three four five six seven eight"
    assert code == 0
    assert kept_in(tmp_path / "data") == ["Count for me."]


def test_a_stop_waits_no_longer_than_it_may(tmp_path: Path) -> None:
    with scripted_server() as model:
        model.reply("word " * 1000, pause=0.1)
        env = {
            "DAYBOOK_CHAT_MODEL": "small",
            "OPENAI_BASE_URL": model.url,
            "DAYBOOK_FACTS_BY_MODEL": "false",
        }
        with served_by_a_process(tmp_path / "data", env) as child:
            body = {"model": "x", "messages": [{"role": "user", "content": "Talk."}], "stream": True}
            with httpx.stream("POST", f"{child.url}/v1/chat/completions", json=body, timeout=60) as reply:
                next(reply.iter_bytes())
                code, _ = child.stop()  # the reply takes 100 seconds, longer than anybody waits for the stop

    assert code == 0
    assert kept_in(tmp_path / "data") == ["Talk."]


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    with served_by_a_process(tmp_path / "data") as child:
        adding, _, _ = stop_amid_adding(child, signal.SIGKILL)

    for thread in adding:
        kept = kept_in(tmp_path / "data", thread.owner)
        assert kept[: len(thread.acknowledged)] == thread.acknowledged
        assert len(kept) <= len(thread.acknowledged) + 1
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


OWNERS = [f"owner{number}x" for number in range(8)]


async def test_requests_of_many_owners_at_once_do_not_cross_and_none_is_lost(tmp_path: Path) -> None:
    with Daybook.open(tmp_path / "data", embedder=HashedWords()) as daybook:
        tokens = fill(daybook, OWNERS)

    with served_by_a_process(tmp_path / "data") as child:
        made = await requests_at_once(child.url, tokens, each=6)
        wrong = lost(made, child.url, tokens)
        code, _ = child.stop()

    assert len(made) == 48
    assert crossed(made, OWNERS) == []
    assert wrong == []
    assert code == 0
