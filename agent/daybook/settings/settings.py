"""Every setting of Daybook: one frozen object, read at the edge, handed inward."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from platformdirs import user_data_path
from pydantic import BeforeValidator, ConfigDict, Field, PositiveInt, SecretStr, ValidationError

from daybook.errors import BadSettings
from daybook.settings.ledger import LedgerSettings

PREFIX = "DAYBOOK_"
DEFAULT_OWNER = "me"
"""Whose memory it is where a command names nobody."""


class Keying(StrEnum):
    """How a round is keyed for dense search (fielded max-sim keying paper, section 3.2)."""

    USER_ONLY = "user-only"
    CONCAT = "concat"
    MIXTURE = "mixture"
    MAX_SIM = "max-sim"


class Ranking(StrEnum):
    """Which searches rank the rounds."""

    FUSED = "fused"
    """Dense and lexical, merged by their scores, each in standard deviations."""
    RRF = "rrf"
    """Dense and lexical, merged by reciprocal rank fusion; kept for comparison."""
    DENSE = "dense"
    LEXICAL = "lexical"


class TimeMode(StrEnum):
    """What a time range does to the ranking."""

    PREFER = "prefer"
    """Rounds inside come first where there are any; the rest stay reachable."""
    FILTER = "filter"
    """Rounds outside are hidden (LongMemEval, section 5.4); kept for comparison."""
    IGNORE = "ignore"


class ReadMode(StrEnum):
    """How a chat model reads the packed rounds (LongMemEval, Figure 6)."""

    CON = "con"
    """Chain-of-Note: notes first, then the answer, in one reply."""
    DIRECT = "direct"
    """The answer without notes."""
    PER_ROUND = "per-round"
    """A call for the note of each round, side by side, and one for the answer; for small models."""


class ReadFormat(StrEnum):
    """How the packed rounds are written for a chat model."""

    JSON = "json"
    TEXT = "text"


def _parse_budgets(value: object) -> object:
    """Read "MODEL=TOKENS, …"; what is no text, or no number, is left to Pydantic."""
    if not isinstance(value, str):
        return value
    entries = filter(None, (part.strip() for part in value.split(",")))
    return {model.strip(): tokens.strip() for model, _, tokens in (e.rpartition("=") for e in entries)}


class Settings(LedgerSettings):
    """Settings, each named DAYBOOK_<NAME> in the environment; `.env.example` lists them all."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    data_dir: Path = Field(
        default_factory=lambda: user_data_path("daybook"), description="where memory is kept"
    )
    embedder: str = Field("minilm", description="minilm, minilm:fp32, minilm:int8, or openai:MODEL")
    openai_api_key: SecretStr | None = Field(
        None, description="for openai: models; read from OPENAI_API_KEY as well"
    )
    openai_base_url: str | None = Field(
        None, description="an OpenAI-compatible server; read from OPENAI_BASE_URL as well"
    )
    keying: Keying = Field(Keying.MAX_SIM, description="user-only, concat, mixture or max-sim")
    statements: bool = Field(True, description="score the user's side by its best sentence as well")
    speakers: bool = Field(
        True, description="prefer the words of the speaker whom the question names, else the user's"
    )
    mixture_alpha: float = Field(0.7, ge=0, le=1, description="weight of the user field under mixture")
    ranking: Ranking = Field(Ranking.FUSED, description="fused, rrf, or dense or lexical alone")
    rrf_k: int = Field(60, gt=0, description="damping constant of reciprocal rank fusion")
    search_limit: int = Field(50, gt=0, description="rounds taken from each ranking")
    time_mode: TimeMode = Field(TimeMode.PREFER, description="prefer, filter or ignore the time range")
    phrasings: bool = Field(True, description="search with other phrasings of the question as well")
    weigh: bool = Field(
        False, description="join rrf, recency and kind also without reranking (MemoryStack, equation 7)"
    )
    source_filter: bool = Field(
        False, description="hide the user's side where the assistant's words are asked for; for comparison"
    )
    read_mode: ReadMode = Field(ReadMode.CON, description="con, direct or per-round, with a chat model")
    read_format: ReadFormat = Field(ReadFormat.JSON, description="json or text, with a chat model")
    context_budget: int = Field(8_000, gt=0, description="tokens of the rounds put before the reader")

    context_budgets: Annotated[Mapping[str, PositiveInt], BeforeValidator(_parse_budgets)] = Field(
        default_factory=dict, description="other budgets for some readers: MODEL=TOKENS, separated by commas"
    )

    def budget_of(self, reader: str | None) -> int:
        """Tokens of rounds that are put before a reader; None is reading without a model."""
        return self.context_budgets.get(reader or "", self.context_budget)

    @classmethod
    def from_env(cls, env: Mapping[str, str], **given: object) -> Self:
        """Read the settings from an environment; what is `given` and not None beats it.

        Raises:
            BadSettings: a DAYBOOK_ variable is unknown, or a value is out of range.
        """
        values: dict[str, object] = {
            name.removeprefix(PREFIX).lower(): value
            for name, value in env.items()
            if name.startswith(PREFIX) and value != ""
        }
        for shared in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            if env.get(shared):
                values.setdefault(shared.lower(), env[shared])
        values.update({name: value for name, value in given.items() if value is not None})
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise BadSettings(_explain(error)) from None


def _explain(error: ValidationError) -> str:
    problems = [
        f"{PREFIX}{str(detail['loc'][0]).upper()}: "
        + ("no such setting" if detail["type"] == "extra_forbidden" else detail["msg"])
        for detail in error.errors(include_input=False, include_url=False)
    ]
    return "; ".join(problems) + " (.env.example lists every setting)"
