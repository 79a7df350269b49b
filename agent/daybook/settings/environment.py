"""The settings of the environment, and of a file `.env` in the working directory."""

import os
from collections.abc import Iterable
from typing import Any

from pydantic import AliasChoices, Field, create_model
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from daybook.conversation.errors import BadSettings
from daybook.settings.settings import PREFIX, SETTINGS, Settings

ENV_FILE = ".env"
_SHARED = ("openai_api_key", "openai_base_url")
"""Read without our prefix as well, as other programs read them."""


class _Environment(BaseSettings):
    """Raw values by name; `Settings` says what they may be."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=ENV_FILE, env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )


def _variable(name: str) -> tuple[Any, Any]:
    own = f"{PREFIX}{name.upper()}"
    names = AliasChoices(own, name.upper()) if name in _SHARED else AliasChoices(own)
    return str | None, Field(None, validation_alias=names)


_FIELDS: dict[str, Any] = {name: _variable(name) for name in SETTINGS}
_Variables = create_model("_Variables", __base__=_Environment, **_FIELDS)


def read_settings(**given: object) -> Settings:
    """Read the settings of the environment; it beats `.env`, and what is `given` and not None beats both.

    Args:
        given: settings and options by their names, as for `Settings.of`.

    Raises:
        BadSettings: a DAYBOOK_ variable is unknown, a value is out of range, or `.env` cannot be read.
    """
    try:
        in_file = DotEnvSettingsSource(_Variables).env_vars
        found = _Variables().model_dump(exclude_none=True)
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{ENV_FILE} cannot be read: {error}") from None
    unknown = sorted({*_unknown(os.environ), *_unknown(map(str.upper, in_file))})
    if unknown:
        raise BadSettings(f"{', '.join(unknown)}: no such setting (.env.example lists every setting)")
    return Settings.of(**{**found, **{name: value for name, value in given.items() if value is not None}})


def _unknown(names: Iterable[str]) -> list[str]:
    known = {f"{PREFIX}{name.upper()}" for name in SETTINGS}
    return [name for name in names if name.upper().startswith(PREFIX) and name.upper() not in known]
