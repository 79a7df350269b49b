"""Rewriting examples by rules: seeded, and quick enough for thousands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from daybook_eval.rewriting.example import Behaviour, RewritingExample
from daybook_eval.rewriting.generate.behaviours import draw_scene
from daybook_eval.rewriting.generate.scenes import Stage
from daybook_eval.rewriting.generate.vocabulary import Split
from daybook_eval.rewriting.generate.world import read_world


def generate_examples(
    examples: int, *, split: Split, seed: int = 1, only: Sequence[Behaviour] = ()
) -> Iterator[RewritingExample]:
    """Write examples of the behaviours in turn; no dialogue comes twice with the same question.

    Args:
        examples: how many.
        split: whose things and wordings; the two share none.
        seed: the same gives the same examples.
        only: of these behaviours; of all nine by default.
    """
    world, behaviours = read_world(split), tuple(dict.fromkeys(only)) or tuple(Behaviour)
    rng = Random(f"{split}/{seed}")
    drawn: set[tuple[object, ...]] = set()
    while len(drawn) < examples:
        behaviour = behaviours[len(drawn) % len(behaviours)]
        scene = draw_scene(behaviour, Stage(world, rng))
        told = (scene.question, *(turn.content for turn in scene.dialogue))
        needs_nothing = behaviour is Behaviour.NONE_NEEDED
        if told in drawn or (scene.question == scene.rewrite) is not needs_nothing:
            continue
        drawn.add(told)
        yield RewritingExample(
            id=f"rules-{split}-{seed}-{len(drawn):06d}",
            source="rules",
            behaviour=behaviour,
            dialogue=scene.dialogue,
            question=scene.question,
            rewrite=scene.rewrite,
            answer=world.value(scene.asked) if scene.asked else "",
            passage=world.passage(scene.asked) if scene.asked else "",
        )
