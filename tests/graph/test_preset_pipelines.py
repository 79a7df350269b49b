"""The papers' own pipelines, through the graph that users get."""

from pathlib import Path

import pytest

from daybook import Daybook, Options
from daybook.conversation import RelationKind
from daybook.models.embedding import Embedder
from daybook.settings import PRESETS, LedgerOptions, PresetName, Settings
from daybook_prompts.replies import FactFound
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, HISTORY, OpenDaybook, models_at, said
from tests.written_facts import learn

CAT = "What did I name the grey cat that I adopted?"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_answers_with_evidence(open_daybook: OpenDaybook, name: PresetName) -> None:
    answer = open_daybook(preset=name).ask(CAT, owner="ada", asked_at=ASKED)

    assert "cat" in {cited.session_id for cited in answer.evidence}
    # nothing wrote a record, which some papers go by
    by_records = {PresetName.LONGMEMEVAL, PresetName.TIMERAG, PresetName.MEMORYSTACK}
    assert answer.degraded == (("ledger",) if name in by_records else ())


def test_memorystack_reranks_by_200_characters_and_answers_at_once(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    server.reply({"scores": [1.0, 0.5, 0.5, 0.5, 0.5]}, when="how relevant search results are")
    server.reply(
        {
            "quotes": [{"round": 1, "quote": HISTORY[0].turns[0].content}],
            "counted": [],
            "intervals": [],
            "not_known": False,
            "missing": "",
            "answer": "You named her Pixel.",
        },
        when="Answer at once",
    )
    model = models_at(server, chat_model="small")
    daybook = open_daybook(
        preset="memorystack", steps_by_rules=("rewrite", "classify", "expand", "time_range"), **model
    )
    daybook.add([said("long", 3, f"My cat {'sat here and ' * 40}slept.", "A reply.")], owner="ada")

    explanation = daybook.explain(CAT, owner="ada", asked_at=ASKED)

    asked, read = ([message["content"] for message in body["messages"]] for body in server.requests[:2])
    assert max(len(line) for line in asked[1].splitlines()) < 320
    assert '"user": "My cat sat here' in read[1]
    assert {one.signals["rerank"] for one in explanation.ranked} == {1.0, 0.5}


HOBBIES = [
    said("first", 0, "I live in Bath.", "A fine town."),
    said("hiking", 3, "I love hiking.", "Nice."),
    said("leeds", 70, "I moved to Leeds. I love hiking in the Lake District.", "Lovely."),
    said("lakes", 82, "I like swimming in lakes.", "Cold!"),
    said("rivers", 90, "I like swimming in rivers.", "Colder!"),
    said("denied", 121, "I don't like hiking.", "Oh."),
]
TOLD = [
    FactFound(quote="I live in Bath.", slot="identity.residence", value="Bath"),
    FactFound(quote="I love hiking.", slot="preference.other", value="hiking"),
    FactFound(quote="I moved to Leeds.", slot="identity.residence", value="Leeds", act="replaces"),
    FactFound(quote="I love hiking in the Lake", slot="habit.activity", value="hiking in the Lakes"),
    FactFound(quote="I like swimming in lakes.", slot="preference.other", value="swimming in lakes"),
    FactFound(quote="I like swimming in rivers.", slot="preference.other", value="swimming in rivers"),
    FactFound(quote="I don't like hiking.", slot="preference.other", value="hiking", denied=True),
]
CERTAIN = {
    (RelationKind.SUPERSEDES, 0.95),  # more than 60 days apart
    (RelationKind.CONTRADICTS, 0.95),
    (RelationKind.FOLLOWS, 1.0),
}


@pytest.mark.parametrize(
    ("thresholds", "alike"),
    [
        ((0.75, 0.6), {RelationKind.SAME_TOPIC, RelationKind.RELATED_TO, RelationKind.ELABORATES}),
        ((0.9, 0.85), set()),  # the paper's
    ],
)
def test_all_six_types_of_relations_are_found_and_their_thresholds_count_in_the_library(
    tmp_path: Path,
    minilm: Embedder,
    monkeypatch: pytest.MonkeyPatch,
    thresholds: tuple[float, float],
    alike: set[RelationKind],
) -> None:
    monkeypatch.setattr("daybook.ledger.edges.SAME_TOPIC", thresholds[0])
    monkeypatch.setattr("daybook.ledger.edges.RELATED_TO", thresholds[1])
    # what is denied a month later is not sure enough to be written, and so waits and contradicts
    options, settings = (
        Options(ledger=LedgerOptions(edges=True, write_threshold=0.75)),
        Settings.of(data_dir=tmp_path),
    )
    with Daybook.open(settings=settings, options=options, embedder=minilm, clock=lambda: ASKED) as daybook:
        daybook.add(HOBBIES, owner="ada")
        learn(daybook, TOLD, owner="ada")
        edges = daybook.ledger.snapshot(owner="ada").relations

    likeness = {RelationKind.SAME_TOPIC, RelationKind.RELATED_TO, RelationKind.ELABORATES}
    assert {(edge.kind, edge.confidence) for edge in edges if edge.kind not in likeness} == CERTAIN
    assert {edge.kind for edge in edges if edge.kind in likeness} == alike
    assert all(0.6 <= edge.confidence < 0.85 for edge in edges if edge.kind in likeness)
