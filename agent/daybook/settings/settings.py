"""The user's choices: one frozen object, made at the edge and handed inward."""

import re
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)

from daybook.conversation.errors import BadSettings
from daybook.conversation.zones import SystemZone, find_zone
from daybook.settings.model_settings import ModelSettings
from daybook.settings.options import Options, VectorSearch
from daybook.settings.presets import PRESETS, PresetName

PREFIX = "DAYBOOK_"
_ADDRESSES = ("chroma_url", "openai_base_url")
"""Settings that may hold a password, and are shown without it."""
DEFAULT_OWNER = "me"
"""The owner if a command names nobody."""

_OF_THE_WEB = ("http", "https")
_CREDENTIALS = re.compile(r"^([\w+.-]+://)?.*@", re.DOTALL)
_IN_QUERY = re.compile(r"(?<=[?&])(\w*password)=[^&]*", re.IGNORECASE)


def without_password(url: str) -> str:
    """Mask what stands before the host of a URL: "https://***@host/v1" for "https://ada:secret@host/v1".

    A database's URL may have a password in its query as well, and a "/" in one before its host.
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # no URL: whatever stands before an "@" may be a password all the same
        return _CREDENTIALS.sub(r"\1***@", url)
    if parts.scheme not in _OF_THE_WEB:
        return _IN_QUERY.sub(r"\1=***", _CREDENTIALS.sub(r"\1***@", url))
    _, credentials, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"***@{host}").geturl() if credentials else url


_LANGUAGE_CODES = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de "
    "dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id "
    "ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu "
    "lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu "
    "rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr "
    "ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split()
)
"""Of ISO 639-1."""


def known_language(code: str) -> str:
    """Read the code of a language, in letters of either case.

    Raises:
        ValueError: it is neither "none" nor a code of ISO 639-1.
    """
    plain = code.strip().lower()
    if plain != "none" and plain not in _LANGUAGE_CODES:
        raise ValueError(
            f"{code!r} is no language: give en, none, or a code of ISO 639-1 such as de, ar or ja"
        )
    return plain


def _known_zone(name: str | None) -> str | None:
    if name is not None:
        find_zone(name)
    return name


class Settings(BaseModel):
    """Where memory is kept and what works on it; `read_settings` reads the environment's (`.env.example`)."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    data_dir: Path = Field(
        default_factory=lambda: user_data_path("daybook"), description="where memory is kept"
    )
    database_url: SecretStr | None = Field(
        None, description="a database of several machines: postgresql+psycopg://USER:PASSWORD@HOST/NAME"
    )
    chroma_url: str | None = Field(
        None, description="a Chroma server, for the vectors that Chroma searches: http://HOST:PORT"
    )
    vectors: VectorSearch = Field(
        VectorSearch.AUTO, description="what searches the vectors of rounds: auto, exact or chroma"
    )
    language: Annotated[str, AfterValidator(known_language)] = Field(
        "en", description="en, none, or the ISO 639-1 code of another language (docs/languages.md)"
    )
    time_zone: Annotated[str | None, AfterValidator(_known_zone)] = Field(
        None, description="where days begin, such as Europe/Oslo; the system's time zone by default"
    )
    embedder: str = Field("minilm", description="minilm, onnx:FOLDER, or openai:MODEL")
    openai_api_key: SecretStr | None = Field(
        None, description="for openai: models; read from OPENAI_API_KEY as well"
    )
    openai_base_url: str | None = Field(
        None, description="an OpenAI-compatible server; read from OPENAI_BASE_URL as well"
    )
    context_budget: int = Field(8_000, gt=0, description="tokens of the rounds put before the reader")
    chat_budget: int = Field(900, gt=0, description="tokens of memory that are put beside a chat message")
    import_limit: int = Field(
        1_000_000_000, gt=0, description="bytes of one imported file, unpacked; a larger one is refused"
    )
    ledger: bool = Field(True, description="post facts about the owner to the ledger, and use them")
    facts_by_model: bool = Field(
        True, description="after a reply in chat, have a chat model find further facts, if there is one"
    )
    preset: PresetName | None = Field(
        None,
        description="classic, or a paper's own pipeline: longmemeval, max-sim, timerag, memorystack or himes",
    )
    """Its values stand in for the defaults: what else is given beats them."""
    models: ModelSettings = Field(default_factory=ModelSettings)
    options: Options = Field(default_factory=Options)

    @model_validator(mode="before")
    @classmethod
    def _with_preset(cls, given: Any) -> Any:
        """Lay the values of a preset, and of a language other than English, under those that are given."""
        if not isinstance(given, Mapping):
            return given
        name, language = given.get("preset"), given.get("language")
        if isinstance(name, str) and name in PRESETS:
            given = _filled(given, _nested(PRESETS[PresetName(name)]))
        if isinstance(language, str) and language.strip().lower() != "en":
            given = _filled(given, _nested({"query_encoder": False}))  # it was trained on English questions
        return given

    @classmethod
    def of(cls, **given: object) -> Self:
        """Make settings from values by their names alone, whichever part they belong to.

        `Settings.of(chat_model="m", rrf_k=10)` sets `models.chat_model` and `options.search.rrf_k`.

        Raises:
            BadSettings: there is no such setting or option, or a value is out of range.
        """
        try:
            return cls.model_validate(_nested(given))
        except ValidationError as error:
            raise BadSettings(_explain(error)) from None

    def changed(self, **given: object) -> Self:
        """Make a copy with some values changed, named as for `of`."""
        name = given.get("preset")
        chosen = PRESETS[PresetName(name)] if isinstance(name, str) and name in PRESETS else {}
        return type(self).of(**{**self.flat(), **chosen, **given})

    def flat(self) -> dict[str, object]:
        """Give every value of every part by its name alone."""
        return {name: reduce(getattr, place, self) for name, place in _PLACES.items()}

    def plain(self) -> dict[str, Any]:
        """Give every value of every part by its name alone, as JSON has it; secrets are masked."""
        dumped = self.model_dump(mode="json")
        if self.database_url:
            dumped["database_url"] = without_password(self.database_url.get_secret_value())
        for name in _ADDRESSES:
            if url := dumped[name]:
                dumped[name] = without_password(url)
        return {name: reduce(getitem, place, dumped) for name, place in _PLACES.items()}

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """Show every value in `repr` as it is, but no password."""
        for name, value in super().__repr_args__():
            is_address = name in _ADDRESSES and isinstance(value, str)
            yield name, without_password(value) if is_address else value

    @property
    def zone(self) -> tzinfo:
        """In which the days begin of owners who have no zone of their own."""
        return find_zone(self.time_zone) if self.time_zone else SystemZone()


