"""Many simulated dialogues: priced before, kept as they come, checked, and without doubles."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from daybook.llm import ChatModel
from daybook.llm.meter import cost_of
from daybook.settings import Price, Settings
from daybook_eval.judging.judges import Progress, open_judges, run_concurrently
from daybook_eval.judging.verdicts import AppendOnlyFile
from daybook_eval.rewriting.example import RewritingExample, write_examples
from daybook_eval.rewriting.generate.simulation import (
    CALLS,
    Blueprint,
    Simulator,
    coherence,
    is_near,
    problem_of,
)
from daybook_eval.rewriting.generate.world import Split
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
class SimulationEstimate:
    """What the dialogues that are still to be played take, before anything is sent; an estimate."""

    model: str
    dialogues: int
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """In the currency of the prices; None where the model has no price."""


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
    played = {line.key for line in progress_file(out).latest()}
    return [blueprint for blueprint in blueprints if blueprint.key not in played]


def estimate_simulation(
    dialogues: int, model: str, prompts: Mapping[str, Prompt], prices: Mapping[str, Price], *, judges: int
) -> SimulationEstimate:
    """Estimate calls, tokens and price of some dialogues; sends nothing."""
    players = [len(prompts[name].instructions) for name in ("simulate_user", "simulate_assistant")]
    fixed = sum(players) * (CALLS - 1) / 2 + len(prompts["write_rewrite"].instructions)
    fixed += len(prompts["grade_dialogue"].instructions) * judges
    calls = dialogues * (CALLS + judges)
    into = round(dialogues * fixed / _CHARACTERS_OF_A_TOKEN) + calls * _DATA_TOKENS
    out = calls * _REPLY_TOKENS
    return SimulationEstimate(model, dialogues, calls, into, out, cost_of(model, into, out, prices))


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
    good, left_out = _sorted_out(kept.latest())
    write_examples(out, good)
    return SimulationDone(len(good), left_out, len(failed), failed[0][1] if failed else "")


async def simulate_with_settings(
    blueprints: Sequence[Blueprint],
    settings: Settings,
    out: Path,
    *,
    split: Split,
    model: str | None,
    judges: Sequence[str],
    agree: Callable[[SimulationEstimate], bool],
) -> SimulationDone | None:
    """Play what is left by the models of the settings, if what it takes is agreed to; None if not.

    Raises:
        BadSettings, ModelUnavailable: no model is named, or it cannot be had.
    """
    async with AsyncExitStack() as stack:
        (player,) = open_judges(settings, [model] if model else [], stack)
        judging = open_judges(settings, judges, stack) if judges else []
        prompts = load_prompts(settings.models.prompts)
        waiting = len(still_to_play(blueprints, out))
        prices = settings.models.prices
        estimate = estimate_simulation(waiting, player.name, prompts, prices, judges=len(judging))
        if waiting and not agree(estimate):
            return None
        simulator = Simulator(player, prompts, split)
        return await simulate_all(
            blueprints, simulator, out, judges=judging, at_once=settings.models.model_concurrency
        )


def _sorted_out(lines: Sequence[Simulated]) -> tuple[list[RewritingExample], Mapping[str, int]]:
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


def show_estimate(estimate: SimulationEstimate) -> str:
    """Write calls, tokens and price, before anything is sent."""
    price = "price not known (DAYBOOK_PRICES names it)"
    if estimate.cost is not None:
        price = f"about {estimate.cost:.2f}" if estimate.cost >= 0.01 else "less than 0.01"
    return (
        f"{estimate.model} plays {estimate.dialogues:,} dialogues: about {estimate.calls:,} calls,"
        f" {estimate.input_tokens:,} tokens in and {estimate.output_tokens:,} out, {price}."
    )


def show_done(done: SimulationDone, out: Path) -> str:
    """Write how many dialogues are good, why others are not, and what failed."""
    lines = [f"{out}: {done.written} examples"]
    lines += [f"left out: {count} ({reason})" for reason, count in sorted(done.left_out.items())]
    if done.failed:
        lines.append(f"failed: {done.failed}, played by the next run; the first: {done.first_failure}")
    return "\n".join(lines)
