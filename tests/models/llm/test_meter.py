import asyncio

import pytest

from daybook.conversation import Usage
from daybook.conversation.errors import DeadlineExceeded, ModelUnavailable
from daybook.models.llm import Message, Meter, ModelReply, ModelRequest, OnText
from tests.models.llm.scripted_chat import ScriptedChat

HELLO = ModelRequest((Message("user", "Hello?"),), max_output_tokens=50)


class SlowChat:
    """Takes its time, and knows how many calls are under way."""

    name = "small"
    fingerprint = "slow small"

    def __init__(self, reply: ModelReply, seconds: float = 0.01) -> None:
        self._reply = reply
        self._seconds = seconds
        self.under_way = 0
        self.most_at_once = 0

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self.under_way -= 1
        return self._reply


async def test_calls_are_counted_by_stage() -> None:
    meter = Meter()
    model = ScriptedChat("a", "b", "c")
    for stage in ("expand", "read", "read"):
        await meter.metered(model, stage).complete(HELLO)

    assert meter.usage == Usage(calls=3, input_tokens=300, output_tokens=60)
    assert {stage: usage.calls for stage, usage in meter.by_stage().items()} == {"expand": 1, "read": 2}
    assert [call.stage for call in meter.calls] == ["expand", "read", "read"]


async def test_tokens_are_estimated_where_the_server_does_not_count() -> None:
    meter = Meter()
    await meter.metered(ScriptedChat(ModelReply("123456789")), "read").complete(HELLO)

    # "Hello?" is 6 characters, the reply 9: at 4 a token, rounded up
    assert (meter.usage.input_tokens, meter.usage.output_tokens) == (2, 3)


async def test_a_failed_call_is_not_counted() -> None:
    meter = Meter()
    watched = meter.metered(ScriptedChat(ModelUnavailable("away"), "a"), "read")

    with pytest.raises(ModelUnavailable):
        await watched.complete(HELLO)

    await watched.complete(HELLO)
    assert [call.failed for call in meter.calls] == [True, False]
    assert meter.usage.calls == 1


async def test_the_question_has_a_deadline_over_all_its_calls() -> None:
    meter = Meter(1.5)
    watched = meter.metered(SlowChat(ModelReply("a"), seconds=0.9), "read")

    await watched.complete(HELLO)
    with pytest.raises(DeadlineExceeded, match=r"the question's 1\.5 s are over"):
        await watched.complete(HELLO)

    assert meter.left() == 0.0


async def test_a_step_that_can_be_left_out_is_once_too_little_time_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meter = Meter(10.0, floors={"rerank": 0.5})
    assert meter.allows("rerank")

    began = meter._began
    monkeypatch.setattr("daybook.models.llm.meter.monotonic", lambda: began + 6)

    assert meter.left() == pytest.approx(0.4)
    assert not meter.allows("rerank")
    assert meter.allows("read")


def test_without_a_deadline_everything_is_left() -> None:
    assert Meter().left() == 1.0
    assert Meter().seconds_left() is None


async def test_a_cancelled_call_counts_with_what_was_sent() -> None:
    meter = Meter()
    call = asyncio.create_task(meter.metered(SlowChat(ModelReply("a"), seconds=5), "read").complete(HELLO))
    await asyncio.sleep(0.01)

    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call

    # "Hello?" is 6 characters, so 2 tokens; nothing came back
    assert meter.usage == Usage(calls=1, input_tokens=2, output_tokens=0)
    await meter.metered(ScriptedChat("b"), "read").complete(HELLO)
    assert [call.cut for call in meter.calls] == [True, False]


async def test_a_call_that_the_questions_deadline_cut_counts_with_what_had_come_of_it() -> None:
    class Dripping:
        name = fingerprint = "dripping"

        async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
            assert on_text is not None
            on_text("Good morning")
            await asyncio.sleep(5)
            return ModelReply("never")

    meter, heard = Meter(1.0), list[str]()

    with pytest.raises(DeadlineExceeded):
        await meter.metered(Dripping(), "read").complete(HELLO, on_text=heard.append)

    assert heard == ["Good morning"]
    # 6 characters were sent and 12 came, at 4 a token
    assert meter.usage == Usage(calls=1, input_tokens=2, output_tokens=3)


async def test_a_call_that_its_own_deadline_ended_counts_as_well() -> None:
    meter = Meter()

    with pytest.raises(DeadlineExceeded):
        await meter.metered(ScriptedChat(DeadlineExceeded("too slow")), "read").complete(HELLO)

    assert (meter.usage.calls, meter.calls[0].cut, meter.calls[0].failed) == (1, True, False)


async def test_a_call_that_never_began_is_not_counted() -> None:
    meter = Meter(0.0)

    with pytest.raises(DeadlineExceeded):
        await meter.metered(SlowChat(ModelReply("a"), seconds=5), "read").complete(HELLO)

    assert meter.calls == []
