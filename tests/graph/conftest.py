import pytest

from daybook import Daybook
from tests.scripted_server import ScriptedServer
from tests.small_memory import OpenDaybook, models_at


@pytest.fixture
def daybook(open_daybook: OpenDaybook) -> Daybook:
    return open_daybook()


@pytest.fixture
def chatty(open_daybook: OpenDaybook, server: ScriptedServer) -> Daybook:
    """The memory with a model that replies."""
    return open_daybook(**models_at(server, chat_model="small", facts_by_model=False))
