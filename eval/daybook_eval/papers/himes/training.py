"""HiMeS, Table 3 and figure 5: what each stage of training, and each reward, is worth.

It reads the folder of a training run, since training takes hours where a table takes seconds.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.rewriting.measure import token_f1
from daybook_eval.statistics import paired_bootstrap
from daybook_eval.tables import Table
from daybook_eval.training.run import read_figures
from daybook_eval.training.show import read_steps

_SERVED = ", served"
_FIGURES = ("f1", "exact", "damaged", "refused", "soft", "hard", "recall_1", "recall_5")


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Make the table of the run that `--set run=DIR` names; raises BadInput if there is none."""
    named = dict(inputs.settings).get("run")
    if named is None:
        raise BadInput(
            "run=DIR is missing; `daybook-eval train-rewriter --out DIR` makes one", source="--set"
        )
    out = Path(named)
    figures = read_figures(out)
    if not figures:
        raise BadInput("it holds no figures of a training run", source=out)
    run = json.loads((out / "run.json").read_text("utf-8"))
    sets = dict.fromkeys(name for by_set in figures.values() for name in by_set)
    compared = [line for name in sets for line in _compared(out, name, figures)]
    rows = [
        (name, way, *(by_set[name][key] for key in _FIGURES), *table.published.get(way, (None,) * 3))
        for name in sets
        for way, by_set in figures.items()
    ]
    first = next(iter(figures.values()))
    asked = ", ".join(f"{first[name]['questions']} questions of {name}" for name in sets)
    recipe, train = run["recipe"], run["train"]
    seen = min(recipe["sft_steps"] * recipe["sft_batch"], train)
    return table.filled(
        rows,
        f"{asked}, held out; {recipe['base']} was supervised on {seen} of {train} examples",
        notes=[*compared, *_chosen(figures, sets)],
        details={"run": run, "steps": read_steps(out), "figures": figures, "f1_compared": compared},
    )


def _chosen(figures: Mapping[str, Mapping[str, Mapping[str, object]]], sets: Mapping[str, None]) -> list[str]:
    """Choose the weights of the hard reward by the first set, and say what each comes to on every set."""
    rewards: dict[str, dict[str, float]] = {}
    for way, by_set in figures.items():
        if way.startswith("rl-hard") and not way.endswith(_SERVED):
            had = {name: by_set[name]["hard"] for name in sets if name in by_set}
            rewards[way] = {name: hard for name, hard in had.items() if isinstance(hard, float)}
    measured = [name for name in sets if all(name in by_set for by_set in rewards.values())]
    if len(rewards) < 2 or not measured:
        return []
    best = max(rewards, key=lambda way: rewards[way][measured[0]])
    told = (
        f"{way} " + ", ".join(f"{by_set[name]:.3f} ({name})" for name in measured)
        for way, by_set in rewards.items()
    )
    return [
        f"Weights (a: exact match, b: hit; 1 where not named), by the hard reward on {measured[0]}: {best}."
        f" Hard rewards: {'; '.join(told)}."
    ]


def _compared(out: Path, name: str, ways: Iterable[str]) -> list[str]:
    """Compare what is served with the rules, and after rewards with before, question by question of a set."""
    read = {}
    for way in ways:
        path = out / "rewrites" / f"{name} {way}.jsonl"
        lines = map(json.loads, path.read_text("utf-8").splitlines() if path.is_file() else [])
        read[way] = [token_f1(line["rewrite"], line["gold"]) for line in lines]
    compared = []
    for way in (way for way in read if way.endswith(_SERVED)):
        baselines = {"the rules": "rules"}
        if way.startswith("rl-"):
            baselines["supervision alone"] = f"sft{_SERVED}"
        for told, baseline in baselines.items():
            before, after = read.get(baseline, []), read[way]
            if before and len(before) == len(after):
                found = paired_bootstrap(before, after).interval
                compared.append(
                    f"Token F1 against {told}, {name}, {way}: {found:+.3f} over all {len(after)} questions."
                )
    return compared
