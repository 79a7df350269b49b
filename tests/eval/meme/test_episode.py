import gzip
import json
from collections import Counter
from datetime import UTC, datetime
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daybook.conversation import Act, Role
from daybook.conversation.errors import BadInput
from daybook.retrieve.packing import estimate_tokens
from daybook_eval.data.build import fillers_of
from daybook_eval.data.cases import read_cases
from daybook_eval.meme.episode import Episode, ScriptedFact, Task, read_episodes, write_episodes
from daybook_eval.meme.generate import (
    chatter_sessions,
    conditions,
    fill_episode,
    generate_episode,
    sessions_of_a_file,
)
from daybook_eval.meme.wordings import (
    DEVELOPMENT,
    DOMAINS,
    PERSONAL_LIFE,
    SETS,
    DomainWords,
    Thing,
    read_words,
)
from tests.eval.meme.published_form import published_episode
from tests.eval.small_questions import write_questions


def read(folder: Path, *episodes: object) -> list[Episode]:
    path = folder / "episodes.json"
    path.write_text(json.dumps(episodes), encoding="utf-8")
    return read_episodes(path)


def test_the_published_form_is_read_packed_or_not(tmp_path: Path) -> None:
    path = tmp_path / "episodes.json.gz"
    path.write_bytes(gzip.compress(json.dumps([published_episode()]).encode()))
    (episode,) = read(tmp_path, published_episode())
    cascade, tracking = episode.after_questions.questions

    assert read_episodes(path) == [episode]
    assert episode.root_change.after == "Ash Lane"
    assert [task.type for task in episode.tasks] == [Task.CASCADE, Task.TRACKING]
    assert episode.sessions[1].timestamp == datetime(2023, 3, 2, 11, 55, tzinfo=UTC)
    assert episode.before_questions.questions[0].expected_answer == "Old Oven"
    assert all(session.facts == () for session in episode.sessions)
    assert episode.values_of(cascade) == {"bakery": "Crumb & Co"}
    assert episode.values_of(tracking) == {"hat": ("a beret", "a cap", "a hood")}  # those of its task
    names = [session.session_id for session in episode.as_sessions()]
    assert names == ["000-evidence_1", "001-sharegpt_1", "002-sharegpt_1"]


def test_generated_episodes_are_written_in_the_form_in_which_they_are_read(tmp_path: Path) -> None:
    made = [generate_episode(seed=4, domain=domain) for domain in DOMAINS]

    write_episodes(tmp_path / "made.json", made)

    assert read_episodes(tmp_path / "made.json") == made


GONE = object()


