import json
import re
from pathlib import Path

import pytest

from daybook.models.llm.chat_model import shape_of
from daybook_prompts import Prompt, load_prompt, load_prompts, prompt_names, prompt_sets
from daybook_prompts.prompt import SLOT
from daybook_prompts.replies import REPLIES, NotedAnswer, RerankedInOrder

ALL = [
    prompt
    for chosen in prompt_sets()
    for name, prompt in load_prompts(Path(chosen)).items()
    if chosen == "default" or prompt != load_prompt(name)
]
"""Ours, and those of the papers' sets."""
PROSE = {
    "agent_memory",
    "chat_reply",
    "completion_memory",
    "repair",
    "rewrite_trained",
}


def test_every_prompt_is_either_typed_or_prose() -> None:
    assert set(prompt_names()) == set(REPLIES) | PROSE


@pytest.mark.parametrize("prompt", ALL, ids=lambda prompt: f"{prompt.name}-{prompt.sha256[:4]}")
def test_the_header_names_the_slots_that_the_data_has_and_the_instructions_have_none(prompt: Prompt) -> None:
    # MemoryStack's reranking is told no moment
    unused = {"asked_at"} if prompt.reply is RerankedInOrder else set()

    assert {*SLOT.findall(prompt.data), *unused} == set(prompt.slots)
    assert SLOT.findall(prompt.instructions) == []
    assert prompt.purpose


@pytest.mark.parametrize("prompt", ALL, ids=lambda prompt: f"{prompt.name}-{prompt.sha256[:4]}")
def test_the_example_in_a_prompt_is_of_its_reply_type_with_every_field(prompt: Prompt) -> None:
    reply = prompt.reply or REPLIES.get(prompt.name)
    if reply is None:
        assert prompt.name in PROSE
        return
    example = prompt.instructions.splitlines()[-1].replace("YYYY-MM-DD", "2024-05-01")

    reply.model_validate_json(example)

    assert json.loads(example).keys() == shape_of(reply, "reply").schema["properties"].keys()  # type: ignore[attr-defined]


@pytest.mark.parametrize("prompt", ALL, ids=lambda prompt: f"{prompt.name}-{prompt.sha256[:4]}")
def test_every_prompt_says_that_what_follows_is_data_or_the_dialogue(prompt: Prompt) -> None:
    if prompt.name != "repair":
        assert re.search(r"(is data|last message gives you)", prompt.instructions)


def test_notes_come_before_the_answer_in_the_schema_that_servers_follow() -> None:
    fields = list(NotedAnswer.model_fields)

    assert fields == ["notes", "counted", "intervals", "reasoning", "not_known", "missing", "answer"]


def test_the_instructions_of_one_question_fit_beside_the_packed_rounds() -> None:
    characters = sum(len(load_prompt(name).instructions) for name in ("rewrite", "rerank", "read_con"))

    # of the 4,500 tokens that a question about one fact may cost, at four characters a token
    assert characters / 4 < 1_500


def test_all_prompts_load_with_their_repair_and_distinct_hashes() -> None:
    prompts = load_prompts()

    assert len({prompt.sha256 for prompt in prompts.values()}) == len(prompts)
    assert all(prompt.repair is not None for name, prompt in prompts.items() if name != "repair")
