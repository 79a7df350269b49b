"""The training and test sets of a rewriter: they share no topic."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook.retrieve.question_plan import trained_messages
from daybook_eval.rewriting.example import RewritingExample, read_examples, read_topics
from daybook_prompts import Prompt

Conversation = list[dict[str, str]]
_CAST = ("cast2019_topics.json", "cast2019_resolved.tsv")


@dataclass(frozen=True, slots=True)
class TrainingData:
    """The examples of a run."""

    train: tuple[RewritingExample, ...]
    held_out: dict[str, tuple[RewritingExample, ...]]
    """By the name of the set: "cast2019", and of each file that was given."""
    passages: dict[str, tuple[str, ...]]
    """The passages to search, by the set's name: all passages of its file, whatever the limit."""

    @property
    def answerable(self) -> tuple[RewritingExample, ...]:
        """The examples to train on that have an answer and the passage it stands in."""
        return tuple(example for example in self.train if example.answer and example.passage)


def read_training_data(
    cast: Path | None,
    train: Sequence[Path],
    held_out: Sequence[Path],
    *,
    limit: int | None = None,
) -> TrainingData:
    """Read the examples; CAsT 2019 is halved by its topics: even ones to train on, odd ones held out.

    Raises BadInput if there is nothing to train on, or a held-out example is trained on.
    """
    halves = cast_halves(cast) if cast else ((), ())
    trained = [*halves[0], *(example for path in train for example in read_examples(path))]
    sets = {"cast2019": halves[1]} if halves[1] else {}
    sets |= {path.stem: tuple(read_examples(path)) for path in held_out}
    if not trained:
        raise BadInput("nothing to train on; give --data or --train", source="train-rewriter")
    seen = {(example.dialogue, example.question) for example in trained}
    for name, examples in sets.items():
        if both := [
            shared.id for shared in examples if (shared.dialogue, shared.question) in seen and shared.dialogue
        ]:
            raise BadInput(f"{len(both)} examples are trained on as well, the first: {both[0]}", source=name)
    return TrainingData(
        train=tuple(trained),
        held_out={name: examples[:limit] for name, examples in sets.items()},
        passages={
            name: tuple(dict.fromkeys(grounded.passage for grounded in examples if grounded.passage))
            for name, examples in sets.items()
        },
    )


def cast_halves(folder: Path) -> tuple[tuple[RewritingExample, ...], tuple[RewritingExample, ...]]:
    """Give CAsT 2019's questions that follow others: those of the even topics, and those of the odd ones.

    Raises:
        BadInput: one of its two files is not in the folder.
    """
    for name in _CAST:
        if not (folder / name).is_file():
            raise BadInput(f"has no {name}", source=f"--data {folder}")
    following: dict[int, list[RewritingExample]] = {0: [], 1: []}
    for topic, examples in read_topics(folder).items():
        following[topic % 2] += [example for example in examples if example.dialogue]
    return tuple(following[0]), tuple(following[1])


def prompt_of(example: RewritingExample, prompt: Prompt) -> Conversation:
    """Write what the rewriter is asked, as served (`trained_messages`)."""
    dialogue = [(said.role, said.content) for said in example.dialogue]
    messages = trained_messages(example.question, dialogue, prompt)
    return [{"role": message.role, "content": message.content} for message in messages]


def supervised_row(example: RewritingExample, prompt: Prompt) -> dict[str, Conversation]:
    """Write an example as prompt and completion; the loss is taken on the completion."""
    completion = [{"role": "assistant", "content": example.rewrite}]
    return {"prompt": prompt_of(example, prompt), "completion": completion}
