"""Prints the figures of dialogues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daybook.conversation import Usage
from daybook.interfaces.rendering.screen import Screen
from daybook_eval.dialogues.asking import AskedAgain
from daybook_eval.dialogues.persona import PersonaFigures
from daybook_eval.judging.show import spent
from daybook_eval.measures.shares import Share
from daybook_eval.statistics import ConfidenceInterval

_ASKING = ("=file", "#people", "#sessions", "#questions", "#repeated", "#judged", "#rate")
_PERSONA = (
    "=replies",
    "#measured",
    "#PersonaConsF1, 95%",
    "#ROUGE-L, 95%",
    "#contradict",
    "#judged",
    "#NLI",
    "#judged",
)
_SHOWN = 5


def show_asking(found: Sequence[AskedAgain], usage: Usage, *, tables: bool) -> None:
    """Print a line for each file, some of what was asked again, and on standard error what went wrong."""
    if tables:
        screen = Screen()
        screen.table(_ASKING, map(_asking_row, found), always_headed=True)
        for one in found:
            for again in one.repeated[:_SHOWN] if screen.is_terminal else ():
                screen.line(f"{again.person or one.file}: ", again.question, (f"  ({again.earlier})", "dim"))
    aside = Screen(stderr=True)
    for line in spent(usage):
        aside.line(line)
    for one in found:
        if one.failures:
            aside.line(
                f"{one.file}: {len(one.failures)} questions could not be compared, the first:"
                f" {one.failures[0]}"
            )


def show_persona(found: Mapping[str, PersonaFigures], usage: Usage, *, turns: int, tables: bool) -> None:
    """Print a line for each responder, and on standard error what was not measured and what went wrong."""
    if tables:
        rows = (_persona_row(name, one) for name, one in found.items())
        Screen().table(_PERSONA, rows, always_headed=True)
    aside = Screen(stderr=True)
    for line in spent(usage):
        aside.line(line)
    aside.line(f"{turns} turns of people who have spoken before, and of whom something is known")
    if all(one.contradicts is None and one.contradicts_nli is None for one in found.values()):
        aside.line(
            "contradiction was not measured: name a chat model with --model, or a classifier with --nli"
        )
    for name, one in found.items():
        if one.failures:
            aside.line(
                f"{name}: {len(one.failures)} replies could not be compared, the first: {one.failures[0]}"
            )


def _persona_row(name: str, one: PersonaFigures) -> list[str]:
    told = [cell for share in (one.contradicts, one.contradicts_nli) for cell in _share(share)]
    return [name, str(one.responses), _sure(one.persona_f1), _sure(one.rouge_l), *told]


def _share(share: Share | None) -> list[str]:
    if share is None:
        return ["–", "–"]
    return ["–" if share.value is None else f"{share.value:.3f}", str(share.judged)]


def _sure(found: ConfidenceInterval) -> str:
    return f"{found.mean:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _asking_row(one: AskedAgain) -> list[str]:
    rate = one.rate
    value = "–" if rate.value is None else f"{rate.value:.3f}"
    counts = (one.people, one.sessions, rate.asked, rate.holding, rate.judged)
    return [one.file, *map(str, counts), value]
