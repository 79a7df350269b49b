"""The arms of LongMemEval's keys (Table 3), times (Table 4), values (Figure 5) and readings (Figure 6)."""

from collections.abc import Iterator, Mapping

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
    """Whether Table 4 is measured on a question."""
    return is_answerable(case) and case.question_type == "temporal-reasoning"


def measures_of(unit: Unit) -> tuple[str, ...]:
    """Name the columns of Tables 3 and 4, in their order."""
    return tuple(f"{unit} {name}@{k}" for k in TOP for name in ("recall_all", "ndcg_any"))


def _keys() -> Iterator[Study]:
    for unit, chosen in DESIGNS.items():
        arms = tuple(Arm(design.name, {}, ValueSearch(unit, design), keeps=False) for design in chosen)
        columns = measures_of(unit)
        yield Study(f"keys, {unit}", "keys of values", arms, columns=columns, main=columns[0])
        yield Study(
            f"answers by keys, {unit}",
            "answers from the best values by their keys",
            tuple(
                Arm(
                    f"{design.name}, top {most}", {}, AnswerFromValues(ValueSearch(unit, design), most), False
                )
                for design in chosen
                for most in TOP
            ),
            columns=_ANSWERS,
            main=ANSWER,
            answers=True,
        )


def _times() -> Iterator[Study]:
    for unit in Unit:
        arms = tuple(
            Arm(f"{design.name}, {window}", {}, ValueSearch(unit, design, window), keeps=False)
            for design in (K_IS_V, V_FACT)
            for window in Window
        )
        columns = (*measures_of(unit), "time has_range", "time hides")
        yield Study(
            f"time, {unit}",
            "times of values",
            arms,
            columns=columns,
            main=columns[0],
            asks=of_temporal_reasoning,
        )
    columns = (*measures_of(Unit.ROUND), *measures_of(Unit.SESSION))
    yield Study(
        "time, Daybook",
        "what Daybook does with a time range",
        tuple(Arm(mode.value, {"time_mode": mode}) for mode in TimeMode),
        columns=columns,
        main=columns[0],
        asks=of_temporal_reasoning,
    )


def _values() -> Iterator[Study]:
    yield Study(
        "values",
        "evidence that reaches the reader",
        tuple(Arm(shown.value, {}, ShowValues(shown), keeps=False) for shown in Shown),
        columns=tuple(f"evidence {budget}" for budget in BUDGETS),
        main="evidence 8000",
    )
    yield Study(
        "answers by values",
        "answers from what reaches the reader",
        tuple(
            Arm(f"{shown}, {budget}", {}, ShowValues(shown, budget), keeps=False)
            for shown in Shown
            for budget in BUDGETS
        ),
        columns=_ANSWERS,
        main=ANSWER,
        answers=True,
    )


def _readings() -> Iterator[Study]:
    yield Study(
        "budgets",
        "answers by the settings, under budgets",
        tuple(Arm(str(budget), {"context_budget": budget}, arms.answer) for budget in BUDGETS),
        columns=_ANSWERS,
        main=ANSWER,
        answers=True,
    )
    yield Study(
        "offline",
        "answers from the whole history at once",
        (Arm("whole history", {}, FULL_CONTEXT.recall, keeps=False),),
        columns=_ANSWERS,
        main=ANSWER,
        answers=True,
    )
    yield Study(
        "readings",
        "how a model reads",
        tuple(
            Arm(
                f"{mode}, {form}, {budget}",
                {"read_mode": mode, "read_format": form, "context_budget": budget},
                arms.answer,
            )
            for mode in ReadMode
            for form in ReadFormat
            for budget in BUDGETS
        ),
        columns=(*_ANSWERS, "model calls", "model tokens_in", "model tokens_out"),
        main=ANSWER,
        answers=True,
        needs_model="rules read in one way only",
    )


LONG = Study(
    "long",
    "searches of long histories",
    (
        Arm("rounds, K = V", {}, ValueSearch(Unit.ROUND), keeps=False),
        Arm("rounds, K = V + fact", {}, ValueSearch(Unit.ROUND, V_FACT), keeps=False),
        Arm("Daybook"),
    ),
    columns=("round recall_all@5", "round recall_all@10", "session recall_all@5", "session recall_all@10"),
    main="round recall_all@10",
)
STUDIES: Mapping[str, Study] = {
    LONG.name: LONG,
    **{study.name: study for make in (_keys, _times, _values, _readings) for study in make()},
}
