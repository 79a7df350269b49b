"""What `astream_events` of an agent shows of memory."""

from langchain.agents import create_agent

from daybook import Daybook, DaybookMiddleware
from tests.interfaces.agents.conftest import ADA, say
from tests.interfaces.agents.scripted_model import ScriptedModel

CAT, TOLD = "What is my cat called?", "I adopted a grey cat yesterday"


async def test_only_the_models_own_events_tell_what_it_was_sent(
    daybook: Daybook, model: ScriptedModel
) -> None:
    model.script = ["Pixel!"]
    agent = create_agent(model, middleware=[DaybookMiddleware(daybook)])

    events = [event async for event in agent.astream_events(say(CAT), ADA, version="v2")]

    showing = {event["event"] for event in events if TOLD in str(event["data"])}
    assert TOLD in str(model.requests[-1])
    assert showing == {"on_chat_model_start", "on_chat_model_end"}
    assert "on_chain_end" in {event["event"] for event in events}
