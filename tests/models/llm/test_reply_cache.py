from pathlib import Path

import pytest

from daybook.conversation.errors import ModelUnavailable
from daybook.models.llm import CachedChat, Finish, Message, ModelReply, ModelRequest, ReplyCache, ReplyShape
from daybook.models.llm.reply_cache import cache_key
from tests.models.llm.scripted_chat import ScriptedChat

HELLO = ModelRequest((Message("user", "Hello?"),))
REPLY = ModelReply("Hello. ✓", 10, 2, Finish.LENGTH)


async def test_the_same_request_is_sent_once(tmp_path: Path) -> None:
    model = ScriptedChat(REPLY)
    chat = CachedChat(model, ReplyCache(tmp_path))

    first, second = await chat.complete(HELLO), await chat.complete(HELLO)

    assert first == REPLY
    assert second == ModelReply("Hello. ✓", 10, 2, Finish.LENGTH, cached=True)
    assert len(model.requests) == 1


async def test_a_kept_reply_is_told_in_one_piece(tmp_path: Path) -> None:
    chat = CachedChat(ScriptedChat(REPLY), ReplyCache(tmp_path))
    await chat.complete(HELLO)
    pieces: list[str] = []

    await chat.complete(HELLO, on_text=pieces.append)

    assert pieces == ["Hello. ✓"]


@pytest.mark.parametrize(
    ("fingerprint", "request_"),
    [
        ("other", HELLO),
        ("small", ModelRequest((Message("user", "Hello!"),))),
        ("small", ModelRequest((Message("system", "Hello?"),))),
        ("small", ModelRequest(HELLO.messages, max_output_tokens=5)),
        ("small", ModelRequest(HELLO.messages, ReplyShape("a", {}))),
        ("small", ModelRequest(HELLO.messages, ReplyShape("a", {"type": "object"}))),
        ("small", ModelRequest(HELLO.messages, ReplyShape("b", {"type": "object"}))),
    ],
)
def test_everything_that_decides_a_reply_is_in_its_key(fingerprint: str, request_: ModelRequest) -> None:
    shaped = ModelRequest(HELLO.messages, ReplyShape("a", {"type": "array"}))

    assert cache_key(fingerprint, request_) not in {cache_key("small", HELLO), cache_key("small", shaped)}
    assert cache_key(fingerprint, request_) == cache_key(fingerprint, request_)


async def test_an_error_is_not_kept(tmp_path: Path) -> None:
    chat = CachedChat(ScriptedChat(ModelUnavailable("away"), REPLY), ReplyCache(tmp_path))

    with pytest.raises(ModelUnavailable):
        await chat.complete(HELLO)

    assert await chat.complete(HELLO) == REPLY


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"text": "a"}', b"\xff\xfe", b'{"text": 1, "finish": 2}']
)
async def test_a_damaged_file_counts_as_absent_and_is_mended(tmp_path: Path, damage: bytes) -> None:
    chat = CachedChat(ScriptedChat(REPLY, REPLY), ReplyCache(tmp_path))
    await chat.complete(HELLO)
    (file,) = tmp_path.glob("??/*.json")
    file.write_bytes(damage)

    assert await chat.complete(HELLO) == REPLY
    assert (await chat.complete(HELLO)).cached


async def test_a_folder_that_cannot_be_written_is_said_once_and_does_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "occupied"
    file.write_text("")
    chat = CachedChat(ScriptedChat(REPLY, REPLY), ReplyCache(file))

    assert await chat.complete(HELLO) == await chat.complete(HELLO) == REPLY

    assert len(caplog.records) == 1


async def test_clearing_leaves_no_reply_behind(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    await CachedChat(ScriptedChat(REPLY), cache).complete(HELLO)

    assert cache.clear() == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert cache.clear() == 0
