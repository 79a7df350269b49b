"""A log that somebody pastes is kept whole at every door, and found by a line in its middle."""

from collections.abc import Callable
from pathlib import Path

import pytest
from openai import OpenAI

from tests.interfaces.server.http_server import Served, serving
from tests.scripted_server import ScriptedServer

LINE = "worker-77 lost its lease to a heron"
_FILLING = "\n".join(f"10:{minute:03} INFO shard {minute} is healthy" for minute in range(600))
LOG = f"Here is the log of last night:\n{_FILLING}\n{LINE}\n{_FILLING}\nWhat do you think?"


def over_http(served: Served) -> None:
    with served.client() as http:
        assert http.post("/v1/chat", json={"message": LOG, "owner": "me"}).status_code == 200


def over_completions(served: Served) -> None:
    with OpenAI(base_url=f"{served.url}/v1", api_key="sk-any", max_retries=0) as client:
        client.chat.completions.create(model="x", messages=[{"role": "user", "content": LOG}])


@pytest.mark.parametrize("say", [over_http, pytest.param(over_completions, marks=pytest.mark.slow)])
def test_a_long_message_is_kept_word_for_word_and_found(
    tmp_path: Path, say: Callable[[Served], None]
) -> None:
    assert len(LOG) > 30_000
    with serving(tmp_path / "data") as served:
        say(served)

        [kept] = served.daybook.all_rounds(owner="me")
        answer = served.daybook.ask("Which worker lost its lease to a heron?", owner="me")

    assert kept.user is not None
    assert kept.user.content == LOG
    assert LINE in answer.text


def test_a_model_is_given_a_long_message_whole(tmp_path: Path, server: ScriptedServer) -> None:
    server.reply("A heron!")
    settings = {"openai_base_url": server.url, "openai_api_key": "sk", "chat_model": "small"}
    with serving(tmp_path / "data", facts_by_model=False, **settings) as served:  # type: ignore[arg-type]
        turn = served.daybook.chat(LOG, owner="me")

    assert turn.text == "A heron!"
    assert LINE in str(server.requests[-1]["messages"])


def test_what_is_longer_still_is_refused_with_the_limit_and_its_name(tmp_path: Path) -> None:
    with serving(tmp_path / "data", message_limit=30_000) as served, served.client() as http:
        refused = http.post("/v1/chat", json={"message": LOG, "owner": "me"})

    assert refused.status_code == 400
    assert "than the 30,000 that DAYBOOK_MESSAGE_LIMIT allows" in refused.text
