"""The page: a lead in plain words, then one section after the other, each only where there is something."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from daybook_eval.report.loading import Reported
from daybook_eval.report.page import answers, beside, retrieval
from daybook_eval.report.page.answers import failures
from daybook_eval.report.page.beside import Published
from daybook_eval.report.page.markup import Html, join, tag


def header(title: str, run: Reported, sections: Sequence[tuple[str, str]]) -> Html:
    """Say in plain words what came out, in figures how sure it is, and what the page holds."""
    links = (tag("li", tag("a", name, href=f"#{anchor}")) for anchor, name in sections)
    return tag(
        "header",
        tag("h1", title),
        tag("p", *_lead(run), class_="lead"),
        tag("div", *_tiles(run), class_="tiles"),
        tag("nav", tag("ul", *links), aria_label="Sections"),
    )


def footer(run: Reported) -> str:
    """Say what the figures are averages over."""
    counts = run.figures["populations"]
    return (
        f"Rounds and sessions are measured on the {counts['answerable']} questions that are no abstention and"
        f" have evidence; the official turn level on the {counts['official']} of them with evidence of the"
        " user's. Intervals are seeded percentile bootstraps over questions. This page loads nothing and runs"
        " nothing."
    )


def _lead(run: Reported) -> Iterator[str]:
    figures = run.figures
    counts = figures["populations"]
    yield f"{run.header.system} was asked {figures['questions']} questions of {run.header.data.name}. "
    if not run.finished:
        yield "The run is unfinished: these are the questions asked so far. "
    if figures["round"]:
        found = figures["round"]["recall_all@10"]
        yield (
            f"For {found:.0%} of the {counts['answerable']} that can be answered, everything that the answer"
            " rests on was among the first ten rounds"
        )
        yield (
            f"; {figures['evidence']['4000']:.0%} had it in 4,000 tokens of reading. "
            if figures["evidence"]
            else ". "
        )
    for name, judge in (figures["accuracy"] or {"judges": {}})["judges"].items():
        if judge["overall"]["share"] is not None:
            yield f"{name} calls {judge['overall']['share']:.0%} of the answers right. "
    if figures["failed"]:
        yield f"{figures['failed']} questions failed and are in no average."


def _tiles(run: Reported) -> Iterator[Html]:
    figures = run.figures
    for level, measure, told in (
        ("round", "recall_all@10", "all evidence in the first 10 rounds"),
        ("session", "recall_any@5", "an evidence session in the first 5"),
        ("evidence", "4000", "all evidence in 4,000 tokens"),
        ("answer", "contains_words", "answers that hold the expected words"),
    ):
        if measure in figures[level]:
            low, high = figures["intervals"][level][measure]
            yield _tile(f"{figures[level][measure]:.1%}", told, f"95%: {low:.1%} to {high:.1%}")
    if "total" in figures["latency"]:
        taken = figures["latency"]["total"]
        yield _tile(
            f"{taken['p50']:,.0f} ms",
            "a question takes at the median",
            f"95% of them at most {taken['p95']:,.0f} ms",
        )


def _tile(value: str, told: str, sure: str) -> Html:
    return tag("div", tag("b", value), tag("small", told), tag("small", sure), class_="tile")


class Section(NamedTuple):
    """A part of the page that can be jumped to."""

    anchor: str
    title: str
    about: str
    body: Html


def page(
    runs: Sequence[Reported], compared: Sequence[Mapping[str, Any]], published: Sequence[Published] = ()
) -> str:
    """Write the page. Everything that comes out of the data is escaped."""
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
