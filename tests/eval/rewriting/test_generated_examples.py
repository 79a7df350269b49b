from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook_eval.cli.app import build_app
from daybook_eval.rewriting.example import Behaviour, read_examples
from daybook_eval.rewriting.generate.examples import generate_examples
from daybook_eval.rewriting.generate.vocabulary import Split, read_vocabulary
from daybook_eval.rewriting.generate.world import passages, read_world

SPLITS = pytest.mark.parametrize("split", list(Split))


@SPLITS
def test_the_same_seed_gives_the_same_examples_and_another_seed_gives_others(split: Split) -> None:
    first, again, other = (list(generate_examples(45, split=split, seed=seed)) for seed in (3, 3, 4))

    assert first == again
    assert {one.question for one in first} != {one.question for one in other}


@SPLITS
def test_the_behaviours_come_in_equal_shares_and_only_the_ninth_leaves_the_question(split: Split) -> None:
    examples = list(generate_examples(900, split=split))

    assert set(Counter(one.behaviour for one in examples).values()) == {100}
    assert len({(one.question, one.dialogue) for one in examples}) == 900
    for one in examples:
        assert (one.question == one.rewrite) is (one.behaviour is Behaviour.NONE_NEEDED), one


@SPLITS
def test_no_slot_of_a_template_is_left_open(split: Split) -> None:
    for one in generate_examples(900, split=split):
        said = [one.question, one.rewrite, one.answer, one.passage, *(turn.content for turn in one.dialogue)]
        assert not any(re.search(r"[{}|]", text) for text in said), one


@SPLITS
def test_the_answer_stands_in_the_passage_and_the_passage_in_the_world(split: Split) -> None:
    known = set(passages(split))

    for one in generate_examples(450, split=split):
        assert one.answer in one.passage
        assert not one.passage or one.passage in known


@SPLITS
def test_a_world_has_many_passages_and_says_each_thing_once(split: Split) -> None:
    found = passages(split)

    assert len(found) > 3_000
    assert len(set(found)) == len(found)


def test_all_answers_to_a_question_agree_whatever_the_seed() -> None:
    answers: dict[str, str] = {}
    for seed in (1, 2, 3):
        for one in generate_examples(900, split=Split.TRAIN, seed=seed, only=[Behaviour.COREFERENCE]):
            assert answers.setdefault(one.rewrite, one.answer) == one.answer


def test_the_splits_share_no_thing_no_kind_and_no_wording() -> None:
    train, test = (read_vocabulary(split) for split in Split)
    shared_slots = {"starts": {"{a}"}}

    names = [{thing.name for things in read_world(split).things for thing in things} for split in Split]
    assert not names[0] & names[1]
    assert not {domain.kind for domain in train.domains} & {domain.kind for domain in test.domains}
    for field in set(type(train).model_fields) - {"domains"}:
        both = {str(one).lower() for one in getattr(train, field)} & {
            str(one).lower() for one in getattr(test, field)
        }
        assert both == shared_slots.get(field, set()), field
    wordings = [
        {text for domain in words.domains for fact in domain.facts for text in (*fact.asks, fact.tells)}
        for words in (train, test)
    ]
    assert not wordings[0] & wordings[1]


@SPLITS
def test_questions_come_in_hundreds_of_forms_once_names_are_left_out(split: Split) -> None:
    things = [thing for of_domain in read_world(split).things for thing in of_domain]
    named = re.compile(
        "|".join(re.escape(thing.name) for thing in sorted(things, key=lambda t: -len(t.name)))
    )

    forms = {named.sub("{x}", one.question) for one in generate_examples(3_000, split=split)}

    assert len(forms) > 400


def test_the_command_writes_a_file_of_one_behaviour_that_can_be_read(tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    args = ["rewriting", "generate", "--out", str(out), "--count", "20", "--only", "dispute-marking"]

    result = CliRunner().invoke(build_app(), args)

    assert result.exit_code == 0, result.output
    found = list(read_examples(out))
    assert len(found) == 20
    assert all("is disputed" in one.rewrite for one in found)
