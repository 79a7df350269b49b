from pathlib import Path

import pytest

import daybook
from daybook.conversation.errors import BadSettings
from daybook.settings import OPTIONS, ModelSettings, Settings
from daybook.settings.environment import read_settings

SOURCES = Path(daybook.__file__).parent


def test_a_value_finds_its_part_by_its_name_alone() -> None:
    settings = Settings.of(chat_model="small", rrf_k="10", write_threshold=0.7)

    assert settings.models.chat_model == "small"
    assert settings.options.search.rrf_k == 10
    assert settings.options.ledger.write_threshold == 0.7


def test_every_problem_is_named_in_one_line() -> None:
    with pytest.raises(BadSettings) as caught:
        Settings.of(rrf_k="many", context_budget=0, nonsense=1)

    said = str(caught.value)
    assert "rrf_k: Input should be a valid integer" in said
    assert "DAYBOOK_CONTEXT_BUDGET: Input should be greater than 0" in said
    assert "DAYBOOK_NONSENSE: no such setting" in said
    assert "\n" not in said


def test_a_key_is_in_no_error_and_in_no_plain_value() -> None:
    with pytest.raises(BadSettings) as caught:
        Settings.of(openai_api_key="sk-secret", context_budget="x")

    assert "sk-secret" not in str(caught.value)
    assert "sk-secret" not in str(Settings.of(openai_api_key="sk-secret").plain())


def test_every_option_is_used_somewhere() -> None:
    for name in OPTIONS:
        rest = (path for path in SOURCES.rglob("*.py") if path.parent.name != "settings")

        assert any(f".{name}" in path.read_text(encoding="utf-8") for path in rest)


def test_options_are_not_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBOOK_RRF_K", "7")

    with pytest.raises(BadSettings, match="DAYBOOK_RRF_K: no such setting"):
        read_settings()


def test_the_environment_beats_the_file_and_arguments_beat_both(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("DAYBOOK_CHAT_MODEL=filed\nDAYBOOK_PROMPTS=himes\n", encoding="utf-8")
    monkeypatch.setenv("DAYBOOK_ENV_FILE", ".env")
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "exported")
    monkeypatch.setenv("DAYBOOK_REWRITER", "")

    assert read_settings().models == ModelSettings(chat_model="exported", prompts=Path("himes"))
    assert read_settings(chat_model="given", rrf_k=7).models.chat_model == "given"


def test_the_key_of_other_programs_is_read_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-shared")
    assert read_settings().openai_api_key is not None
    monkeypatch.setenv("DAYBOOK_OPENAI_API_KEY", "sk-own")

    key = read_settings().openai_api_key

    assert key is not None
    assert key.get_secret_value() == "sk-own"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://ada:hunter2@models.example/v1", "https://***@models.example/v1"),
        ("https://hunter2@models.example:8443/v1", "https://***@models.example:8443/v1"),
        ("https://ada:hunter2@[models", "https://***@[models"),
        ("https://models.example/v1", "https://models.example/v1"),
    ],
)
def test_a_password_in_a_base_url_is_shown_nowhere(url: str, shown: str) -> None:
    settings = Settings.of(openai_base_url=url)

    assert settings.openai_base_url == url
    assert settings.plain()["openai_base_url"] == shown
    assert f"openai_base_url={shown!r}" in repr(settings)
    assert "hunter2" not in f"{settings!r} {settings} {settings.plain()}"


@pytest.mark.parametrize(
    "written",
    ["X-Team: memory, X-Key: a:b", '{"X-Team": "memory", "X-Key": "a:b"}', " X-Team:memory ,X-Key:a:b,"],
)
def test_headers_are_read_as_a_list_or_as_json(written: str) -> None:
    headers = Settings.of(extra_headers=written).models.extra_headers

    assert {name: value.get_secret_value() for name, value in headers.items()} == {
        "X-Team": "memory",
        "X-Key": "a:b",
    }


@pytest.mark.parametrize(
    "written", ["X-Team", "X-Team: hunter2, : hunter3", "X Team: hunter2", '{"X": hunter2}', "A:"]
)
def test_a_header_that_cannot_be_read_is_refused_without_its_value(written: str) -> None:
    with pytest.raises(BadSettings, match="DAYBOOK_EXTRA_HEADERS") as raised:
        Settings.of(extra_headers=written)

    assert "hunter" not in str(raised.value)
