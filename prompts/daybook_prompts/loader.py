"""Reads prompt files.

A file has three parts, each parted from the next by a line `---`: a header of `key: value` lines (name,
purpose, slots, reply_tokens), the instructions, and the data message with its `{{slot}}`s. In a file that
replaces one of ours the header may also have `also`, further prompts that it replaces, and `reply`, the type
of `daybook_prompts.replies` that it asks for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import daybook_prompts.replies as replies
from daybook.conversation.errors import BadSettings
from daybook_prompts.prompt import SLOT, Prompt

REPAIR = "repair"
DEFAULT = "default"
_HEADER = ("name", "purpose", "slots", "reply_tokens")
_OURS = Path(__file__).parent
_SETS = _OURS / "sets"


def prompt_names() -> tuple[str, ...]:
    """The names of all prompts, in alphabetical order."""
    return tuple(sorted(file.stem for file in _OURS.glob("*.md")))


def prompt_sets() -> tuple[str, ...]:
    """The names of the sets of prompts: ours, then those of papers that print theirs."""
    return DEFAULT, *sorted(folder.name for folder in _SETS.iterdir() if folder.is_dir())


def load_prompts(chosen: Path | None = None) -> Mapping[str, Prompt]:
    """Load every prompt by its name.

    Args:
        chosen: what replaces ours one by one (DAYBOOK_PROMPTS): one of `prompt_sets`, or a folder of Markdown
            files; a README.md is passed over.

    Raises:
        BadSettings: there is no such set or folder, or one of its files is not a prompt of ours, is
            malformed, has other slots than ours, or does not ask for what its step takes.
    """
    theirs = _replacing(chosen)
    return MappingProxyType({name: _with_repair(name, theirs) for name in prompt_names()})


def load_prompt(name: str, chosen: Path | None = None) -> Prompt:
    """Load one prompt, that of `chosen` where it has one of that name, else ours.

    Raises:
        BadSettings: as for `load_prompts`.
        FileNotFoundError: there is no prompt of that name.
    """
    return _with_repair(name, _replacing(chosen))


def _with_repair(name: str, theirs: Mapping[str, Prompt]) -> Prompt:
    prompt = theirs.get(name) or _ours(name)
    return prompt if name == REPAIR else replace(prompt, repair=_with_repair(REPAIR, theirs))


def _ours(name: str) -> Prompt:
    file = _OURS / f"{name}.md"
    prompt, _ = _parse(file.read_text("utf-8"), f"daybook_prompts/{name}.md", name)
    return prompt


def _replacing(chosen: Path | None) -> Mapping[str, Prompt]:
    """Load what replaces ours, by name."""
    if chosen is None or str(chosen) == DEFAULT:
        return {}
    folder = _SETS / chosen if str(chosen) in prompt_sets() else chosen
    if not folder.is_dir():
        raise BadSettings(
            f"DAYBOOK_PROMPTS: no such folder: {folder}; nor a set, which are {', '.join(prompt_sets())}"
        )
    files = [file for file in sorted(folder.glob("*.md")) if file.stem != "README"]
    return {prompt.name: prompt for file in files for prompt in _prompts_of(file)}


def _prompts_of(file: Path) -> Iterator[Prompt]:
    """Load a file that replaces a prompt of ours, or several."""
    prompt, also = _parse(_read(file), str(file), file.stem)
    names = (prompt.name, *also)
    if stray := sorted(set(names) - set(prompt_names())):
        raise BadSettings(
            f"{file}: no prompt is named {', '.join(stray)}; there are {', '.join(prompt_names())}"
        )
    for name in names:
        ours, asked = _ours(name), replies.REPLIES.get(name)
        if set(prompt.slots) != set(ours.slots):
            raise BadSettings(f"{file}: its slots must be {', '.join(ours.slots)}")
        reply = prompt.reply or asked
        if reply and not (asked and issubclass(reply, (asked, replies.ALSO_TAKEN.get(name, asked)))):
            raise BadSettings(f"{file}: {reply.__name__} is no reply to {name}")
        fields = reply.model_fields.items() if reply else ()
        needed = [field.alias or key for key, field in fields if field.is_required()]
        if unasked := [key for key in needed if f'"{key}"' not in prompt.instructions]:
            raise BadSettings(
                f"{file}: the instructions must ask for a JSON object with {', '.join(needed)}; missing: "
                + ", ".join(unasked)
            )
        yield replace(prompt, name=name)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in listed.split(",") if name.strip())


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file}: cannot be read: {error}") from None


def _parse(text: str, source: str, name: str) -> tuple[Prompt, tuple[str, ...]]:
    """Read one file: its prompt, and the names of the others that it replaces too.

    Raises:
        BadSettings: the file does not have the three parts, a key is missing, or a slot is not declared.
    """
    begin, *parts = "\n".join(["", *text.splitlines(), ""]).split("\n---\n")
    if begin.strip() or len(parts) != 3:
        raise BadSettings(f"{source}: needs a header, instructions and data, parted by lines of ---")
    pairs = (line.partition(":") for line in parts[0].splitlines() if line.strip())
    header = {key.strip(): value.strip() for key, _, value in pairs}
    also, reply = header.pop("also", ""), header.pop("reply", "")
    if set(header) != set(_HEADER) or header["name"] != name or not header["reply_tokens"].isdecimal():
        raise BadSettings(f"{source}: the header must give {', '.join(_HEADER)}, and the name {name!r}")
    slots = _names(header["slots"])
    unknown = sorted(set(SLOT.findall(parts[2])) - set(slots))
    if unknown or SLOT.search(parts[1]):
        raise BadSettings(
            f"{source}: slots stand in the data part only and are named in the header; wrong: "
            + ", ".join(unknown or SLOT.findall(parts[1]))
        )
    asked = getattr(replies, reply, None) if reply else None
    if reply and not (isinstance(asked, type) and issubclass(asked, replies.Reply)):
        raise BadSettings(f"{source}: no reply is named {reply}; daybook_prompts/replies.py has them")
    prompt = Prompt(
        name=name,
        purpose=header["purpose"],
        slots=slots,
        reply_tokens=int(header["reply_tokens"]),
        instructions=parts[1].strip(),
        data=parts[2].strip(),
        sha256=sha256("\n".join(text.splitlines()).encode()).hexdigest(),
        reply=asked,
    )
    return prompt, _names(also)
