"""What an episode tells: which values, what rests on what, which tasks come of it, and in which words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from daybook.conversation import Act
from daybook_eval.meme.episode import (
    Address,
    Condition,
    Consequence,
    Edge,
    Entity,
    EpisodeQuestion,
    EpisodeTask,
    RootChange,
    ScriptedFact,
    Task,
    Trigger,
    Values,
)
from daybook_eval.meme.wordings import DomainWords, Root, Thing

TRACKED = 3
"""How many values a tracked thing has, one after another."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of the owner, and the fact in it."""

    text: str
    fact: ScriptedFact


@dataclass(slots=True)
class Plot:
    """An episode before it is spread over sessions."""

    root: Root
    change: RootChange
    lines: list[list[Saying]] = field(default_factory=list)
    """What is told before the change; the sayings of a line in their order, lines side by side."""
    turns: list[Saying] = field(default_factory=list)
    entities: dict[str, Entity] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    tasks: list[EpisodeTask] = field(default_factory=list)
    before: list[EpisodeQuestion] = field(default_factory=list)

    @property
    def after(self) -> tuple[EpisodeQuestion, ...]:
        """The questions after the change, one for each task."""
        return tuple(
            EpisodeQuestion(
                task_type=task.type,
                entity=task.target_entities,
                question=task.question_template,
                entity_values=task.entity_values,
                gold_answer=task.gold_answer,
                hop=task.hop,
            )
            for task in self.tasks
        )

    def add_task(
        self,
        task: Task,
        values: Values,
        question: str,
        gold: str,
        *,
        expected: str = "",
        hop: int | None = None,
    ) -> None:
        """Ask a question after the change, and before it as well where something is expected."""
        self.tasks.append(
            EpisodeTask(
                type=task,
                target_entities=tuple(values),
                entity_values=values,
                question_template=question,
                gold_answer=gold,
                hop=hop,
            )
        )
        if expected:
            self.before.append(
                EpisodeQuestion(
                    task_type=task,
                    entity=tuple(values),
                    question=question,
                    entity_values=dict.fromkeys(values, expected),
                    expected_answer=expected,
                    hop=hop,
                )
            )


def plot_episode(words: DomainWords, random: Random) -> Plot:
    """Choose the things of an episode, and give each its values, its sayings and its task."""
    root = random.choice(words.root)
    before, after = random.sample(root.values, 2)
    plot = Plot(root, RootChange(before=before, after=after))
    plot.entities[root.entity] = Entity(before=before, after=after)
    plot.lines.append([_state(root, before, random)])
    plot.turns.append(_change(root, random.choice(root.changes), after, before))
    _add_dependents(plot, random)
    _add_deletion(plot, random.choice(words.deletable), random)
    _add_tracking(plot, random.choice(words.tracked), random)
    together = random.choice(words.aggregation)
    _add_aggregation(plot, together.part, random.choice(together.asks), random)
    _add_exact(plot, random.choice(words.exact), random)
    return plot


def _add_dependents(plot: Plot, random: Random) -> None:
    """Let everything rest on the root: at least one with a rule for the change, and one without."""
    tasks = [Task.CASCADE, Task.ABSENCE, random.choice([Task.CASCADE, Task.ABSENCE])]
    dependents = random.sample(plot.root.dependent, len(tasks))
    for dependent, task in zip(dependents, tasks, strict=True):
        value = _add_dependent(plot, dependent, task, plot.root, plot.change.before, 1, random)
        if dependent.leaf:
            leaf_task = random.choice([task, Task.ABSENCE])
            _add_dependent(plot, dependent.leaf, leaf_task, dependent, value, 2, random)


def _add_dependent(
    plot: Plot, thing: Thing, task: Task, source: Thing, source_value: str, hop: int, random: Random
) -> str:
    """Tell what rests on `source`, with a rule for its change where the task is a cascade."""
    value, later = random.sample(thing.values, 2)
    line = [_state(thing, value, random, resting_on=(source, source_value))]
    cascade = task is Task.CASCADE
    if cascade:
        line.append(_rule(thing, later, source, plot.change.after, random))
    if hop > 1:
        plot.lines[-1].extend(line)
    else:
        plot.lines.append(line)
    plot.entities[thing.entity] = Entity(before=value, after=later if cascade else None)
    plot.edges.append(Edge(source=source.entity, target=thing.entity, hop=hop, pattern="rests_on"))
    held = later if cascade else value
    gold = later if cascade else f"Not known any more: it was {value} until {source.entity} changed"
    question = random.choice(thing.asks)
    plot.add_task(task, {thing.entity: held}, question, gold, expected=value, hop=hop)
    return value


