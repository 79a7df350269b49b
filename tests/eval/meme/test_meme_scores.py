import json
from pathlib import Path

import pytest

from daybook.conversation import Answer
from daybook.conversation.question import RetrievalPlan
from daybook_eval.cli import main
from daybook_eval.meme.episode import Episode, EpisodeQuestion, Task, read_episodes
from daybook_eval.meme.generate import conditions
from daybook_eval.meme.run import Outcome, Verdict, run_episodes, verdict_after, verdict_before
from daybook_eval.meme.show import shape_of
from tests.eval.meme.published_form import published_episode

EPISODE = Episode.model_validate(published_episode())


def asks(task: Task, **values: str | tuple[str, ...]) -> EpisodeQuestion:
    return EpisodeQuestion(
        task_type=task, entity=("bakery",), question="?", entity_values=values, expected_answer="Old Oven"
    )


def answers(text: str, *, not_known: bool = False) -> Answer:
    return Answer(text, not_known, (), (), RetrievalPlan("?", ("?",)))


CASCADE = asks(Task.CASCADE, bakery="Crumb & Co")
ABSENCE = asks(Task.ABSENCE, bakery="Old Oven")
DELETION = asks(Task.DELETION, bakery="Old Oven")
TRACKING = asks(Task.TRACKING, bakery=("a beret", "a cap", "a hood"))
TOGETHER = asks(Task.AGGREGATION, bread="rye", day="Friday")
EXACT = asks(Task.EXACT, bakery="E-77: sluice  is full")


@pytest.mark.parametrize(
    ("question", "text", "verdict"),
    [
        (CASCADE, "Crumb & Co.", Verdict.RIGHT),
        (CASCADE, "You said: “If I move, it's Crumb & Co.”\n\nAlso:\n- “Old Oven”", Verdict.RIGHT),
        (CASCADE, "You said: “Old Oven”\n\nAlso:\n- “If I move, Crumb & Co”", Verdict.STALE),
        (CASCADE, "You said: “I like bread”\n\nAlso:\n- “If I move, Crumb & Co”", Verdict.BELOW),
        (CASCADE, "You said: “I like bread”", Verdict.WRONG),
        (ABSENCE, "That is no longer known: until 4 March it was the Old Oven.", Verdict.RIGHT),
        (ABSENCE, "You said: “I buy at the Old Oven”", Verdict.STALE),
        (ABSENCE, "You said: “I can't say that I no longer like it”", Verdict.WRONG),
        (ABSENCE, "You said: “…”\n\nBefore that, which may be out of date:\n- “Old Oven”", Verdict.STALE),
        (ABSENCE, "What they add up to is left to you:\n- “We moved”\n- “I buy bread”", Verdict.WRONG),
        (DELETION, "You no longer have one.", Verdict.RIGHT),
        (DELETION, "You said: “I gave the Old Oven up”", Verdict.RIGHT),
        (DELETION, "You said: “I gave my piano up”", Verdict.WRONG),
        (DELETION, "You said: “I buy at the Old Oven”\n\nAlso:\n- “I gave the Old Oven up”", Verdict.STALE),
        (TRACKING, "A beret, a cap and then a hood", Verdict.RIGHT),
        (TRACKING, "“a hood”\n\nBefore that:\n- “a cap”\n- “a beret”", Verdict.RIGHT),
        (TRACKING, "“a cap”\n\nBefore that:\n- “a hood”\n- “a beret”", Verdict.BELOW),
        (TRACKING, "A beret and a hood", Verdict.WRONG),
        (TOGETHER, "“rye”\n\nAlso:\n- “on Friday”", Verdict.RIGHT),
        (TOGETHER, "“rye”", Verdict.WRONG),
        (EXACT, "It says: E-77: sluice is full", Verdict.RIGHT),
        (EXACT, "It says: e-77 sluice is full", Verdict.WRONG),
    ],
)
def test_an_answer_after_the_change_is_judged_by_its_task(
    question: EpisodeQuestion, text: str, verdict: Verdict
) -> None:
    assert verdict_after(EPISODE, question, answers(text)) is verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        (CASCADE, Verdict.NOT_KNOWN),
        (TRACKING, Verdict.NOT_KNOWN),
        (EXACT, Verdict.NOT_KNOWN),
        (ABSENCE, Verdict.RIGHT),
        (DELETION, Verdict.RIGHT),
    ],
)
def test_only_what_has_fallen_is_rightly_called_not_known(
    question: EpisodeQuestion, verdict: Verdict
) -> None:
    assert verdict_after(EPISODE, question, answers("I do not know.", not_known=True)) is verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("the Old Oven", Verdict.RIGHT),
        ("You said: “bread”\n\nAlso:\n- “the Old Oven”", Verdict.BELOW),
        ("Crumb & Co", Verdict.WRONG),
    ],
)
def test_an_answer_before_the_change_gives_what_holds_then(text: str, verdict: Verdict) -> None:
    assert verdict_before(CASCADE, answers(text)) is verdict


@pytest.mark.parametrize(
    ("task", "before", "after", "done"),
    [
        (Task.CASCADE, Verdict.RIGHT, Verdict.RIGHT, True),
        (Task.CASCADE, Verdict.BELOW, Verdict.RIGHT, False),
        (Task.ABSENCE, Verdict.NOT_KNOWN, Verdict.RIGHT, False),
        (Task.DELETION, Verdict.RIGHT, Verdict.STALE, False),
        (Task.EXACT, Verdict.WRONG, Verdict.RIGHT, True),
        (Task.TRACKING, None, Verdict.RIGHT, True),
    ],
)
def test_what_rests_on_others_is_done_only_where_it_was_known_before(
    task: Task, before: Verdict | None, after: Verdict, done: bool
) -> None:
    outcome = Outcome("e", task, None, "?", before, after, "")

    assert outcome.done is done
    assert shape_of([outcome])[task.value]["done"] == done


def run(arguments: list[str], *, code: int = 0) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == code


def test_an_episode_is_asked_before_the_change_and_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "episodes.json"
    path.write_text(json.dumps([published_episode()]), encoding="utf-8")

    run(["meme", "--data", str(path), "--json"])
    (condition,) = json.loads(capsys.readouterr().out).values()
    run(["meme", "--data", str(path)])
    printed = capsys.readouterr().out

    tasks = condition["tasks"]
    assert (tasks["Cas"]["asked"], tasks["Cas"]["asked_before"]) == (1, 1)
    assert (tasks["Tr"]["asked_before"], tasks["Abs"]["asked"]) == (0, 0)
    assert "cascade" in printed
    assert "3%" in printed  # what others reach


def test_what_stands_in_a_single_quote_is_recalled_word_for_word() -> None:
    (episodes,) = conditions([1], [0]).values()

    outcomes = run_episodes(episodes[:1])

    exact = next(outcome for outcome in outcomes if outcome.task is Task.EXACT)
    assert exact.before is exact.after is Verdict.RIGHT
    for outcome in outcomes:
        assert (outcome.before is None) == (outcome.task in (Task.TRACKING, Task.AGGREGATION))


def test_episodes_are_written_without_asking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.json"

    run(["meme", "--seeds", "2", "--wordings", "held_out", "--write", str(path)])

    assert [episode.episode_id for episode in read_episodes(path)] == ["pl_001", "sw_001", "pl_002", "sw_002"]
    assert capsys.readouterr().out == ""


def test_a_wrong_set_of_wordings_is_the_callers_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    run(["meme", "--wordings", "other"], code=2)
    assert "development, development_2, held_out" in capsys.readouterr().err
