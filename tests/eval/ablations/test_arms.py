import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from daybook.graph.parts import Parts
from daybook.models.llm import ModelRequest
from daybook.models.llm.chat_model import Message
from daybook_eval.ablations import job
from daybook_eval.ablations.arms import OracleReranker, with_planted
from daybook_eval.ablations.job import Ablate, Measured
from daybook_eval.ablations.studies import STUDIES
from daybook_eval.ablations.study import find
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.runs.executor import SequentialExecutor
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from daybook_prompts import JsonValue, load_prompt
from tests.eval.small_questions import write_questions

pytestmark = pytest.mark.slow


@pytest.fixture
def cases(tmp_path: Path, without_a_model: None) -> list[Case]:
    return list(read_cases(write_questions(tmp_path / "questions.json", count=3)))


def measured(study: str, cases: list[Case], folder: Path) -> list[Measured]:
    ablation = Ablate((study,), (), folder / "vectors.sqlite", folder)
    return [one for found in SequentialExecutor().each(ablation, cases) for one in found]


def test_every_study_names_an_arm_that_it_has_as_the_one_to_compare_with() -> None:
    for study in STUDIES.values():
        names = [arm.name for arm in study.arms]
        assert len(set(names)) == len(names)
        assert study.against in ("", *names)


@pytest.mark.parametrize("study", [study.name for study in STUDIES.values() if not study.needs_model])
def test_every_arm_of_a_study_can_be_measured(study: str, cases: list[Case], tmp_path: Path) -> None:
    found = measured(study, cases[:1], tmp_path)

    assert [measurement.arm for measurement in found] == [arm.name for arm in STUDIES[study].arms]
    assert all(measurement.values for measurement in found)


def test_questions_of_one_history_are_measured_apart(cases: list[Case], tmp_path: Path) -> None:
    shared = [replace(cases[0], question_id=name, history="h") for name in ("a", "b")]

    found = measured("rrf", shared, tmp_path)

    assert [measurement.asked.question_id for measurement in found] == ["a"] * 5 + ["b"] * 5
    assert [measurement.values for measurement in found[:5]] == [
        measurement.values for measurement in found[5:]
    ]


def test_reading_is_measured_on_what_cannot_be_answered_too(cases: list[Case], tmp_path: Path) -> None:
    every = list(with_planted(partial(iter, cases)))

    found = {
        measurement.asked.question_id: measurement.values
        for measurement in measured("reading", every, tmp_path)
    }

    assert [case.owner for case in every] == ["q0", "q0", "q1", "q1", "q2", "q2"]
    assert found["q0"]["answer contains"] == 1
    assert found["q0"]["cited all"] == 1
    planted = next(values for name, values in found.items() if name.endswith("_planted_abs"))
    assert "answer contains" not in planted
    assert planted["answer not_known"] in (0, 1)


async def test_arms_that_write_other_relations_have_stores_of_their_own(
    cases: list[Case], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[float, int]] = []

    async def note(case: Case, parts: Parts) -> float:
        facts = parts.settings.facts
        kept.append((parts.settings.options.ledger.related_to, facts.record_budget))
        return await keep(case, parts)

    monkeypatch.setattr(job, "keep", note)

    found = measured("presets", cases[:1], tmp_path)

    assert len(found) == len(STUDIES["presets"].arms)
    by_default, through_chroma = (0.6, 200), (0.6, 200)
    assert kept == [by_default, through_chroma, (0.6, 40), (0.85, 200)]


async def test_the_oracle_scores_what_was_cut_from_evidence(cases: list[Case]) -> None:
    (evidence,) = cases[0].evidence
    assert evidence.user is not None
    items: list[JsonValue] = [
        {"id": 1, "said_at": "2023-05-02", "user": evidence.user.content[:20], "assistant": ""},
        {"id": 2, "said_at": "2023-05-02", "user": "Something else.", "assistant": ""},
        {"id": 3, "said_at": "2023-05-02", "user": "", "assistant": ""},
    ]
    prompt = load_prompt("rerank").fill(question="?", asked_at="now", items=items)

    reply = await OracleReranker((evidence,)).complete(ModelRequest((Message("user", prompt.data),)))

    scores = {load["id"]: load["score"] for load in json.loads(reply.text)["scores"]}
    assert scores == {1: 1.0, 2: 0.0, 3: 0.0}


async def test_the_weights_of_an_arm_count(cases: list[Case], tmp_path: Path) -> None:
    ablation = Ablate((), (), tmp_path / "vectors.sqlite", tmp_path)
    (by_words,) = (arm for arm in STUDIES["weights"].arms if arm.name == "meaning 0.5")
    with Bench.open(ablation.settings(), cache=ablation.cache).parts(tmp_path) as parts:
        await keep(cases[0], parts)
        usual = await find(cases[0], parts, False)
        changed = await by_words.recall(
            cases[0], replace(parts, settings=ablation.settings(by_words.changes)), False
        )

    assert [one.score for one in usual.final] != [one.score for one in changed.final]
