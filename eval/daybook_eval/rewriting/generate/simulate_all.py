"""Many simulated dialogues: priced before, kept as they come, checked, and without doubles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path

import typer

from daybook.models.llm import ChatModel
from daybook.models.llm.meter import cost_of
from daybook.settings import Price
from daybook.settings.environment import read_settings
from daybook_eval.judging.judges import Progress, agreed, open_judges, run_concurrently
from daybook_eval.judging.verdicts import AppendOnlyFile
from daybook_eval.rewriting.example import RewritingExample, write_examples
from daybook_eval.rewriting.generate.simulation import (
    CALLS,
    Blueprint,
    Simulator,
    coherence,
    draw_blueprints,
    is_near,
    problem_of,
)
from daybook_eval.rewriting.generate.world import Split
from daybook_eval.tables import Report
from daybook_prompts import Prompt, load_prompts

_CHARACTERS_OF_A_TOKEN = 4.4
_DATA_TOKENS, _REPLY_TOKENS = 350, 45
"""Of a call, on average: what stands beside the instructions, and what comes back."""
_FEWEST_MARKS = 60.0
"""A dialogue that the judges give less on average is left out."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A dialogue that was played: a line of the file that is kept beside the examples."""

    key: str
    example: RewritingExample
    problem: str
    """Why it is left out; "" where it is not."""


@dataclass(frozen=True, slots=True)
class SimulationDone:
    """What came of it, with earlier runs into the same file."""

    written: int
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many dialogues were left out, by the first words of the reason."""
    failed: int = 0
    """Dialogues that the model failed at in this run; the next run plays them."""
    first_failure: str = ""


def progress_file(out: Path) -> AppendOnlyFile[Simulated]:
    """Give the file beside the examples that every dialogue goes to as soon as it has been played."""
    return AppendOnlyFile(out.with_name(f"{out.name}.progress"), Simulated, "simulated dialogue")


def still_to_play(blueprints: Sequence[Blueprint], out: Path) -> list[Blueprint]:
    """Name the blueprints that an earlier run has not played."""
    played = progress_file(out).read()
    return [blueprint for blueprint in blueprints if blueprint.key not in played]


def estimate_simulation(
    dialogues: int, model: str, prompts: Mapping[str, Prompt], prices: Mapping[str, Price], *, judges: int
) -> str:
    """Say what so many dialogues take: calls, tokens and price, in the currency of the prices.

    It is estimated; nothing is sent.
    """
    players = [len(prompts[name].instructions) for name in ("simulate_user", "simulate_assistant")]
    fixed = sum(players) * (CALLS - 1) / 2 + len(prompts["write_rewrite"].instructions)
    fixed += len(prompts["grade_dialogue"].instructions) * judges
    calls = dialogues * (CALLS + judges)
    into = round(dialogues * fixed / _CHARACTERS_OF_A_TOKEN) + calls * _DATA_TOKENS
    out = calls * _REPLY_TOKENS
    cost = cost_of(model, into, out, prices)
    price = "price not known (DAYBOOK_PRICES names it)"
    if cost is not None:
        price = f"about {cost:.2f}" if cost >= 0.01 else "less than 0.01"
    return (
        f"{model} plays {dialogues:,} dialogues: about {calls:,} calls,"
        f" {into:,} tokens in and {out:,} out, {price}."
    )


async def simulate_all(
    blueprints: Sequence[Blueprint],
    simulator: Simulator,
    out: Path,
    *,
    judges: Sequence[ChatModel] = (),
    at_once: int,
    progress: Progress = lambda done, total: None,
) -> SimulationDone:
    """Play every dialogue that has not been played, and write the good ones to `out`.

    Where the model cannot be had, the next call goes on from there.

    Raises:
        ModelUnavailable, BadSettings: the model cannot be had; the next call goes on from there.
    """
    kept = progress_file(out)
    waiting = still_to_play(blueprints, out)

    async def settle(blueprint: Blueprint) -> None:
        example = await simulator.play(blueprint)
        problem = problem_of(example)
        if judges and not problem:
            marks = await coherence(example, judges, simulator.prompts["grade_dialogue"])
            problem = "" if marks >= _FEWEST_MARKS else f"judged less than {_FEWEST_MARKS:g} on average"
        kept.append([Simulated(blueprint.key, example, problem)])

    failed = await run_concurrently(waiting, settle, at_once=at_once, progress=progress)
    good, left_out = _sorted_out(kept.read().values())
    write_examples(out, good)
    return SimulationDone(len(good), left_out, len(failed), failed[0][1] if failed else "")


async def report(
    out: Path,
    backgrounds: int,
    model: str | None,
    judge: Sequence[str] | None,
    split: Split,
    seed: int,
    yes: bool,
) -> Report | bool:
    """Play what is left by the models of the settings, if what it takes is agreed to; False if not.

    Raises:
        BadSettings, ModelUnavailable: no model is named, or it cannot be had.
    """
    settings, blueprints = read_settings(), list(draw_blueprints(backgrounds, split=split, seed=seed))
    async with AsyncExitStack() as stack:
        (player,) = open_judges(settings, [model] if model else [], stack)
        judges = open_judges(settings, judge, stack) if judge else []
        prompts, waiting = load_prompts(settings.models.prompts), len(still_to_play(blueprints, out))
        if waiting:
            prices = settings.models.prices
            estimate = estimate_simulation(waiting, player.name, prompts, prices, judges=len(judges))
            if not agreed(estimate, "Send it?", yes=yes):
                typer.echo("nothing was sent; --yes sends it without asking", err=True)
                return False
        at_once = settings.models.model_concurrency
        simulator = Simulator(player, prompts, split)
        done = await simulate_all(blueprints, simulator, out, judges=judges, at_once=at_once)
    lines = [f"{out}: {done.written} examples"]
    lines += [f"left out: {count} ({reason})" for reason, count in sorted(done.left_out.items())]
    if done.failed:
        lines.append(f"failed: {done.failed}, played by the next run; the first: {done.first_failure}")
    return Report(lines, asdict(done), failed=bool(done.failed))


def _sorted_out(lines: Iterable[Simulated]) -> tuple[list[RewritingExample], Mapping[str, int]]:
    """Part the good examples from the others, and from near doubles of good ones, in a fixed order."""
    good: list[RewritingExample] = []
    left_out: Counter[str] = Counter()
    for line in sorted(lines, key=lambda line: line.key):
        if line.problem:
            left_out[line.problem.partition(":")[0]] += 1
        elif is_near(line.example, good):
            left_out["near to another"] += 1
        else:
            good.append(line.example)
    return good, dict(left_out)
