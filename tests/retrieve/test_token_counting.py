import logging
import socket
import threading
from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path

import pytest

from daybook.retrieve.token_counter import estimate_tokens, fetch_encoding, token_counter

FILE = sha1(b"https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken").hexdigest()


@pytest.fixture(autouse=True)
def _forget_the_counter() -> Iterator[None]:
    token_counter.cache_clear()
    yield
    token_counter.cache_clear()


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: object) -> None:
        raise AssertionError("a connection was tried; behind a silent proxy it would hang for ever")

    monkeypatch.setattr(socket.socket, "connect", hang)
    monkeypatch.setattr(socket, "getaddrinfo", hang)


@pytest.mark.usefixtures("no_network")
def test_without_the_encoding_tokens_are_estimated_at_once_and_that_is_said_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))

    with caplog.at_level(logging.INFO):
        assert token_counter() is estimate_tokens
        token_counter()

    assert [record.message for record in caplog.records] == [
        "the o200k_base encoding is not in tiktoken's cache: tokens are estimated"
    ]


@pytest.mark.usefixtures("no_network")
def test_a_damaged_encoding_is_not_handed_to_tiktoken_which_would_download_it_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(b"damaged")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))

    assert token_counter() is estimate_tokens
    assert (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("the cat sat", 3),
        ("extraordinarily", 2),
        ("in 2023, 12345 of them", 8),  # in | 202 | 3 | , | 123 | 45 | of | them
        ("one\n\ntwo", 3),
        ("----", 2),
        ("日本語", 3),
        ("😀", 2),
    ],
)
def test_the_estimate_counts_pieces_of_text(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_a_fetch_that_is_never_answered_ends_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts, and says nothing
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{silent.getsockname()[1]}")

        fetch_encoding(seconds=1)
        [trying] = [thread for thread in threading.enumerate() if thread.name == "tiktoken"]
        trying.join(30)

    assert not trying.is_alive()
    assert token_counter() is estimate_tokens
