import pytest

from daybook import Daybook
from tests.small_memory import OpenDaybook


@pytest.fixture
def daybook(open_daybook: OpenDaybook) -> Daybook:
    return open_daybook()
