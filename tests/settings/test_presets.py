"""The papers' own pipelines: their constants are the printed ones, and what else is given beats them."""

from pathlib import Path
from typing import Any

import pytest

from daybook.settings import (
    OPTIONS,
    PRESETS,
    SETTINGS,
    WITHOUT_MODEL,
    Fusion,
    Keying,
    Options,
    PaperSignals,
    PresetName,
    Searches,
    Settings,
    TimeMode,
    VectorSearch,
    preset,
)
from daybook.settings.environment import read_settings

PRINTED: dict[str, dict[str, Any]] = {
    "classic": {
        "vectors": VectorSearch.CHROMA,
        "keying": Keying.MAX_SIM,
        "fusion": Fusion.RRF,
        "rrf_k": 60,
    },
    "max-sim": {
        "keying": Keying.MAX_SIM,
        "first_windows": True,
        "searches": Searches.DENSE,
        "read_rounds": 10,
    },
    "longmemeval": {
        "time_mode": TimeMode.EVENT_FILTER,
        "fact_keys": True,
        "searches": Searches.DENSE,
        "read_rounds": 10,
    },
    "timerag": {
        "write_threshold": 0.55,
        "record_budget": 40,
        "record_limit": 5,
        "record_decay": 0.25,
    },
    "memorystack": {
        "fact_keys": True,
        "fusion": Fusion.RRF,
        "rrf_k": 60,
        "search_limit": 30,
        "read_rounds": 15,
        "rerank_top": 20,
        "rerank_characters": 200,
        "signals": PaperSignals.MEMORYSTACK,
        "rerank_always": True,
    },
    "himes": {"signals": PaperSignals.HIMES},
}
"""The statements of each paper, and classic's name, by the options that hold them."""
OURS = ("statements", "speakers", "query_encoder")


def test_a_constant_is_the_printed_one() -> None:
    for name, option, value in [
        (name, *option) for name, stated in PRINTED.items() for option in stated.items()
    ]:
        assert Settings.of(preset=name).flat()[option] == value


@pytest.mark.parametrize("name", [name for name in PRESETS if name is not PresetName.CLASSIC])
def test_what_no_paper_has_is_off(name: PresetName) -> None:
    flat = Settings.of(preset=name).flat()

    assert not any(flat[option] for option in OURS)


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_is_a_setting_or_an_option(name: PresetName) -> None:
    assert PRESETS[name].keys() <= {*SETTINGS, *OPTIONS}
    assert Settings.of(preset=name).preset is name


@pytest.mark.parametrize("name", PRESETS)
def test_the_options_of_a_preset_are_those_of_its_settings(name: PresetName) -> None:
    assert preset(name) == Settings.of(preset=name).options
    assert preset(name) != Options()


def test_what_else_is_given_beats_the_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBOOK_PRESET", "memorystack")
    monkeypatch.setenv("DAYBOOK_PROMPTS", "default")

    settings = read_settings(rrf_k=10)

    assert settings.models.prompts == Path("default")
    assert (settings.options.search.rrf_k, settings.options.search.search_limit) == (10, 30)


def test_options_that_are_given_as_a_whole_stay_as_they_are() -> None:
    settings = Settings(preset=PresetName.TIMERAG, options=Options())

    assert settings.options == Options()
    assert settings.models.prompts == Path("timerag")


def test_every_preset_says_what_it_does_otherwise_without_a_model() -> None:
    assert WITHOUT_MODEL.keys() == PRESETS.keys()
