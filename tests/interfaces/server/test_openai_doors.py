"""OpenAI's own client: long messages, streams that end at once, keys in errors."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from daybook import Daybook
from daybook.models.embedding.embedder import Vectors
from tests.interfaces.daybook_command import HashedWords
from tests.interfaces.server.http_server import Served, serving
from tests.scripted_server import ScriptedServer

PARKED = "I parked the red bicycle behind the library."


@pytest.fixture
def served(tmp_path: Path, server: ScriptedServer) -> Iterator[Served]:
    given: dict[str, Any] = {"openai_base_url": server.url, "openai_api_key": "sk-upstream"}
    with serving(tmp_path / "data", chat_model="small", facts_by_model=False, **given) as running:
        yield running


def kept(served: Served) -> list[str]:
    sessions = served.daybook.sessions(owner="me")
    found = (served.daybook.rounds(owner="me", session_id=session.session_id) for session in sessions)
    return [round_.user.content for rounds in found for round_ in rounds if round_.user]


@pytest.mark.parametrize("streams", [True, False])
def test_a_reply_ends_once_its_round_is_committed_and_the_next_question_finds_it(
    client: openai.OpenAI,
    server: ScriptedServer,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    streams: bool,
) -> None:
    may_embed, embed = threading.Event(), HashedWords.embed
    may_embed.set()

    async def embed_when_allowed(self: HashedWords, texts: Sequence[str]) -> Vectors:
        if PARKED in texts and server.requests:  # not the look-up, which is before the model is asked
            await asyncio.to_thread(may_embed.wait)
        return await embed(self, texts)

    monkeypatch.setattr(HashedWords, "embed", embed_when_allowed)
    may_embed.clear()
    server.reply("Noted, behind the library.")
    messages: Any = [{"role": "user", "content": PARKED}]

    reply: Any = client.chat.completions.create(model="x", messages=messages, stream=streams)
    ended = list(reply) if streams else [reply]

    assert ended
    assert kept(served) == [PARKED]
    assert not may_embed.is_set()
    may_embed.set()
    with Daybook.open(served.daybook.settings.data_dir, embedder=HashedWords()) as without_model:
        answer = without_model.ask("Where did I park the red bicycle?", owner="me")
    assert answer.evidence[0].quote == PARKED


def test_a_base_url_without_its_version_is_told_where_to_go(served: Served) -> None:
    astray = openai.OpenAI(base_url=served.url, api_key="sk-anything", max_retries=0)

    with pytest.raises(openai.NotFoundError, match=r"/v1/chat/completions, so end the client's base_url"):
        astray.chat.completions.create(model="small", messages=[{"role": "user", "content": "Hello"}])


@pytest.mark.parametrize("path", ["/v1/models/a%0Ab", "/v1/chat/completions"])
def test_what_is_nowhere_below_an_address_of_openai_is_an_error_as_openai_words_it(
    served: Served, path: str
) -> None:
    answered = httpx.get(served.url + path, timeout=60)

    assert answered.status_code in (404, 405)
    assert answered.json()["error"]["type"] == "invalid_request_error"


@pytest.mark.parametrize(
    "said",
    [
        "The project of sk-proj-Abc123def456ghi789jkl012 is out of credit.",
        "Rate limit of api key: gsk_abcdefgh12345678 reached",
        "Bearer hunter2hunter2hunter2 may not do that",
    ],
)
@pytest.mark.parametrize("status", [400, 429, 500])
def test_no_error_of_the_models_server_shows_a_key(
    client: openai.OpenAI, server: ScriptedServer, said: str, status: int
) -> None:
    server.fail(status, said, code="some_code", param="sk-proj-Abc123def456ghi789jkl012")

    with pytest.raises(openai.APIStatusError) as failed:
        client.chat.completions.create(model="x", messages=[{"role": "user", "content": "Hello"}])

    text = failed.value.response.text
    assert failed.value.status_code == status
    assert not any(key in text for key in ("Abc123", "abcdefgh1234", "hunter2"))


def test_a_blank_user_is_nobody_and_refused_before_the_model_is_asked(
    server: ScriptedServer, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"openai_base_url": server.url, "openai_api_key": "sk-upstream"}
    with serving(tmp_path / "any", chat_model="small", needs_token=True, **given) as running:
        answered = httpx.post(
            f"{running.url}/v1/chat/completions",
            json={"messages": [{"role": "user", "content": PARKED}], "user": "  "},
            headers={"Authorization": f"Bearer {running.token(None)}"},
        )

    assert (answered.status_code, answered.json()["error"]["type"]) == (403, "permission_error")
    assert server.requests == []


def test_the_same_rounds_sent_again_are_kept_once_and_another_day_is_another_round(served: Served) -> None:
    rounds = [{"user": "I ate soup.", "session_id": "lunch"}, {"user": "It was hot.", "session_id": "lunch"}]
    with served.client() as http:
        first = [http.post("/v1/rounds", json=one).status_code for one in rounds]
        again = [http.post("/v1/rounds", json=one).status_code for one in rounds]
        later = http.post("/v1/rounds", json={**rounds[0], "said_at": "2001-02-03T12:00:00Z"}).status_code

    assert (first, again, later) == ([201, 201], [200, 200], 201)
    assert len(kept(served)) == 3
