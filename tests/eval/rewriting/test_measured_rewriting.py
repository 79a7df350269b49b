import pytest

from daybook_eval.rewriting.example import RewritingExample, Said
from daybook_eval.rewriting.measure import score_examples


def example(question: str, rewrite: str, *before: str) -> RewritingExample:
    roles = ("user", "assistant")
    dialogue = tuple(Said(role=roles[place % 2], content=text) for place, text in enumerate(before))
    return RewritingExample(id=question, source="mine", dialogue=dialogue, question=question, rewrite=rewrite)


FAST = example("Is it fast?", "Is a kayak fast?", "What is a kayak?", "A boat.")
WHERE = example("Where is Ghent?", "Where is Ghent?")


def test_figures_tell_what_came_nearer_what_came_farther_and_what_was_damaged() -> None:
    scores = score_examples(
        [FAST, FAST, WHERE, WHERE], ["Is a kayak fast?", "Boats?", "Where is Ghent?", "Where?"]
    )

    assert (scores.questions, scores.stand_alone) == (4, 2)
    assert scores.raw_f1 == pytest.approx(4 / 7)
    assert scores.rewritten_f1 == pytest.approx(1 / 2)
    assert (scores.exact, scores.worse, scores.damaged) == (0.5, 1, 1)
