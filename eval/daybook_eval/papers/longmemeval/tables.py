"""LongMemEval's Tables 3 and 4, and Figure 5, on our questions."""

from collections.abc import Mapping, Sequence

from daybook.settings import ModelRole, TimeMode
from daybook.settings.environment import read_settings
from daybook_eval.ablations.collected import Row
from daybook_eval.papers.longmemeval.search import BUDGETS, Shown, Window
from daybook_eval.papers.longmemeval.studies import ANSWER, DESIGNS, STUDIES, TOP, V_FACT, measures_of
from daybook_eval.papers.longmemeval.values import K_IS_V, Unit
from daybook_eval.papers.measured import collect, difference
from daybook_eval.papers.table import Inputs
from daybook_eval.tables import Cell, Table

Figures = tuple[float, float, float, float]
TABLE_3: Mapping[Unit, Mapping[str, tuple[float, ...]]] = {
    Unit.ROUND: {
        "V": (0.582, 0.481, 0.692, 0.512, 0.615, 0.670),
        "fact": (0.530, 0.411, 0.654, 0.449, 0.588, 0.664),
        "keyphrase": (0.282, 0.159, 0.392, 0.303, 0.425, 0.489),
        "V + fact": (0.644, 0.498, 0.784, 0.536, 0.657, 0.720),
        "V + keyphrase": (0.478, 0.359, 0.636, 0.410, 0.541, 0.652),
    },
    Unit.SESSION: {
        "V": (0.706, 0.617, 0.783, 0.638, 0.670, 0.676),
        "summary": (0.572, 0.448, 0.648, 0.468, 0.554, 0.252),
        "fact": (0.642, 0.524, 0.814, 0.571, 0.644, 0.512),
        "keyphrase": (0.482, 0.375, 0.576, 0.401, 0.618, 0.498),
        "V + summary": (0.689, 0.608, 0.749, 0.624, 0.658, 0.666),
        "V + fact": (0.732, 0.620, 0.862, 0.652, 0.714, 0.700),
        "V + keyphrase": (0.710, 0.587, 0.768, 0.602, 0.665, 0.672),
    },
}
"""By key design: what is found, and end-to-end answers, by GPT-4o from the best five and ten."""
TABLE_4: Mapping[Unit, Mapping[tuple[str, Window], Figures]] = {
    Unit.SESSION: {
        ("V", Window.NONE): (0.639, 0.630, 0.651, 0.707),
        ("V", Window.EVENTS): (0.654, 0.660, 0.707, 0.679),
        ("V + fact", Window.NONE): (0.684, 0.688, 0.721, 0.782),
        ("V + fact", Window.EVENTS): (0.722, 0.732, 0.797, 0.758),
    },
    Unit.ROUND: {
        ("V", Window.NONE): (0.421, 0.462, 0.499, 0.511),
        ("V", Window.EVENTS): (0.451, 0.565, 0.495, 0.538),
        ("V + fact", Window.NONE): (0.489, 0.500, 0.550, 0.598),
        ("V + fact", Window.EVENTS): (0.526, 0.548, 0.722, 0.669),
    },
}
"""By key design and the use of the time range, ranges by GPT-4o."""


_MEASURES = ("Recall@5", "nDCG@5", "Recall@10", "nDCG@10")
_NONE = (None,) * 4
CATALOGUE = "daybook_eval.papers.longmemeval.studies"
ENCODER = (
    "MiniLM, one vector a key of at most 254 word pieces, stands for Stella V5 (1.5B); histories are those of"
    " LongMemEval-S (about 48 sessions), the paper's of M (about 500)."
)
BY_RULES = (
    "Without a chat model rules draw out facts (the templates of the ledger), keyphrases (noun phrases by"
    " tf-idf)"
    " and summaries (three sentences of the user's); set DAYBOOK_CHAT_MODEL for those of a model."
)


def has_reader(inputs: Inputs) -> bool:
    """Whether the settings name a chat model that reads."""
    return read_settings(**dict(inputs.settings)).models.model_of(ModelRole.READ) is not None


