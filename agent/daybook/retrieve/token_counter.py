"""Counts tokens, by tiktoken's o200k_base where its file is here, else by an estimate."""

import logging
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha1, sha256
from pathlib import Path
from threading import Thread

TokenCounter = Callable[[str], int]

ENCODING = "o200k_base"
_URL = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
_PIECE = re.compile(r"[A-Za-z]{1,9}|[0-9]{1,3}|[!-/:-@\[-`{-~]{1,3}|\n+|[^\x00-\x7f]")
_ASTRAL = re.compile(r"[\U00010000-\U0010ffff]")

_log = logging.getLogger(__name__)


@cache
def token_counter() -> TokenCounter:
    """The counter of tokens: o200k_base where its file is here, else an estimate, which is logged once.

    The file is looked for in tiktoken's cache (TIKTOKEN_CACHE_DIR, else DATA_GYM_CACHE_DIR, else
    "data-gym-cache" under the temporary directory); no question waits for a download (`fetch_encoding`).
    """
    if _encoding_is_here():
        return _exact_counter()
    _log.info("the %s encoding is not in tiktoken's cache: tokens are estimated", ENCODING)
    return estimate_tokens


def estimate_tokens(text: str) -> int:
    """Estimate o200k_base tokens by pieces of text, erring on the high side.

    A token for every started 9 letters of a word, 3 digits or 3 marks, for a run of line breaks and for every
    character beyond ASCII, two for those of four bytes, as emoji.
    """
    pieces = len(_PIECE.findall(text))
    return pieces if text.isascii() else pieces + len(_ASTRAL.findall(text))


def _encoding_is_here() -> bool:
    # tiktoken deletes a cached file with the wrong hash and downloads it again, without a timeout:
    # it may only be asked once the file is known to be right.
    path = _cache_dir() / sha1(_URL.encode(), usedforsecurity=False).hexdigest()
    try:
        return sha256(path.read_bytes()).hexdigest() == _SHA256
    except OSError:
        return False


def _cache_dir() -> Path:
    for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if name in os.environ:
            return Path(os.environ[name] or os.devnull)  # an empty name switches tiktoken's cache off
    return Path(tempfile.gettempdir()) / "data-gym-cache"


def _exact_counter() -> TokenCounter:
    import tiktoken

    encoding = tiktoken.get_encoding(ENCODING)
    return lambda text: len(encoding.encode_ordinary(text))


_TRY = """import socket, sys
socket.setdefaulttimeout(float(sys.argv[1]))
import tiktoken
tiktoken.get_encoding(sys.argv[2])
"""


def fetch_encoding(*, seconds: float = 10.0) -> None:
    """Try once to have tiktoken fetch its file, in the background, so that the next start counts exactly.

    Meant for where a chat model elsewhere is configured anyway. Behind a proxy that accepts and never answers
    tiktoken would wait for ever, so it runs in a process of its own, which is ended after `seconds`. A
    failure changes nothing.
    """
    if not _encoding_is_here() and _cache_dir() != Path(os.devnull):
        Thread(target=_fetch, args=(seconds,), daemon=True, name="tiktoken").start()


def _fetch(seconds: float) -> None:
    given = [sys.executable, "-c", _TRY, str(seconds), ENCODING]
    try:
        done = subprocess.run(given, capture_output=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.info("the %s encoding could not be fetched: %s", ENCODING, error)
        return
    if done.returncode:
        _log.info("the %s encoding could not be fetched", ENCODING)
