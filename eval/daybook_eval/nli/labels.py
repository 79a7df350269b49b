"""Which output of a classifier is that of contradiction."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ValidationError

from daybook.errors import BadInput


class _Config(BaseModel):
    id2label: dict[int, str] = {}


def contradiction_label(folder: Path) -> int:
    """Find the place of the label of contradiction in a folder's config.json.

    Raises:
        BadInput: there is no config.json that can be read, or its id2label has no such label.
    """
    file = folder / "config.json"
    try:
        config = _Config.model_validate_json(file.read_bytes())
    except OSError as error:
        raise BadInput(
            f"cannot be read ({error.strerror}); name the folder of a classifier", source=file
        ) from None
    except ValidationError:
        raise BadInput("is no configuration with id2label", source=file) from None
    for place, name in config.id2label.items():
        if name.casefold().startswith("contradict"):
            return place
    named = ", ".join(config.id2label.values()) or "none"
    raise BadInput(f"names no label of contradiction in id2label (its labels: {named})", source=file)
