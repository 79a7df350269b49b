"""Counts the tokens that a text costs the reader."""

from __future__ import annotations

import logging
import os
import re
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha1, sha256
from pathlib import Path

TokenCounter = Callable[[str], int]

ENCODING = "o200k_base"
_URL = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
_PIECE = re.compile(r"[A-Za-z]{1,9}|[0-9]{1,3}|[!-/:-@\[-`{-~]{1,3}|\n+|[^\x00-\x7f]")
_ASTRAL = re.compile(r"[\U00010000-\U0010ffff]")

_log = logging.getLogger(__name__)


@cache
def token_counter() -> TokenCounter:
    """The counter of tokens of this machine: o200k_base where its file lies here, else an estimate.

    The file is looked for where tiktoken keeps its downloads (TIKTOKEN_CACHE_DIR, else
    DATA_GYM_CACHE_DIR, else "data-gym-cache" under the temporary directory) and is never fetched:
    a question waits for no download, and nothing leaves the machine. That the estimate is in force
    is logged once.
    """
    if _encoding_is_here():
        return _exact_counter()
    _log.info("the %s encoding is not in tiktoken's cache: tokens are estimated", ENCODING)
    return estimate_tokens


def estimate_tokens(text: str) -> int:
    """Estimate o200k_base tokens by pieces of text, erring on the high side.

    A token for every started 9 letters of a word, 3 digits or 3 marks, for line breaks in a row and
    for every character beyond ASCII, two where it is an emoji or another of four bytes.
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