@pytest.mark.parametrize(
    ("path", "to", "problem"),
    [
        (["sessions"], GONE, r"\[1\]\.sessions: is missing"),
        (["after_questions"], GONE, r"\[1\]\.after_questions: is missing"),
        (["sessions", 2, "timestamp"], "last week", r"sessions\[2\]\.timestamp: cannot read the date"),
        (["sessions", 0, "timestamp"], None, "expected a date like"),
        (["sessions", 0, "type"], "advert", "'evidence' or 'filler'"),
        (["tasks", 0, "type"], "Jump", r"tasks\[0\]\.type"),
        (["tasks", 0, "target_entities"], ["oven"], "nothing is said of the entity 'oven'"),
        (["before_questions", "position_after_session"], 2, "the first before the second"),
        (["after_questions", "position_after_session"], 3, "of 3, counted from 0"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_place(
    tmp_path: Path, path: list[str | int], to: object, problem: str
) -> None:
    spoiled: Any = published_episode()
    place = spoiled
    for step in path[:-1]:
        place = place[step]
    if to is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = to

    with pytest.raises(BadInput, match=problem):
        read(tmp_path, published_episode(), spoiled)


PLAIN = generate_episode(seed=2, domain=PERSONAL_LIFE)


def test_so_much_talk_is_put_between_the_sessions_of_an_episode() -> None:
    talk = chatter_sessions(read_words(DEVELOPMENT).chatter, Random(1))
    filled = fill_episode(PLAIN, talk, tokens=12_000, random=Random(2))
    own = [session for session in filled.sessions if session in PLAIN.sessions]
    fillers = [
        turn.content for session in filled.sessions if session not in own for turn in session.conversation
    ]
    moments = [session.timestamp for session in filled.sessions]
    asked, was = filled.before_questions, PLAIN.before_questions

    assert tuple(own) == PLAIN.sessions
    assert 12_000 <= sum(map(estimate_tokens, fillers)) < 14_000
    assert moments == sorted(moments)
    assert filled.sessions[asked.position_after_session] == PLAIN.sessions[was.position_after_session]
    assert moments[asked.position_after_session + 1] > asked.timestamp
    assert filled.after_questions.position_after_session == len(filled.sessions) - 1
    assert fill_episode(PLAIN, talk, tokens=0, random=Random(2)).sessions == PLAIN.sessions


def test_chatter_names_no_value_of_an_episode() -> None:
    talk = chatter_sessions(read_words(DEVELOPMENT).chatter, Random(1))
    said = "\n".join(turn.content for session in islice(talk, 40) for turn in session)

    assert not [
        entity.before for entity in PLAIN.entities.values() if entity.before and entity.before in said
    ]


def test_sessions_of_a_file_that_bear_on_a_question_are_left_out(tmp_path: Path) -> None:
    with fillers_of(read_cases(write_questions(tmp_path / "questions.json"))) as fillers:
        talk = list(sessions_of_a_file(fillers, PLAIN, Random(1)))
        question = "Tell me something about bread."
        asking_alike = PLAIN.model_copy(
            update={"tasks": (PLAIN.tasks[0].model_copy(update={"question_template": question}),)}
        )
        without = list(sessions_of_a_file(fillers, asking_alike, Random(1)))

    assert {turns[0].content for turns in talk} == {
        "Tell me something about bread.",
        "Tell me something about trains.",
    }
    assert "Tell me something about bread." not in {turns[0].content for turns in without}


def test_a_run_compares_the_same_episodes_with_more_and_more_talk() -> None:
    made = conditions(range(1, 3), [0, 3000])

    assert list(made) == ["development episodes, 0 filler tokens", "development episodes, 3000 filler tokens"]
    plain, longer = made.values()
    assert [episode.episode_id for episode in plain] == ["pl_001", "sw_001", "pl_002", "sw_002"]
    assert all(len(a.sessions) < len(b.sessions) for a, b in zip(plain, longer, strict=True))


SEEDS = range(1, 26)


def _episodes(words: str) -> list[Episode]:
    return [generate_episode(seed=seed, domain=domain, words=words) for seed in SEEDS for domain in DOMAINS]


@pytest.fixture(scope="module", params=SETS)
def episodes(request: pytest.FixtureRequest) -> list[Episode]:
    return _episodes(request.param)


def facts_of(episode: Episode) -> list[tuple[int, ScriptedFact]]:
    return [(place, fact) for place, session in enumerate(episode.sessions) for fact in session.facts]


def test_the_same_seed_gives_the_same_episode_and_another_seed_another() -> None:
    first, other = (generate_episode(seed=seed, domain=DOMAINS[0]) for seed in (3, 4))

    assert generate_episode(seed=3, domain=DOMAINS[0]) == first
    assert other.sessions != first.sessions


def test_an_episode_tries_all_six_tasks_in_eight_to_fourteen_sessions(episodes: list[Episode]) -> None:
    for episode in episodes:
        tasks = Counter(task.type for task in episode.tasks)
        assert set(tasks) == set(Task)
        assert all(tasks[task] == 1 for task in (Task.EXACT, Task.AGGREGATION, Task.TRACKING, Task.DELETION))
        assert 8 <= sum(session.type == "evidence" for session in episode.sessions) <= 14
    hops = Counter((task.type, task.hop) for episode in episodes for task in episode.tasks)
    assert min(hops[task, hop] for task in (Task.CASCADE, Task.ABSENCE) for hop in (1, 2)) > 2


def test_a_fact_stands_in_a_user_turn_and_rests_on_one_that_was_told_before(episodes: list[Episode]) -> None:
    for episode in episodes:
        told: list[tuple[str, str]] = []
        for place, fact in facts_of(episode):
            said = [t.content for t in episode.sessions[place].conversation if t.role is Role.USER]
            assert any(fact.quote in text for text in said)
            assert fact.value.casefold() in fact.quote.casefold()
            needed = [fact.rests_on] if fact.rests_on else []
            needed += [fact.condition.when] if fact.condition else []
            assert all((address.subject, address.attribute) in told for address in needed)
            told.append((fact.subject, fact.attribute))


def test_the_root_changes_and_something_ends_between_the_two_blocks_of_questions(
    episodes: list[Episode],
) -> None:
    for episode in episodes:
        asked = episode.before_questions
        after = [fact for place, fact in facts_of(episode) if place > asked.position_after_session]
        before = {fact.value for place, fact in facts_of(episode) if place <= asked.position_after_session}
        moments = [session.timestamp for session in episode.sessions]
        assert {fact.act for fact in after} == {Act.CHANGES, Act.ENDS}
        assert episode.root_change.after in {fact.value for fact in after}
        assert {question.expected_answer for question in asked.questions} <= before
        assert moments == sorted(moments)
        place = asked.position_after_session
        assert moments[place] < asked.timestamp < moments[place + 1]
        assert moments[-1] < episode.after_questions.timestamp


def test_a_rule_names_its_moment_where_the_owner_named_it(episodes: list[Episode]) -> None:
    rules = [fact for episode in episodes for _, fact in facts_of(episode) if fact.condition]
    named = [fact for fact in rules if fact.condition and fact.condition.when.value]

    assert 0 < len(named) < len(rules)
    for fact in named:
        assert fact.condition
        assert fact.condition.when.value.casefold() in fact.quote.casefold()


def test_the_value_of_a_cascade_is_told_by_its_rule_only(episodes: list[Episode]) -> None:
    for episode in episodes:
        for task in (task for task in episode.tasks if task.type is Task.CASCADE):
            telling = [fact for _, fact in facts_of(episode) if fact.value == task.gold_answer]
            assert [fact.condition is not None for fact in telling] == [True], task


def test_no_two_sets_share_a_value_or_a_wording() -> None:
    texts = [{text for domain in DOMAINS for text in _texts(read_words(name).of(domain))} for name in SETS]

    assert not any(first & second for first, second in combinations(texts, 2))


def test_there_is_no_other_set() -> None:
    with pytest.raises(BadInput, match="development, development_2, held_out"):
        generate_episode(seed=1, domain=DOMAINS[0], words="other")


def _texts(words: DomainWords) -> list[str]:
    things: list[Thing] = [*words.deletable, *words.tracked, *words.exact, *words.root]
    things += [part for together in words.aggregation for part in together.part]
    for dependent in (dependent for root in words.root for dependent in root.dependent):
        things += [dependent, *([dependent.leaf] if dependent.leaf else [])]
    return [text for thing in things for text in (*thing.values, *thing.states, *thing.changes, *thing.rules)]