def _add_deletion(plot: Plot, thing: Thing, random: Random) -> None:
    value, question = random.choice(thing.values), random.choice(thing.asks)
    plot.lines.append([_state(thing, value, random)])
    text = _capital(random.choice(thing.ends).format(v=value))
    plot.turns.append(Saying(text, _fact(text, thing, thing.address, value, Act.ENDS)))
    plot.entities[thing.entity] = Entity(before=value, after="deleted")
    gold = "None any more: the owner ended it"
    plot.add_task(Task.DELETION, {thing.entity: value}, question, gold, expected=value)


def _add_tracking(plot: Plot, thing: Thing, random: Random) -> None:
    places = sorted(random.sample(range(len(thing.values)), TRACKED))
    values = [thing.values[place] for place in places]
    line = [_state(thing, values[0], random)]
    templates = random.sample(thing.changes, TRACKED - 1)
    for template, (former, value) in zip(templates, pairwise(values), strict=True):
        line.append(_change(thing, template, value, former))
    plot.lines.append(line)
    plot.entities[thing.entity] = Entity(before=values[0], after=values[-1])
    question = random.choice(thing.asks)
    plot.add_task(Task.TRACKING, {thing.entity: tuple(values)}, question, ", ".join(values))


def _add_aggregation(plot: Plot, parts: Sequence[Thing], question: str, random: Random) -> None:
    values = {part.entity: random.choice(part.values) for part in parts}
    for part in parts:
        plot.lines.append([_state(part, values[part.entity], random)])
        plot.entities[part.entity] = Entity(before=values[part.entity])
    plot.add_task(Task.AGGREGATION, values, question, "; ".join(values.values()))


def _add_exact(plot: Plot, thing: Thing, random: Random) -> None:
    value, question = random.choice(thing.values), random.choice(thing.asks)
    plot.lines.append([_state(thing, value, random)])
    plot.entities[thing.entity] = Entity(before=value)
    plot.add_task(Task.EXACT, {thing.entity: value}, question, value, expected=value)


def _state(
    thing: Thing, value: str, random: Random, *, resting_on: tuple[Thing, str] | None = None
) -> Saying:
    source, source_value = resting_on or (None, "")
    text = _capital(random.choice(thing.states).format(v=value, r=source_value))
    fact = _fact(text, thing, thing.address, value, Act.STATES)
    if source:
        fact = fact.model_copy(update={"rests_on": source.address})
    return Saying(text, fact)


def _change(thing: Thing, template: str, value: str, former: str) -> Saying:
    text = _capital(template.format(v=value, o=former))
    return Saying(text, _fact(text, thing, thing.later_address, value, Act.CHANGES))


def _rule(thing: Thing, value: str, source: Thing, source_after: str, random: Random) -> Saying:
    """State what `thing` becomes when `source` changes, in some wordings only for one new value of that."""
    template = random.choice(thing.rules)
    text = _capital(template.format(v=value, a=source_after))
    when = Trigger(**source.address.model_dump(), value=source_after if "{a}" in template else "")
    then = Consequence(**thing.address.model_dump(), value=value)
    fact = _fact(text, thing, thing.address, value, Act.STATES)
    return Saying(text, fact.model_copy(update={"condition": Condition(when=when, then=then)}))


def _fact(text: str, thing: Thing, address: Address, value: str, act: Act) -> ScriptedFact:
    return ScriptedFact(
        quote=text,
        subject=address.subject,
        attribute=address.attribute,
        value=value,
        type=thing.type,
        act=act,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def interleave(lines: Sequence[Sequence[Saying]], random: Random) -> Iterator[tuple[int, Saying]]:
    """Mix lines at random and keep the order within each; every saying comes with its line's number."""
    waiting = [list(line) for line in lines]
    order = [number for number, line in enumerate(lines) for _ in line]
    random.shuffle(order)
    for number in order:
        yield number, waiting[number].pop(0)