def preset(name: str) -> Options:
    """Give the options of a preset, with some of them changed.

    Vector search, keeping a ledger and its limits, and how a model reads are settings, not options:
    `Daybook.open(preset="memorystack")`, `Settings.of(preset=…)` and DAYBOOK_PRESET take those too.

    Args:
        name: classic, longmemeval, max-sim, timerag, memorystack or himes.

    Raises:
        ValueError: there is no such preset.
    """
    return Settings.of(preset=PresetName(name)).options


def _places_in(model: type[BaseModel], *above: str) -> dict[str, tuple[str, ...]]:
    """Say of every value in a tree of models where it stands."""
    places: dict[str, tuple[str, ...]] = {}
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            places |= _places_in(inner, *above, name)
        else:
            places[name] = (*above, name)
    return places


_PLACES: Mapping[str, tuple[str, ...]] = _places_in(Settings)
SETTINGS: tuple[str, ...] = tuple(
    name for name, place in _PLACES.items() if place[0] != "options" or name == "fusion"
)
"""The names of what a user chooses; each is a variable DAYBOOK_<NAME> of the environment."""
OPTIONS: tuple[str, ...] = tuple(name for name in _PLACES if name not in SETTINGS)
"""The names of what evaluation compares."""


def _nested(given: Mapping[str, object]) -> dict[str, Any]:
    """Put values that are named alone where they stand."""
    nested: dict[str, Any] = {}
    for name, value in given.items():
        *parts, last = _PLACES.get(name, (name,))
        group = nested
        for part in parts:
            group = group.setdefault(part, {})
        group[last] = value
    return nested


def _filled(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what nested values lack; a group that is given as a whole object lacks nothing."""
    filled = {**defaults, **given}
    for name in given.keys() & defaults.keys():
        if isinstance(given[name], Mapping) and isinstance(defaults[name], Mapping):
            filled[name] = _filled(given[name], defaults[name])
    return filled


def _explain(error: ValidationError) -> str:
    problems = []
    for detail in error.errors(include_input=False, include_url=False):
        # The field is the innermost name; what follows it is a key of its mapping.
        path = [str(part) for part in detail["loc"]]
        name = next((part for part in path if part in _PLACES), path[-1])
        label = name if name in OPTIONS else f"{PREFIX}{name.upper()}"
        said = detail["msg"].removeprefix("Value error, ")
        problem = "no such setting" if detail["type"] == "extra_forbidden" else said
        problems.append(f"{label}: {problem}")
    return "; ".join(problems) + " (.env.example lists every setting)"
