import pytest
from pydantic import SecretStr

from daybook import Daybook
from tests.scripted_server import ScriptedServer
from tests.small_memory import OpenDaybook


@pytest.fixture
def daybook(open_daybook: OpenDaybook) -> Daybook:
    return open_daybook()


@pytest.fixture
def chatty(open_daybook: OpenDaybook, server: ScriptedServer) -> Daybook:
    """The memory with a model that replies."""
    return open_daybook(
        reply_model="small", openai_api_key=SecretStr("sk-test"), openai_base_url=server.url, model_retries=0
    )
