"""Reads prompt files.

A file has three parts, each parted from the next by a line `---`: a header of `key: value` lines (name,
purpose, slots, reply_tokens), the instructions, and the data message with its `{{slot}}`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from daybook.errors import BadSettings
from daybook_prompts.prompt import SLOT, Prompt

REPAIR = "repair"
_HEADER = ("name", "purpose", "slots", "reply_tokens")


def prompt_names() -> tuple[str, ...]:
    """The names of all prompts, in alphabetical order."""
    ours = (file.name for file in files("daybook_prompts").iterdir())
    return tuple(sorted(name.removesuffix(".md") for name in ours if name.endswith(".md")))


def load_prompts(folder: Path | None = None) -> Mapping[str, Prompt]:
    """Load every prompt by its name.

    Args:
        folder: Markdown files that replace ours one by one (DAYBOOK_PROMPTS); a README.md is passed over.

    Raises:
        BadSettings: the folder cannot be read, or one of its files is not a prompt of ours, is
            malformed, or has other slots than ours.
    """
    names = prompt_names()
    if folder is not None:
        if not folder.is_dir():
            raise BadSettings(f"DAYBOOK_PROMPTS: no such folder: {folder}")
        stray = sorted({file.stem for file in folder.glob("*.md")} - {*names, "README"})
        if stray:
            raise BadSettings(
                f"{folder}: no prompt is named {', '.join(stray)}; there are {', '.join(names)}"
            )
    return MappingProxyType({name: load_prompt(name, folder) for name in names})


def load_prompt(name: str, folder: Path | None = None) -> Prompt:
    """Load one prompt, from `folder` where it has a file of that name, else ours.

    Raises:
        BadSettings: as for `load_prompts`.
        FileNotFoundError: there is no prompt of that name.
    """
    ours = _parse(files("daybook_prompts").joinpath(f"{name}.md").read_text("utf-8"), f"daybook_prompts/{name}.md", name)
    prompt = ours
    if folder is not None and (file := folder / f"{name}.md").exists():
        prompt = _parse(_read(file), str(file), name)
        if set(prompt.slots) != set(ours.slots):
            raise BadSettings(f"{file}: its slots must be {', '.join(ours.slots)}")
    return prompt if name == REPAIR else replace(prompt, repair=load_prompt(REPAIR, folder))


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file}: cannot be read: {error}") from None


def _parse(text: str, source: str, name: str) -> Prompt:
    """Read one file.

    Raises:
        BadSettings: the file does not have the three parts, a key is missing, or a slot is not declared.
    """
    begin, *parts = "\n".join(["", *text.splitlines(), ""]).split("\n---\n")
    if begin.strip() or len(parts) != 3:
        raise BadSettings(f"{source}: needs a header, instructions and data, parted by lines of ---")
    pairs = (line.partition(":") for line in parts[0].splitlines() if line.strip())
    header = {key.strip(): value.strip() for key, _, value in pairs}
    if set(header) != set(_HEADER) or header["name"] != name or not header["reply_tokens"].isdecimal():
        raise BadSettings(f"{source}: the header must give {', '.join(_HEADER)}, and the name {name!r}")
    slots = tuple(slot.strip() for slot in header["slots"].split(",") if slot.strip())
    unknown = sorted(set(SLOT.findall(parts[2])) - set(slots))
    if unknown or SLOT.search(parts[1]):
        raise BadSettings(
            f"{source}: slots stand in the data part only and are named in the header; wrong: "
            + ", ".join(unknown or SLOT.findall(parts[1]))
        )
    return Prompt(
        name=name,
        purpose=header["purpose"],
        slots=slots,
        reply_tokens=int(header["reply_tokens"]),
        instructions=parts[1].strip(),
        data=parts[2].strip(),
        sha256=sha256("\n".join(text.splitlines()).encode()).hexdigest(),
    )
