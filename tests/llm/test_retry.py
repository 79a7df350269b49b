from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from daybook.llm.openai.retry import Backoff, retry_after


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "3"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}, 0.0),
    ],
)
def test_the_wait_that_a_server_asks_for_is_read(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_the_wait_may_be_given_as_the_moment_when_it_ends() -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)

    assert retry_after({"retry-after": moment}) == pytest.approx(100, abs=5)


def test_waits_double_and_vary_by_up_to_a_quarter() -> None:
    backoff = Backoff(retries=3, first=1.0)

    waits = [backoff.wait(failures, asked=None, left=60) for failures in (1, 2, 3, 4)]

    assert waits[0] is not None
    assert waits[1] is not None
    assert waits[2] is not None
    assert 0.75 <= waits[0] <= 1.0
    assert 1.5 <= waits[1] <= 2.0
    assert 3.0 <= waits[2] <= 4.0
    assert waits[3] is None


def test_at_least_what_the_server_asks_for_is_waited() -> None:
    assert Backoff(retries=1, first=0.1).wait(1, asked=5.0, left=60) == 5.0


def test_a_wait_that_outlasts_the_deadline_is_no_use() -> None:
    assert Backoff(retries=1, first=1.0).wait(1, asked=5.0, left=4.0) is None
    assert Backoff(retries=1, first=8.0).wait(1, asked=None, left=4.0) is None
