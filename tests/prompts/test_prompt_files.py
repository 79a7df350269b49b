from __future__ import annotations

import json
import re

from pydantic import BaseModel

from daybook_prompts import load_prompt, load_prompts, prompt_names
from daybook_prompts.prompt import SLOT
from daybook_prompts.replies import (
    AskedBefore,
    Classified,
    Contradicted,
    DialogueGraded,
    DirectAnswer,
    Expanded,
    FactsFound,
    Graded,
    Marked,
    NotedAnswer,
    Period,
    Reranked,
    Rewritten,
    RoundNoted,
    SimulatedAssistant,
    SimulatedUser,
    TopicNamed,
    WrittenRewrite,
)

REPLIES: dict[str, type[BaseModel]] = {
    "asked_before": AskedBefore,
    "classify": Classified,
    "classify_topic": TopicNamed,
    "contradicts": Contradicted,
    "expand": Expanded,
    "extract_facts": FactsFound,
    "grade": Graded,
    "grade_dialogue": DialogueGraded,
    "judge_abstention": Marked,
    "judge_default": Marked,
    "judge_knowledge_update": Marked,
    "judge_preference": Marked,
    "judge_temporal": Marked,
    "note_one_round": RoundNoted,
    "read_con": NotedAnswer,
    "read_direct": DirectAnswer,
    "rerank": Reranked,
    "rewrite": Rewritten,
    "simulate_assistant": SimulatedAssistant,
    "simulate_user": SimulatedUser,
    "time_range": Period,
    "write_rewrite": WrittenRewrite,
}
PROSE = {
    "agent_memory",
    "answer_from_passages",
    "chat_reply",
    "completion_memory",
    "extract_keyphrases",
    "next_turn",
    "repair",
    "rewrite_trained",
    "summarise_session",
}


def test_every_prompt_is_either_typed_or_prose() -> None:
    assert set(prompt_names()) == set(REPLIES) | PROSE


def test_the_header_names_the_slots_that_the_data_has_and_the_instructions_have_none() -> None:
    for name in prompt_names():
        prompt = load_prompt(name)

        assert sorted(set(SLOT.findall(prompt.data))) == sorted(prompt.slots)
        assert SLOT.findall(prompt.instructions) == []
        assert prompt.purpose


def test_the_example_in_a_prompt_is_of_its_reply_type_with_every_field() -> None:
    for name in sorted(REPLIES):
        example = load_prompt(name).instructions.splitlines()[-1]
        example = example.replace("YYYY-MM-DD", "2024-05-01")

        value = REPLIES[name].model_validate_json(example)

        assert json.loads(value.model_dump_json(by_alias=True)).keys() == json.loads(example).keys()


def test_every_prompt_says_that_what_follows_is_data_or_the_dialogue() -> None:
    for name in sorted(set(prompt_names()) - {"repair"}):
        assert re.search(r"(is data|last message gives you)", load_prompt(name).instructions)


def test_notes_come_before_the_answer_in_the_schema_that_servers_follow() -> None:
    fields = list(NotedAnswer.model_fields)

    assert fields[:2] == ["notes", "reasoning"]
    assert fields[-1] == "answer"


def test_both_ways_of_reading_keep_the_same_rules() -> None:
    with_notes, direct = load_prompt("read_con"), load_prompt("read_direct")

    def rules(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith("- ")]

    assert rules(with_notes.instructions) == rules(direct.instructions)


def test_the_instructions_of_one_question_fit_beside_the_packed_rounds() -> None:
    steps = ("rewrite", "classify", "expand", "time_range", "rerank", "read_con")
    characters = sum(len(load_prompt(name).instructions) for name in steps)

    # of the 3,000 tokens that a question may send besides its rounds, at four characters a token
    assert characters / 4 < 1_500


def test_all_prompts_load_with_their_repair_and_distinct_hashes() -> None:
    prompts = load_prompts()

    assert len({prompt.sha256 for prompt in prompts.values()}) == len(prompts)
    assert all(prompt.repair is not None for name, prompt in prompts.items() if name != "repair")
