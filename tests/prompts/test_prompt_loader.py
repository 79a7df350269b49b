from pathlib import Path

import pytest

from daybook.conversation.errors import BadSettings
from daybook_prompts import load_prompt, load_prompts

OURS = """---
name: classify
purpose: Sort it.
slots: question
reply_tokens: 9
---
Sort it: {"kinds": []}
---
q: {{question}}
"""


def write(folder: Path, text: str, name: str = "classify") -> Path:
    (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def test_a_file_of_the_users_replaces_ours_and_leaves_the_others(tmp_path: Path) -> None:
    prompts = load_prompts(write(tmp_path, OURS))

    theirs = prompts["classify"]
    assert (theirs.purpose, theirs.reply_tokens, theirs.instructions) == (
        "Sort it.",
        9,
        'Sort it: {"kinds": []}',
    )
    assert theirs.sha256 != load_prompt("classify").sha256
    assert prompts["expand"] == load_prompt("expand")


def test_a_repair_of_the_users_replaces_ours_everywhere(tmp_path: Path) -> None:
    text = (
        OURS.replace("classify", "repair")
        .replace("slots: question", "slots: problem")
        .replace("{question}", "{problem}")
    )

    prompts = load_prompts(write(tmp_path, text, "repair"))

    assert prompts["rerank"].repair == prompts["repair"]


def test_line_ends_do_not_change_a_prompt(tmp_path: Path) -> None:
    unix = load_prompt("classify", write(tmp_path, OURS))
    (tmp_path / "classify.md").write_bytes(OURS.replace("\n", "\r\n").encode())

    assert load_prompt("classify", tmp_path) == unix


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Sort it.", "parted by lines of ---"),
        (OURS.replace("---\nq:", "q:"), "parted by lines of ---"),
        ("hello\n" + OURS, "parted by lines of ---"),
        (OURS.replace("purpose: Sort it.\n", ""), "the header must give name, purpose, slots, reply_tokens"),
        (OURS.replace("name: classify", "name: sort"), "and the name 'classify'"),
        (OURS.replace("tokens: 9", "tokens: few"), "the header must give"),
        (OURS.replace("{{question}}", "{{query}}"), "wrong: query"),
        (OURS.replace("Sort it:", "Sort {{question}}:"), "slots stand in the data part only"),
        (OURS.replace("kinds", "sorts"), "must ask for a JSON object with kinds; missing: kinds"),
        (OURS.replace("purpose", "reply: Sorted\npurpose"), "no reply is named Sorted"),
        (OURS.replace("purpose", "reply: Period\npurpose"), "Period is no reply to classify"),
        (OURS.replace("purpose", "also: exand\npurpose"), "no prompt is named exand; there are "),
        (OURS.replace("purpose", "also: rewrite\npurpose"), "its slots must be dialogue, question"),
        (OURS.replace("slots: question", "slots: question, today"), "its slots must be question"),
    ],
)
def test_a_file_that_is_no_such_prompt_is_named_with_what_is_wrong(
    tmp_path: Path, text: str, problem: str
) -> None:
    with pytest.raises(BadSettings, match=r"classify\.md: ") as raised:
        load_prompts(write(tmp_path, text))

    assert problem in str(raised.value)


def test_a_file_that_replaces_nothing_is_a_mistake_unless_it_is_a_readme(tmp_path: Path) -> None:
    write(tmp_path, "# About these", "README")
    load_prompts(tmp_path)
    write(tmp_path, OURS.replace("classify", "clasify"), "clasify")

    with pytest.raises(BadSettings, match=r"no prompt is named clasify; there are \w+, "):
        load_prompts(tmp_path)


def test_a_folder_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(
        BadSettings, match=r"DAYBOOK_PROMPTS: no such folder: .*; nor a set, which are default, "
    ):
        load_prompts(tmp_path / "nowhere")


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "classify.md").write_bytes(b"\xff\xfe")

    with pytest.raises(BadSettings, match=r"classify\.md: cannot be read"):
        load_prompt("classify", tmp_path)
