"""The arms of LongMemEval's keys (Table 3), times (Table 4), values (Figure 5) and readings (Figure 6)."""

from collections.abc import Iterable, Iterator, Mapping

from daybook.settings import ReadFormat, ReadMode, TimeMode
from daybook_eval.ablations import arms
from daybook_eval.ablations.study import Arm, Study, is_answerable
from daybook_eval.baselines.contexts import FULL_CONTEXT
from daybook_eval.data.case import Case
from daybook_eval.papers.longmemeval.search import (
    BUDGETS,
    AnswerFromValues,
    Shown,
    ShowValues,
    ValueSearch,
    Window,
)
from daybook_eval.papers.longmemeval.values import K_IS_V, Expansion, KeyDesign, Unit, designs
from daybook_eval.systems.system import Recall

DESIGNS: Mapping[Unit, tuple[KeyDesign, ...]] = {
    Unit.ROUND: designs((Expansion.FACT, Expansion.KEYPHRASE)),
    Unit.SESSION: designs((Expansion.SUMMARY, Expansion.FACT, Expansion.KEYPHRASE)),
}
"""Those of Table 3, and each expansion apart from the value."""
V_FACT = KeyDesign(Expansion.FACT)
TOP = (5, 10)
"""Values put before the reader."""
ANSWER = "answer contains_words"
_ANSWERS = (ANSWER, "answer contains", "answer not_known", "cited any")


def of_temporal_reasoning(case: Case) -> bool:
    """True if Table 4 is measured on a question."""
    return is_answerable(case) and case.question_type == "temporal-reasoning"


def measures_of(unit: Unit) -> tuple[str, ...]:
    """Name the columns of Tables 3 and 4, in their order."""
    return tuple(f"{unit} {name}@{k}" for k in TOP for name in ("recall_all", "ndcg_any"))


def _alone(name: str, recall: Recall) -> Arm:
    return Arm(name, {}, recall, keeps=False)


def _answers(name: str, about: str, arms: Iterable[Arm], *further: str, needs_model: str = "") -> Study:
    columns = (*_ANSWERS, *further)
    return Study(
        name, about, tuple(arms), columns=columns, main=ANSWER, answers=True, needs_model=needs_model
    )


def _keys() -> Iterator[Study]:
    for unit, chosen in DESIGNS.items():
        arms = tuple(_alone(design.name, ValueSearch(unit, design)) for design in chosen)
        columns = measures_of(unit)
        yield Study(f"keys, {unit}", "keys of values", arms, columns=columns, main=columns[0])
        yield _answers(
            f"answers by keys, {unit}",
            "answers from the best values by their keys",
            (
                _alone(f"{design.name}, top {most}", AnswerFromValues(ValueSearch(unit, design), most))
                for design in chosen
                for most in TOP
            ),
        )


def _times() -> Iterator[Study]:
    for unit in Unit:
        arms = tuple(
            _alone(f"{design.name}, {window}", ValueSearch(unit, design, window))
            for design in (K_IS_V, V_FACT)
            for window in Window
        )
        columns = (*measures_of(unit), "time has_range", "time hides")
        about, asks = "times of values", of_temporal_reasoning
        yield Study(f"time, {unit}", about, arms, columns=columns, main=columns[0], asks=asks)
    columns = (*measures_of(Unit.ROUND), *measures_of(Unit.SESSION))
    about = "what Daybook does with a time range"
    arms = tuple(Arm(mode.value, {"time_mode": mode}) for mode in TimeMode)
    yield Study("time, Daybook", about, arms, columns=columns, main=columns[0], asks=of_temporal_reasoning)


def _values() -> Iterator[Study]:
    yield Study(
        "values",
        "evidence that reaches the reader",
        tuple(_alone(shown.value, ShowValues(shown)) for shown in Shown),
        columns=tuple(f"evidence {budget}" for budget in BUDGETS),
        main="evidence 8000",
    )
    yield _answers(
        "answers by values",
        "answers from what reaches the reader",
        (_alone(f"{shown}, {budget}", ShowValues(shown, budget)) for shown in Shown for budget in BUDGETS),
    )


def _readings() -> Iterator[Study]:
    yield _answers(
        "budgets",
        "answers by the settings, under budgets",
        (Arm(str(budget), {"context_budget": budget}, arms.answer) for budget in BUDGETS),
    )
    yield _answers(
        "offline", "answers from the whole history at once", [_alone("whole history", FULL_CONTEXT.recall)]
    )
    yield _answers(
        "readings",
        "how a model reads",
        (
            Arm(
                f"{mode}, {form}, {budget}",
                {"read_mode": mode, "read_format": form, "context_budget": budget},
                arms.answer,
            )
            for mode in ReadMode
            for form in ReadFormat
            for budget in BUDGETS
        ),
        *("model calls", "model tokens_in", "model tokens_out"),
        needs_model="rules read in one way only",
    )


LONG = Study(
    "long",
    "searches of long histories",
    (
        _alone("rounds, K = V", ValueSearch(Unit.ROUND)),
        _alone("rounds, K = V + fact", ValueSearch(Unit.ROUND, V_FACT)),
        Arm("Daybook"),
    ),
    columns=("round recall_all@5", "round recall_all@10", "session recall_all@5", "session recall_all@10"),
    main="round recall_all@10",
)
STUDIES: Mapping[str, Study] = {
    LONG.name: LONG,
    **{study.name: study for make in (_keys, _times, _values, _readings) for study in make()},
}
