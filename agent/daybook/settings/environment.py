"""The settings of the environment, and of a file: one that is named, or the one in the platform's folder.

A `.env` in the current folder is not read: whoever made that folder would say where words and keys go.
"""

import logging
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_config_path

from daybook.conversation.errors import BadSettings
from daybook.settings.settings import PREFIX, SETTINGS, Settings

_LOG = logging.getLogger(__name__)
FILE_VARIABLE = f"{PREFIX}ENV_FILE"
"""Names the file of settings, in the environment only."""
_NAME = ".env"
_KEY, _ADDRESS = "openai_api_key", "openai_base_url"
_SHARED = (_KEY, _ADDRESS)
"""Read without our prefix as well, as other programs read them."""
_PROVIDER = "api.openai.com"


_LINE = re.compile(
    r"\s*+(?:export\s++)?(\w++)\s*+=\s*+(?:'([^']*)'|\"([^\"]*)\"|((?:\S++|\s++(?!#|$))*+))\s*+(?:(?<=\s)#.*)?$"
)
"""A line of a file of settings; a value may be quoted, and a comment may follow it."""


def read_settings(**given: object) -> Settings:
    """Read the settings; the environment beats the file, and what is `given` and not None beats both.

    The file is the one that DAYBOOK_ENV_FILE names, else `.env` in the platform's configuration folder, if it
    is there. A key goes only to the address of its own source, or to its provider's.

    Args:
        given: settings and options by their names, as for `Settings.of`.

    Raises:
        BadSettings: a DAYBOOK_ variable is unknown, a value is out of range, or the file cannot be read.
    """
    _warn_of_folder(Path.cwd())
    file = env_file()
    in_file = _values_of(file) if file else {}
    unknown = sorted({*_unknown(os.environ, FILE_VARIABLE), *_unknown(in_file)})
    if unknown:
        raise BadSettings(f"{', '.join(unknown)}: no such setting (.env.example lists every setting)")
    of_environment = _known({name.upper(): value for name, value in os.environ.items() if value})
    found = _known(in_file) | of_environment
    if _crosses(of_environment, found):
        _LOG.warning("daybook: a key is not sent to an address that another source of settings names")
        del found[_KEY]
    return Settings.of(**{**found, **{name: value for name, value in given.items() if value is not None}})


def config_file() -> Path:
    """Give the file that is read where none is named: ~/.config/daybook/.env on Linux."""
    return user_config_path("daybook", appauthor=False) / _NAME


def env_file() -> Path | None:
    """Give the file of settings in force. Returns None if there is none.

    Raises:
        BadSettings: one is named, and is not there.
    """
    if named := os.environ.get(FILE_VARIABLE, ""):
        path = Path(named).expanduser()
        if not path.is_file():
            raise BadSettings(f"{FILE_VARIABLE}: there is no file {named}")
        return path
    return path if (path := config_file()).is_file() else None


def _values_of(file: Path) -> Mapping[str, str]:
    """Read a file of variables; empty ones are unset."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file} cannot be read: {error}") from None
    found = filter(None, map(_LINE.match, lines))
    return {line[1].upper(): value for line in found if (value := line[2] or line[3] or line[4])}


def _known(values: Mapping[str, str]) -> dict[str, str]:
    """Give the settings among variables, by name; our own beats the one that others read."""
    shared = {name: values[name.upper()] for name in _SHARED if name.upper() in values}
    own = {name: f"{PREFIX}{name.upper()}" for name in SETTINGS}
    return shared | {name: values[variable] for name, variable in own.items() if variable in values}


def _crosses(of_environment: Mapping[str, str], found: Mapping[str, str]) -> bool:
    """True if the key and the address are of different sources, and the address is not the provider's."""
    if _KEY not in found or _ADDRESS not in found:
        return False
    if urlsplit(str(found[_ADDRESS])).hostname == _PROVIDER:
        return False
    return (_KEY in of_environment) is not (_ADDRESS in of_environment)


@cache
def _warn_of_folder(folder: Path) -> None:
    """Say once that the `.env` of the current folder is not read, where it has variables of ours."""
    try:
        text = (folder / _NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    file = env_file()
    is_read = file is not None and file.resolve() == (folder / _NAME).resolve()
    if PREFIX in text and not is_read:
        _LOG.warning(
            "daybook: %s in this folder is not read: settings are in the environment, in %s, or in a file"
            " that --env-file or %s names",
            _NAME,
            config_file(),
            FILE_VARIABLE,
        )


def _unknown(names: Iterable[str], *further: str) -> list[str]:
    known = {*(f"{PREFIX}{name.upper()}" for name in SETTINGS), *further}
    return [name for name in names if name.upper().startswith(PREFIX) and name.upper() not in known]
