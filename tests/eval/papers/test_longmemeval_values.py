from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daybook.conversation import Excerpt, Role, Session, Turn
from daybook.graph.parts import Parts
from daybook.settings.environment import read_settings
from daybook_eval.data.case import Case
from daybook_eval.papers.longmemeval.search import Shown, ShowValues, ValueSearch, Window
from daybook_eval.papers.longmemeval.values import (
    K_IS_V,
    Expansion,
    KeyDesign,
    Unit,
    Value,
    expanded_by_rules,
    facts_of,
    summary_of,
    values_of,
)
from daybook_eval.systems.bench import Bench

MAY = datetime(2024, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def parts(tmp_path: Path, without_a_model: None) -> Iterator[Parts]:
    with Bench.open(read_settings(), cache=tmp_path / "vectors.sqlite").parts(tmp_path) as made:
        yield made


def talk(name: str, day: int, *turns: str) -> Session:
    roles = (Role.USER, Role.ASSISTANT)
    said = tuple(Turn(roles[place % 2], text) for place, text in enumerate(turns))
    return Session(name, MAY + timedelta(days=day), said)


def asked(question: str, *sessions: Session) -> Case:
    return Case("q", "trips", question, "", MAY + timedelta(days=30), sessions, False)


FERRY = talk("ferry", 1, "I took the ferry.", "Nice.", "It was late.", "Oh.")
BREAD = talk("bread", 8, "I baked bread.", "Well done.")
LATER = talk("later", 20, "I rowed on May 9th.", "Good.")


def single(*turns: str) -> Value:
    (value,) = values_of(asked("?", talk("s", 0, *turns)), Unit.SESSION)
    return value


def test_values_are_rounds_or_sessions_and_are_keyed_by_the_users_words() -> None:
    case = asked("?", FERRY, replace(BREAD, turns=()), LATER)

    assert [one.said for one in values_of(case, Unit.ROUND)] == [
        "I took the ferry.",
        "It was late.",
        "I rowed on May 9th.",
    ]
    assert [one.said for one in values_of(case, Unit.SESSION)] == [
        "I took the ferry.\nIt was late.",
        "I rowed on May 9th.",
    ]


@pytest.mark.parametrize(
    ("design", "name", "keys"),
    [
        (K_IS_V, "V", ("said",)),
        (KeyDesign(Expansion.FACT, value=False), "fact", ("a", "b")),
        (KeyDesign(Expansion.FACT), "V + fact", ("a\nb\nsaid",)),
        (KeyDesign(Expansion.FACT, merged=False), "V, fact apart", ("said", "a", "b")),
    ],
)
def test_a_design_makes_its_keys(design: KeyDesign, name: str, keys: tuple[str, ...]) -> None:
    assert design.name == name
    assert design.texts("said", ("a", "b") if design.expansion else ()) == keys


def test_a_value_of_which_nothing_was_drawn_out_keeps_its_own_key() -> None:
    assert KeyDesign(Expansion.FACT).texts("said", ()) == ("said",)
    assert KeyDesign(Expansion.FACT, value=False).texts("said", ()) == ()
    assert KeyDesign(Expansion.FACT).texts(" ", ("a",)) == ("a",)


def test_facts_are_those_of_the_ledgers_templates_and_know_their_place() -> None:
    (fact,) = facts_of(single("Hello there. I live in Leeds.", "Nice."))

    assert fact.text == "I live in Leeds."
    assert "Hello there. I live in Leeds."[fact.start : fact.stop] == "I live in Leeds."


def test_keyphrases_are_what_is_frequent_in_a_value_and_rare_among_them() -> None:
    values = [single("A ferry, the ferry to Kalmar."), single("A bus to Kalmar.")]

    (first,), (second,) = expanded_by_rules(values, Expansion.KEYPHRASE)

    assert first.split("; ")[0] == "ferry"
    assert second.split("; ")[0] == "bus"
    assert expanded_by_rules([single("Is it?")], Expansion.KEYPHRASE) == [()]


def test_a_summary_has_the_sentences_that_say_most_and_does_not_say_it_twice() -> None:
    value = single("The ferry left. The ferry left. Bread is nice. The ferry was late. Hm.", "Oh.")

    assert [passage.text for passage in summary_of(value)] == [
        "The ferry left.",
        "Bread is nice.",
        "The ferry was late.",
    ]
    assert summary_of(single("Is it?")) == []


@pytest.mark.parametrize(
    ("window", "found"),
    [
        (Window.NONE, {"ferry", "bread", "later"}),
        (Window.SAID, {"bread"}),
        (Window.EVENTS, {"bread", "later"}),
        (Window.LIFT, {"ferry", "bread", "later"}),
    ],
)
async def test_a_range_hides_by_when_it_was_said_or_happened_or_lifts(
    window: Window, found: set[str], parts: Parts
) -> None:
    case = asked("What did I do on May 9th?", FERRY, BREAD, LATER)

    ranked = await ValueSearch(Unit.SESSION, K_IS_V, window).ranked(case, parts)

    assert {value.session.session_id for value, _ in ranked.values} == found


async def test_a_session_stands_in_the_ranking_by_its_first_round(parts: Parts) -> None:
    result = await ValueSearch(Unit.SESSION)(asked("Was the ferry late?", BREAD, FERRY), parts, False)

    assert [one.round.session_id for one in result.final] == ["ferry", "bread"]
    assert result.final[0].round.user == FERRY.turns[0]


async def test_a_value_without_a_key_is_not_found(parts: Parts) -> None:
    case = asked("Where do I live?", BREAD, talk("home", 2, "I live in Leeds."))

    ranked = await ValueSearch(Unit.ROUND, KeyDesign(Expansion.FACT, value=False)).ranked(case, parts)

    assert [value.session.session_id for value, _ in ranked.values] == ["home"]


def shown(excerpts: object) -> list[str]:
    assert isinstance(excerpts, list)
    held: list[Excerpt] = excerpts
    return [excerpt.shown(Role.USER) for excerpt in held]


@pytest.mark.parametrize("form", [Shown.SESSION, Shown.ROUND])
async def test_sessions_and_rounds_are_shown_whole(form: Shown, parts: Parts) -> None:
    case = asked("Was the ferry late?", talk("a", 1, "I took the ferry. It was late.", "Oh.", "Hm, no."))

    result = await ShowValues(form)(case, parts, False)

    assert shown(result.packs[8000]) == ["I took the ferry. It was late.", "Hm, no."]


async def test_of_a_fact_the_words_are_shown_that_it_was_found_in(parts: Parts) -> None:
    case = asked("Where do I live?", talk("a", 1, "Hello. I live in Leeds. It rains.", "Oh."), BREAD)

    result = await ShowValues(Shown.FACT)(case, parts, False)

    assert [text.strip("[…] ") for text in shown(result.packs[1000])] == ["I live in Leeds."]


async def test_of_a_summary_its_sentences_are_shown_in_their_rounds(parts: Parts) -> None:
    case = asked(
        "Was the ferry late?", talk("a", 1, "The ferry left. Hm.", "Oh.", "The ferry was late.", "Oh.")
    )

    result = await ShowValues(Shown.SUMMARY)(case, parts, False)

    assert [text.split(" […]")[0] for text in shown(result.packs[1000])] == [
        "The ferry left. Hm.",
        "The ferry was late.",
    ]


async def test_a_value_that_does_not_fit_is_passed_over_for_a_smaller_one(parts: Parts) -> None:
    long = talk("long", 1, "The ferry was late. " * 400, "Oh.")
    case = asked("Was the ferry late?", long, talk("short", 2, "The bus was late.", "Oh."))

    packs = (await ShowValues(Shown.SESSION)(case, parts, False)).packs

    assert shown(packs[1000]) == ["The bus was late."]
    assert len(shown(packs[16000])) == 2
    assert all(sum(one.tokens for one in held) <= budget for budget, held in packs.items())
