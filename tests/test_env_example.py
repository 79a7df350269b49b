"""`.env.example` names every setting, with the default that the code has."""

import re
from pathlib import Path

from daybook.settings import PREFIX, SETTINGS, Settings

EXAMPLE = Path(__file__).parent.parent / ".env.example"
LINES = dict(re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_setting_is_named_and_nothing_else() -> None:
    assert set(LINES) == {PREFIX + name.upper() for name in SETTINGS}


def test_the_value_that_stands_there_is_the_default() -> None:
    for name in sorted(SETTINGS):
        written = LINES[PREFIX + name.upper()]
        stated = Settings.of(**({name: written} if written else {}))

        assert stated.flat()[name] == Settings.of().flat()[name]


def test_every_setting_has_a_word_of_explanation_above_it() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    explained = False
    for line in lines:
        explained = line.startswith("#") or (explained and bool(line))
        assert explained or not line, line
