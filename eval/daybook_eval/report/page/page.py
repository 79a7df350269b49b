"""The page: a lead in plain words, then one section after the other, each only where there is something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from daybook_eval.report.loading import Reported
from daybook_eval.report.page import answers, beside, retrieval
from daybook_eval.report.page.failures import failures
from daybook_eval.report.page.header import footer, header
from daybook_eval.report.page.markup import Html, join, tag
from daybook_eval.report.published import Published


class Section(NamedTuple):
    """A part of the page that can be jumped to."""

    anchor: str
    title: str
    about: str
    body: Html


def page(
    runs: Sequence[Reported], compared: Sequence[Mapping[str, Any]], published: Sequence[Published] = ()
) -> str:
    """Write the page. Everything that comes out of the data is escaped.

    Args:
        runs: at least one; the first leads.
        compared: how the others differ from it.
        published: shown beside ours.
    """
    every = (*_about_finding(runs), *_about_answers(runs), *_about_runs(runs, compared, published))
    sections = [section for section in every if section.body]
    title = f"Evaluation of {', '.join(dict.fromkeys(run.header.system for run in runs))}"
    style = files("daybook_eval.report.page").joinpath("style.css").read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Html(style)),
    )
    body = tag(
        "body",
        header(title, runs[0], [(section.anchor, section.title) for section in sections]),
        tag("main", *(_section(section) for section in sections)),
        tag("footer", footer(runs[0])),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _about_finding(runs: Sequence[Reported]) -> Iterator[Section]:
    if len(runs) > 1:
        yield Section("runs", "The runs", "", retrieval.overview(runs))
    ranked = [run for run in runs if run.figures["round"]]
    yield Section(
        "finding",
        "Finding the evidence",
        "A question is answered well only if what it rests on is found. “All” asks for every piece of it,"
        " as counting and comparing do; “some” for one. Bands are 95% intervals.",
        join([retrieval.curves(runs), _folded(ranked, retrieval.levels)]) if ranked else Html(""),
    )
    yield Section(
        "types",
        "By type of question",
        "An average hides what is hard.",
        _folded(ranked, retrieval.by_type),
    )


def _about_answers(runs: Sequence[Reported]) -> Iterator[Section]:
    yield Section(
        "answers",
        "The answers",
        "Correct, judged and asked stand side by side: an answer on which a judge could not be read is"
        " neither right nor wrong, and a question that failed was asked, but not judged.",
        join(
            [
                _folded([run for run in runs if run.figures["accuracy"]], answers.judged),
                answers.by_words(runs),
            ]
        ),
    )
    yield Section(
        "grades",
        "Grades",
        "How well, where right or wrong says too little. A model gives these grades; unlike verdicts, they"
        " are not tried on planted answers.",
        _folded([run for run in runs if run.figures["grades"]], answers.graded),
    )
    yield Section(
        "judges",
        "Can the judges be believed?",
        "A judge that takes planted answers, wrong or vague, for right flatters every system; and judges who"
        " disagree cannot all be right.",
        answers.trust(runs),
    )
    yield Section(
        "unknown",
        "What is not known",
        "Some questions have no answer in memory. Saying so is right for them, and wrong for all others.",
        answers.abstention(runs),
    )
    yield Section(
        "failures",
        "Where it goes wrong",
        "Each question that went wrong is followed from the search to the answer; the first step that lost"
        " what it needed is the one to mend.",
        _folded(runs, failures),
    )


def _about_runs(
    runs: Sequence[Reported], compared: Sequence[Mapping[str, Any]], published: Sequence[Published]
) -> Iterator[Section]:
    yield Section(
        "difference",
        "How sure is a difference?",
        "The same questions under both runs. Grey differences may well be chance; p is that of the exact"
        " McNemar test for measures of yes and no, else of the paired bootstrap, and is not corrected for the"
        " number of measures.",
        beside.compared(compared),
    )
    yield Section(
        "time",
        "Time and cost",
        "",
        join([_folded([run for run in runs if run.figures["latency"]], beside.latency), beside.cost(runs)]),
    )
    yield Section(
        "others",
        "What others report",
        "Nothing here was reproduced by us. Other readers, judges, questions and definitions stand behind"
        " these figures: they tell where the field is, not who is ahead.",
        beside.published(published, runs[0]) if published else Html(""),
    )
    yield Section("made", "How this was made", "", beside.made(runs))


def _section(section: Section) -> Html:
    about = tag("p", section.about, class_="soft") if section.about else ""
    return tag("section", tag("h2", section.title), about, section.body, id=section.anchor)


def _folded(runs: Sequence[Reported], show: Any) -> Html:
    """Show the first run, and the others behind their names."""
    first, others = runs[:1], runs[1:]
    return join(
        [
            *(show(run) for run in first),
            *(tag("details", tag("summary", run.name), show(run)) for run in others),
        ]
    )
