"""`daybook token` and what `daybook serve` refuses before it serves."""

import re
import socket

import pytest

from daybook import Daybook
from daybook.conversation.errors import BadSettings
from daybook.interfaces.server.app import listen
from tests.interfaces.daybook_command import Command


def test_a_token_is_printed_once_and_listed_without_its_text(daybook: Command) -> None:
    made = daybook("token", "new", "--owner", "ada", "--label", "laptop")
    text = made.out.strip()

    listed = daybook("token", "list", "--json").json["tokens"]

    assert re.fullmatch(r"daybook_[\w-]{40,}", text)
    assert "not shown again" in made.err
    assert [(item["owner"], item["label"], item["expires_at"]) for item in listed] == [
        ("ada", "laptop", None)
    ]
    assert text not in daybook("token", "list").out
    assert listed[0]["name"] in daybook("token", "list").out


@pytest.mark.parametrize("arguments", [(), ("--owner", "ada", "--any-owner"), ("--owner", " ")])
def test_a_token_needs_to_know_whose_memory_it_opens(daybook: Command, arguments: tuple[str, ...]) -> None:
    done = daybook("token", "new", *arguments)

    assert done.code == 2
    assert "--owner" in done.err
    assert daybook("token", "list", "--json").json == {"tokens": []}


def test_a_revoked_token_is_listed_no_more(daybook: Command) -> None:
    text = daybook("token", "new", "--owner", "ada").out.strip()
    (listed,) = daybook("token", "list", "--json").json["tokens"]

    assert daybook("token", "revoke", listed["name"]).code == 0

    assert daybook("token", "list", "--json").json == {"tokens": []}
    assert daybook("token", "revoke", listed["name"]).code == 2
    with Daybook.open() as opened:
        assert opened.parts.store.tokens.opened_by(text, at=opened.parts.clock()) is None


@pytest.mark.parametrize("arguments", [("--host", "0.0.0.0"), ("--require-token",)])
def test_serving_with_tokens_only_needs_one(daybook: Command, arguments: tuple[str, ...]) -> None:
    done = daybook("serve", "--port", "0", *arguments)

    assert done.code == 2
    assert "daybook token new" in done.err


def test_a_client_that_comes_before_the_server_has_begun_is_not_refused() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()) as early:
        assert early.getpeername() == listening.getsockname()


def test_of_two_servers_on_one_port_the_second_is_refused_before_either_has_begun() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]

        with pytest.raises(BadSettings, match=f"port {port}"):
            listen("127.0.0.1", port)
