"""Random forgets of a memory with everything in use: nothing of what is forgotten is left anywhere."""

import asyncio

from daybook_eval.bench.forgetting import run
from daybook_eval.robustness.result import PartResult, RobustnessSettings

_ROUNDS = 40
"""What each owner is filled up to; the first of them to eight times as many."""


def measure(settings: RobustnessSettings) -> PartResult:
    """Forget at random, and search every index and every byte for what must be gone."""
    found = asyncio.run(run(settings.work_dir, settings.forgets, _ROUNDS, settings.seed))
    figures = {
        "forgets": len(found.seconds),
        "nonces searched for": found.nonces,
        "left": found.left.total(),
        "receipts not verified": found.unverified,
        "median, ms": round(1000 * sorted(found.seconds)[len(found.seconds) // 2]) if found.seconds else 0,
    }
    failures = [f"{count} left in {place} (seed {settings.seed})" for place, count in found.left.items()]
    if found.unverified:
        failures.append(f"{found.unverified} receipts were not verified (seed {settings.seed})")
    return PartResult("forgetting", len(found.seconds), figures, tuple(failures))
