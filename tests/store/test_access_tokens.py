"""Tokens: what they open, until when, and that nothing of them but a digest is kept."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daybook.conversation.errors import UnknownItem
from daybook.store.access_tokens import PREFIX
from tests.store.conftest import OpenStore
from tests.store.inspection import holds_bytes

NOW = datetime(2026, 11, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)

pytestmark = pytest.mark.both_databases


def test_a_token_opens_what_it_was_made_for(open_store: OpenStore) -> None:
    tokens = open_store().tokens

    of_ada, made = tokens.make("ada", label="laptop", made_at=NOW)
    of_all, _ = tokens.make(None, made_at=NOW)

    assert tokens.opened_by(of_ada, at=NOW) == made
    assert (made.owner, made.label, made.created_at, made.expires_at) == ("ada", "laptop", NOW, None)
    found = tokens.opened_by(of_all, at=NOW)
    assert found is not None
    assert found.owner is None


def test_a_token_opens_nothing_from_its_last_moment_on(open_store: OpenStore) -> None:
    tokens = open_store().tokens
    text, _ = tokens.make("ada", made_at=NOW, expires_at=NOW + DAY)

    assert tokens.opened_by(text, at=NOW + DAY - timedelta(seconds=1)) is not None
    assert tokens.opened_by(text, at=NOW + DAY) is None


def test_a_revoked_token_opens_nothing_and_the_others_stay(open_store: OpenStore) -> None:
    tokens = open_store().tokens
    gone, made = tokens.make("ada", made_at=NOW)
    stays, _ = tokens.make("ada", made_at=NOW)

    tokens.revoke(made.name)

    assert tokens.opened_by(gone, at=NOW) is None
    assert tokens.opened_by(stays, at=NOW) is not None
    with pytest.raises(UnknownItem, match=made.name):
        tokens.revoke(made.name)


def test_no_byte_of_a_token_is_kept(open_store: OpenStore, tmp_path: Path) -> None:
    store = open_store()
    text, _ = store.tokens.make("ada", made_at=NOW)
    secret = text.removeprefix(PREFIX).encode()

    assert text not in repr(store.tokens.list())
    assert not holds_bytes(tmp_path, secret)