def keys(inputs: Inputs) -> Table:
    """Make Table 3: what values are found by, and what the reader that is set answers from the best."""
    names = [f"{kind}, {unit}" for unit in Unit for kind in ("keys", "answers by keys")]
    held = collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, *names).held
    reader = "a model" if has_reader(inputs) else "rules"
    rows: list[Sequence[Cell]] = []
    for unit, chosen in DESIGNS.items():
        base = held[f"keys, {unit}", K_IS_V.name, ""]
        for design in chosen:
            row = held[f"keys, {unit}", design.name, ""]
            published = TABLE_3[unit].get(design.name, (None,) * (len(_MEASURES) + len(TOP)))
            read = [held[f"answers by keys, {unit}", f"{design.name}, top {most}", ""] for most in TOP]
            against = None if design is K_IS_V else difference_of(row, base, measures_of(unit)[0])
            found, answers = map(row.mean, measures_of(unit)), [one.mean(ANSWER) for one in read]
            theirs, told = published[: len(_MEASURES)], published[len(_MEASURES) :]
            rows.append([unit, design.name, *found, against, *theirs, *answers, *told])
    return Table(
        "LongMemEval, Table 3: recall by key design",
        (
            *("value", "key", *_MEASURES, "Recall@5 against V, 95%"),
            *(f"published {name}" for name in _MEASURES),
            *(f"answers by {reader}, top {most}" for most in TOP),
            *(f"published answers, top {most}" for most in TOP),
        ),
        rows,
        _on(held, f"keys, {Unit.ROUND}"),
        [
            ENCODER,
            BY_RULES,
            '"apart" is ours: what was drawn out makes keys of its own beside the value\'s.',
            f"answers by {reader}: the share of questions whose answer, read from the best five or ten values"
            " whole, holds every content word of the expected one. Published answers are GPT-4o's, marked by"
            " GPT-4o.",
        ],
    )


def time(inputs: Inputs) -> Table:
    """Make Table 4: temporal-reasoning questions, with and without their time range."""
    names = (*(f"time, {unit}" for unit in Unit), "time, Daybook")
    held = collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, *names).held
    rows: list[Sequence[Cell]] = []

    def add(unit: Unit, key: str, use: str, row: Row, base: Row, published: Sequence[float | None]) -> None:
        measures = measures_of(unit)
        against = None if row is base else difference_of(row, base, measures[0])
        rows.append([unit, key, use, *map(row.mean, measures), against, *published])

    for unit in Unit:
        for design in (K_IS_V, V_FACT):
            base = held[f"time, {unit}", f"{design.name}, {Window.NONE}", ""]
            for window in Window:
                row = held[f"time, {unit}", f"{design.name}, {window}", ""]
                add(unit, design.name, window, row, base, TABLE_4[unit].get((design.name, window), _NONE))
    for unit in Unit:
        for mode in TimeMode:
            base = held["time, Daybook", TimeMode.IGNORE, ""]
            add(unit, "Daybook", mode, held["time, Daybook", mode, ""], base, _NONE)
    first = held[f"time, {Unit.ROUND}", f"{K_IS_V.name}, {Window.SAID}", ""]
    ranged, hidden = first.mean("time has_range") or 0.0, first.mean("time hides") or 0.0
    return Table(
        "LongMemEval, Table 4: temporal-reasoning questions by the use of their time range",
        (
            *("value", "key", "time range", *_MEASURES, "Recall@5 against none, 95%"),
            *(f"published {name}" for name in _MEASURES),
        ),
        rows,
        _on(held, f"time, {Unit.ROUND}"),
        [
            ENCODER,
            f"{ranged:.0%} of these questions have a time range (by rules; by the model that understands"
            f" questions where one is set), and {hidden:.0%} have evidence that was said outside it.",
            "Published: the rows without a range, and those with ranges by GPT-4o. Its filter goes by the"
            " dates of events as well as of sessions, as ours by events does; the dates of events are read"
            " by rules.",
            "Daybook's rows are its whole search, with statements, words and records, by its four time"
            " modes.",
        ],
    )


def values(inputs: Inputs) -> Table:
    """Make Figure 5: what of the evidence reaches the reader by the form of values, and answers by rules."""
    collected = collect(inputs, inputs.file("longmemeval_s"), CATALOGUE, "values", "answers by values")
    held, typed = collected.held, collected.typed
    rows: list[Sequence[Cell]] = []
    for shown in Shown:
        row = held["values", shown, ""]
        arms = [("answers by values", f"{shown}, {budget}") for budget in BUDGETS]
        answers = [held[*arm, ""].mean(ANSWER) for arm in arms]
        several = [typed.get((*arm, "multi-session"), Row()).mean(ANSWER) for arm in arms]
        rows.append([shown, "evidence", *(row.mean(f"evidence {budget}") for budget in BUDGETS)])
        rows += [[shown, "answers", *answers], [shown, "answers, multi-session", *several]]
    return Table(
        "LongMemEval, Figure 5: forms of values under budgets of tokens",
        ("value", "share of questions", *map(str, BUDGETS)),
        rows,
        _on(held, "values"),
        [
            ENCODER,
            "evidence: every evidence turn of the user's is shown whole, and of the assistant's the"
            " passage that tells the answer. answers: the reply holds the words of the expected answer; by"
            " the reader that is set, else by quotes.",
            "A summary is three sentences of the session's user, and a fact the words that a template"
            " found it in: a model's would hold more. Figures are published as a chart only.",
        ],
    )


def _on(held: Mapping[tuple[str, str, str], Row], study: str) -> str:
    row = held[study, STUDIES[study].arms[0].name, ""]
    return f"{row.questions} answerable questions of LongMemEval-S"


def difference_of(row: Row, base: Row, measure: str) -> str | None:
    """Write a paired difference with its interval."""
    return difference(row, measure, base) or None
