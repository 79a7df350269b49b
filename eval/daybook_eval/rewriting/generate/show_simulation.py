"""What simulating dialogues takes, and what came of it, for a reader."""

from __future__ import annotations

from pathlib import Path

from daybook_eval.rewriting.generate.simulate_all import SimulationDone, SimulationEstimate


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
