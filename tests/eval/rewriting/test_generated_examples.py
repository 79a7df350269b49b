import re
from collections import Counter

import pytest

from daybook_eval.rewriting.example import Behaviour
from daybook_eval.rewriting.generate.scenes import generate_examples
from daybook_eval.rewriting.generate.world import Split, passages, read_vocabulary, read_world

SPLITS = pytest.mark.parametrize("split", list(Split))


@SPLITS
def test_the_same_seed_gives_the_same_examples_and_another_seed_gives_others(split: Split) -> None:
    first, again, other = (list(generate_examples(45, split=split, seed=seed)) for seed in (3, 3, 4))

    assert first == again
    assert {one.question for one in first} != {one.question for one in other}


@SPLITS
def test_examples_are_whole_and_only_the_ninth_behaviour_leaves_the_question(split: Split) -> None:
    examples = list(generate_examples(900, split=split))
    known = set(passages(split))

    assert set(Counter(example.behaviour for example in examples).values()) == {100}
    assert len({(example.question, example.dialogue) for example in examples}) == 900
    for example in examples:
        assert (example.question == example.rewrite) is (example.behaviour is Behaviour.NONE_NEEDED), example
        said = (turn.content for turn in example.dialogue)
        texts = (example.question, example.rewrite, example.answer, example.passage, *said)
        assert not any(re.search(r"[{}|]", text) for text in texts), example  # no slot is left open
        assert example.answer in example.passage
        assert not example.passage or example.passage in known


def test_all_answers_to_a_question_agree_whatever_the_seed() -> None:
    answers: dict[str, str] = {}
    for seed in (1, 2, 3):
        for example in generate_examples(900, split=Split.TRAIN, seed=seed):
            if example.behaviour is not Behaviour.COREFERENCE:
                continue
            assert answers.setdefault(example.rewrite, example.answer) == example.answer


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
