"""The sections about answers: what judges say, how far they can be believed, and what is not known."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daybook_eval.failures import Step
from daybook_eval.judging.show import graded_value
from daybook_eval.report.loading import Reported
from daybook_eval.report.page.markup import Html, join, table, tag
from daybook_eval.report.page.plots import bar, whisker
from daybook_eval.tables import figure

_WORDS = {
    "contains": "holds the expected answer, word for word",
    "contains_words": "holds all of its words, in any order",
    "token_f1": "token F1 with it",
    "rouge_l": "ROUGE-L with it",
}
_BY_HALVES = ("contains", "contains_words")
_GRADES = {
    "CA": "CA: the answer agrees with what was put before the reader",
    "QA": "QA: the answer does what the question wants",
    "QR": "QR: the rewriting keeps what matters of the question",
    "contradiction": "answers that contradict what was put before the reader (lower is better)",
}
_ABSTENTION = {
    "precision": "of those said to be unknown, unknown indeed",
    "recall": "of those unknown, said to be so",
    "wrong_not_known": "of those known, said to be unknown (lower is better)",
}


def judged(run: Reported) -> Html:
    """Show the verdicts on a run, a table for each judge."""
    accuracy = run.figures["accuracy"]
    if not accuracy:
        return Html("")
    return join(_one_judge(run.name, name, found) for name, found in accuracy["judges"].items())


def trust(runs: Iterable[Reported]) -> Html:
    """Show what the judges let pass, and how far they agree."""
    passed, agreed = [], []
    for run in runs:
        accuracy = run.figures["accuracy"] or {"judges": {}, "agreement": []}
        for judge, found in accuracy["judges"].items():
            kinds = found["false_positives"]
            if kinds:
                passed.append((judge, run.name, *(_of(kinds.get(kind)) for kind in ("wrong", "vague"))))
        for pair in accuracy["agreement"]:
            kappa = "not defined" if pair["kappa"] is None else f"{pair['kappa']:.2f}"
            names = " and ".join(pair["judges"])
            agreed.append((names, run.name, pair["questions"], f"{pair['observed']:.0%}", kappa))
    parts = []
    if passed:
        caption = "Planted answers that a judge took for right: fewer is better."
        parts.append(table(("judge", "run", "wrong", "vague"), passed, caption=caption, numbers_from=2))
    if agreed:
        caption = "What two judges say of the same answers; kappa is agreement beyond chance."
        columns = ("judges", "run", "answers", "the same", "Cohen's kappa")
        parts.append(table(columns, agreed, caption=caption, numbers_from=2))
    return join(parts)


def graded(run: Reported) -> Html:
    """Show the grades of a run, a row for each judge and measure."""
    grades = run.figures["grades"]
    if not grades:
        return Html("")
    rows = (
        (
            judge,
            _GRADES[measure],
            graded_value(measure, graded),
            *map(graded.get, ("graded", "unreadable", "asked")),
        )
        for judge, measures in grades.items()
        for measure, graded in measures.items()
    )
    caption = f"{run.name}: means up to 100, but for contradiction, a share; with 95% intervals."
    columns = ("graded by", "what", "value", "graded", "unreadable", "asked")
    return table(columns, rows, caption=caption, numbers_from=2)


def by_words(runs: Sequence[Reported]) -> Html:
    """Show what can be said of answers without a judge."""
    answered = [run for run in runs if run.figures["answer"]]
    if not answered:
        return Html("")
    rows = [(told, *(_sure(run.figures, name) for run in answered)) for name, told in _WORDS.items()]
    rows += [
        (f"{half}: {_WORDS[name]}", *(_sure(run.figures["halves"][half], name) for run in answered))
        for half in answered[0].figures["halves"]
        if all(half in run.figures["halves"] for run in answered)
        for name in _BY_HALVES
    ]
    caption = (
        "The answer against the expected one, without a judge; questions that have an answer. Halves leave"
        " out those whose expected answer is a rubric."
    )
    return table(("the answer", *(run.name for run in answered)), rows, caption=caption)


def abstention(runs: Sequence[Reported]) -> Html:
    """Show how often "not known" was said, rightly and wrongly."""
    answered = [run for run in runs if run.figures["abstention"]]
    if not answered:
        return Html("")
    rows = (
        (told, *(_holding(run.figures["abstention"][name]) for run in answered))
        for name, told in _ABSTENTION.items()
    )
    return table(("questions", *(run.name for run in answered)), rows, caption="Saying “not known”.")


def _one_judge(run: str, judge: str, found: Mapping[str, Any]) -> Html:
    return table(
        ("question type", "correct", "judged", "asked", "unreadable", "share"),
        _judge_rows(found),
        caption=f"{run}, judged by {judge}; the share is correct of judged, with its 95% interval.",
    )


def _judge_rows(found: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    groups = {
        "all": found["overall"],
        "all but abstentions": found["answerable"],
        **found["by_type"],
        "abstention": found["abstention"],
    }
    for name, group in groups.items():
        if group["asked"]:
            share: object = figure(group["share"])
            if group["interval"]:
                share = join([figure(group["share"]), whisker(group["share"], *group["interval"])])
            yield (name, group["correct"], group["judged"], group["asked"], group["unreadable"], share)


def _of(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "–"
    unread = f", {found['unreadable']} unreadable" if found["unreadable"] else ""
    return f"{found['correct']} of {found['judged']}{unread}"


def _sure(figures: Mapping[str, Any], name: str) -> Html | str:
    value = figures["answer"].get(name)
    bounds = figures["intervals"]["answer"].get(name)
    if value is None or not bounds:
        return figure(value)
    return join([figure(value), tag("span", f" [{bounds[0]:.2f}, {bounds[1]:.2f}]", class_="soft")])


def _holding(found: Mapping[str, Any]) -> str:
    return f"{figure(found['value'])} ({found['holding']} of {found['judged']})"


_ABOUT = {
    Step.TIME_RANGE: "a hard filter of time hid it",
    Step.RETRIEVAL: "no ranking had it near",
    Step.FUSION: "one ranking had it near, the merged one had not",
    Step.RERANK: "it fell back in the last ranking",
    Step.PACKING: "it was found, but not put before the reader",
    Step.NOTES: "it was before the reader, who noted nothing of it",
    Step.ANSWER: "it was noted, but the answer is another",
    Step.JUDGE: "the judge could not be read, or is doubtful",
}


def failures(run: Reported) -> Html:
    """Show the first step that failed: how often over all, by type, and question by question."""
    lost = run.figures["failures"]
    everything: Mapping[str, int] = lost["by_type"].get("all", {})
    traced = sum(everything.values())
    wrong = traced - everything.get("none", 0)
    broken = _errors(run)
    if not traced:
        return broken
    decided = f"as {lost['judge']} judges" if lost["judge"] else "by words, without a judge"
    steps = [step for step in Step if everything.get(step.value)]
    rows = [_step_row(step, everything[step.value], wrong) for step in steps]
    caption = f"{run.name}: {wrong} of {traced} questions went wrong ({decided}); the step that failed first."
    return join(
        [
            broken,
            table(
                ("step", "what became of the evidence", "", "questions"),
                rows,
                caption=caption,
                numbers_from=3,
            ),
            tag("details", tag("summary", "By type of question"), _by_type(lost["by_type"], steps)),
            tag("details", tag("summary", f"The {wrong} questions"), _questions(lost["questions"])),
        ]
    )


def _errors(run: Reported) -> Html:
    """Show why questions failed; they are in no figure until they are asked again."""
    rows = [(figure_["error"], figure_["questions"]) for figure_ in run.figures["errors"]]
    caption = f"{run.name}: questions that failed, and are asked again when the run is resumed."
    return table(("error", "questions"), rows, caption=caption) if rows else Html("")


def _step_row(step: Step, count: int, wrong: int) -> tuple[object, ...]:
    return (step.value, _ABOUT[step], bar(count / wrong, f"{count} of {wrong}"), count)


def _by_type(counts: Mapping[str, Mapping[str, int]], steps: Sequence[Step]) -> Html:
    rows = (
        (name, found.get("none", 0), *(found.get(step.value, 0) or "" for step in steps))
        for name, found in counts.items()
    )
    return table(("question type", "went well", *(step.value for step in steps)), rows)


def _questions(questions: Sequence[Mapping[str, Any]]) -> Html:
    order = [step.value for step in Step]
    rows = (
        (
            tag("code", question["question_id"]),
            question["question_type"],
            question["question"],
            question["step"],
            "; ".join(question["lost"]),
        )
        for question in sorted(questions, key=lambda one: order.index(one["step"]))
    )
    columns = ("id", "type", "question", "step", "evidence not shown")
    return table(columns, rows, numbers_from=len(columns))
