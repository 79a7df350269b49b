from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Role, Session, TimeRange, Turn
from daybook.models.embedding import Vectors
from daybook.retrieve.round_search import RoundSearch, SearchScope, scope_of
from daybook.settings import Fusion, Keying, PaperSignals, Searches, SearchOptions, TimeMode
from daybook.store import Store, open_store
from daybook.text.english import ENGLISH

MAY = datetime(2023, 5, 1, 12, 0, tzinfo=UTC)
THEMES = ("soup", "train", "violin")


class ThemeEmbedder:
    """A vector says how often each theme occurs, and a little of everything besides."""

    fingerprint = "themes"
    dim = len(THEMES) + 1

    def windows(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))] if text.strip() else []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        counts = [[*(text.lower().count(theme) for theme in THEMES), 0.1] for text in texts]
        vectors: Vectors = np.array(counts, dtype=np.float32).reshape(len(texts), self.dim)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


EMBEDDER = ThemeEmbedder()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path, embedder=EMBEDDER, keying=Keying.MAX_SIM, analyzer=ENGLISH)
    yield opened
    opened.close()


def said(*turns: str, days: int = 0) -> Session:
    roles = (Role.USER, Role.ASSISTANT)
    return Session(
        f"day {days}",
        MAY + timedelta(days=days),
        tuple(Turn(roles[place % 2], text) for place, text in enumerate(turns)),
    )


async def find(
    store: Store, *phrasings: str, during: TimeRange | None = None, **options: object
) -> list[Candidate]:
    plan = RetrievalPlan(phrasings[0], phrasings, time_range=during)
    return await search(plan, store, SearchOptions.model_validate(options))


async def search(
    plan: RetrievalPlan,
    store: Store,
    options: SearchOptions,
    as_of: datetime | None = None,
    asked_at: datetime = MAY,
) -> list[Candidate]:
    index = await store.index("me")
    scope = await scope_of(store, "me", plan.time_range, mode=options.time_mode, as_of=as_of)
    search = RoundSearch.of(plan, index, options, scope)
    queries = await search.embed(EMBEDDER)
    return await search.fuse(await search.by_meaning(queries), search.by_words(), store, asked_at)


@pytest.mark.parametrize("kinds", [{}, {QuestionKind.ASSISTANT: 0.6}])
async def test_the_source_filter_searches_the_assistants_side_alone_where_it_is_asked_for(
    store: Store, kinds: dict[QuestionKind, float]
) -> None:
    await store.add(
        "me",
        [
            said("My violin, my violin.", "Oh, a train.", days=0),
            said("A train of thought.", "The violin and the soup.", days=1),
            said("A violin alone.", days=2),
        ],
    )
    plan = RetrievalPlan("violin", ("violin",), kinds=kinds)
    options = SearchOptions(speakers=False, fusion=Fusion.RRF, signals=PaperSignals.MEMORYSTACK)

    found = await search(plan, store, options)

    assert (found[0].round.session_id == "day 1") is bool(kinds)
    assert ("day 2" in {one.round.session_id for one in found}) is not bool(kinds)
    if kinds:
        assert {span.role for one in found for span in one.matches} == {Role.ASSISTANT}


async def test_an_empty_memory_has_no_candidates(store: Store) -> None:
    assert await find(store, "soup") == []
    assert await find(store, "soup", during=TimeRange(MAY, None)) == []


async def test_the_only_round_is_found_by_what_it_means_and_by_its_words(store: Store) -> None:
    await store.add("me", [said("I cooked soup.", "Tasty!")])

    (found,) = await find(store, "Which soup?")

    assert found.round.user == Turn(Role.USER, "I cooked soup.")
    assert found.score == found.signals["fused"] == 0  # as good as the average of this memory: itself
    assert found.signals["dense"] == pytest.approx(1.0)
    assert found.signals["bm25"] > 0
    assert "time" not in found.signals
    assert [(span.role, span.start, span.stop) for span in found.matches] == [
        (Role.USER, 0, len("I cooked soup.")),
        (Role.ASSISTANT, 0, len("Tasty!")),
    ]


async def test_by_rank_a_round_scores_the_sum_of_its_reciprocal_ranks(store: Store) -> None:
    await store.add("me", [said("I cooked soup.", "Tasty!")])

    (found,) = await find(store, "Which soup?", fusion=Fusion.RRF)

    assert found.score == found.signals["rrf"] == pytest.approx(2 / 61)


async def test_a_statement_in_passing_finds_its_round(store: Store) -> None:
    aside = "Tell me about the soup of the day, soup in bowls, soup in cups. By the way, my violin broke."
    await store.add("me", [said(aside), said("The violin and the train, the train, the train.", days=1)])

    whole = await find(store, "violin", searches=Searches.DENSE, statements=False)
    by_sentence = await find(store, "violin", searches=Searches.DENSE)

    # whole: (3, 0, 1) and (0, 3, 1) against (0, 0, 1), the same; the sentence alone is all violin
    assert [candidate.signals["dense"] for candidate in whole] == pytest.approx([0.318, 0.318], abs=0.001)
    assert [candidate.round.session_id for candidate in by_sentence] == ["day 0", "day 1"]
    assert by_sentence[0].signals["dense"] == pytest.approx(1.0)
    assert by_sentence[0].matches[0].role is Role.USER
    assert aside[by_sentence[0].matches[0].start :] == "By the way, my violin broke."


@pytest.mark.parametrize("statements", [True, False])
@pytest.mark.parametrize("exact_limit", [None, 0])
async def test_the_graph_looks_for_the_nearest_by_the_keys_that_count(
    tmp_path: Path, exact_limit: int | None, statements: bool
) -> None:
    place = {"embedder": EMBEDDER, "keying": Keying.MAX_SIM, "analyzer": ENGLISH}
    opened = open_store(tmp_path, exact_limit=exact_limit, **place)  # type: ignore[arg-type]
    aside = "Tell me about the soup of the day, soup in bowls, soup in cups. By the way, my violin broke."
    try:
        await opened.add(
            "me", [*(said(aside, days=day) for day in range(9)), said("A violin, a train.", days=9)]
        )
        found = await find(
            opened, "violin", searches=Searches.DENSE, statements=statements, speakers=False, search_limit=1
        )
    finally:
        opened.close()

    # by statements the asides are all violin (1.0), by whole turns hardly (0.3); the last is half (0.7)
    assert (found[0].round.session_id == "day 9") is not statements


async def test_words_alone_find_only_rounds_that_share_one(store: Store) -> None:
    await store.add("me", [said("My violin broke."), said("The train was late.", days=1)])

    (found,) = await find(store, "Which train?", searches=Searches.LEXICAL)

    assert found.round.session_id == "day 1"
    assert "dense" not in found.signals
    assert found.signals["bm25"] > 0
    assert found.matches == ()
    assert await find(store, "Bicycles?", searches=Searches.LEXICAL) == []


async def test_every_phrasing_is_searched_and_by_rank_counts_alike(store: Store) -> None:
    await store.add("me", [said("Soup today."), said("A train.", days=1), said("A violin.", days=2)])

    found = await find(store, "train", "soup", searches=Searches.LEXICAL)

    assert [candidate.round.session_id for candidate in found] == ["day 1", "day 0"]
    assert [candidate.score for candidate in found] == pytest.approx([1 / 61, 1 / 61])


async def test_a_time_range_lifts_the_rounds_inside_and_hides_none(store: Store) -> None:
    await store.add("me", [said("Soup again."), said("Soup again.", days=3)])
    second_day = TimeRange(MAY + timedelta(days=2), MAY + timedelta(days=4))

    for fusion in Fusion:
        plain = await find(store, "soup", fusion=fusion)
        preferred = await find(store, "soup", during=second_day, fusion=fusion)

        assert [candidate.round.session_id for candidate in plain] == ["day 0", "day 3"]
        assert [candidate.round.session_id for candidate in preferred] == ["day 3", "day 0"]
        assert [candidate.signals["time"] for candidate in preferred] == [1, 0]
    # dense and lexical: second of all and first of the range, which counts half; first of all
    assert [candidate.score for candidate in preferred] == pytest.approx([2 / 62 + 1 / 61, 2 / 61])


async def test_a_time_range_that_holds_nothing_changes_nothing(store: Store) -> None:
    await store.add("me", [said("Soup again."), said("A violin.", days=3)])
    never = TimeRange(MAY + timedelta(days=50), None)

    plain = await find(store, "soup")
    preferred = await find(store, "soup", during=never)

    assert [candidate.round for candidate in preferred] == [candidate.round for candidate in plain]
    assert await find(store, "soup", during=never, time_mode=TimeMode.EVENT_FILTER) == []


async def test_a_message_prefers_what_was_said_of_late_and_a_question_does_not(store: Store) -> None:
    await store.add("me", [said("Soup again."), said("Soup again.", days=20)])
    options, later = SearchOptions(), MAY + timedelta(days=40)
    first = {}
    for text in ("Soup, then.", "Soup?"):
        found = await search(RetrievalPlan(text, (text,)), store, options, asked_at=later)
        first[text] = [(candidate.round.session_id, candidate.score) for candidate in found]

    (late, higher), (early, lower) = first["Soup, then."]
    assert (late, early) == ("day 20", "day 0")
    assert higher - lower == pytest.approx(1.5 * (1 / 2 - 1 / 4))  # deviations, half as many every 20 days
    assert [name for name, _ in first["Soup?"]] == ["day 0", "day 20"]


async def test_a_filter_by_events_leaves_what_was_said_inside_and_what_dates_something_inside(
    store: Store,
) -> None:
    sessions = [said("Soup again."), said("Soup on violins.", days=3), said("Soup two days ago.", days=5)]
    await store.add("me", sessions)
    second_day = TimeRange(MAY + timedelta(days=2), MAY + timedelta(days=4))

    found = await find(store, "soup", during=second_day, time_mode=TimeMode.EVENT_FILTER)
    ignored = await find(store, "soup", during=second_day, time_mode=TimeMode.IGNORE)

    assert {candidate.round.session_id for candidate in found} == {"day 3", "day 5"}
    assert len(ignored) == 3


async def test_another_owner_is_never_searched(store: Store) -> None:
    await store.add("somebody else", [said("I cooked soup.")])

    assert await find(store, "soup") == []


async def test_the_limit_bounds_each_ranking(store: Store) -> None:
    await store.add("me", [said("Soup again.", days=days) for days in range(5)])

    assert len(await find(store, "soup", search_limit=2)) == 2


async def test_where_few_are_wanted_they_are_the_first_of_all(store: Store) -> None:
    texts = (f"Soup and a train.{' A violin.' * (days % 25)}" for days in range(40))
    await store.add("me", [said(text, days=days) for days, text in enumerate(texts)])
    search = RoundSearch.of(
        RetrievalPlan("Soup?", ("Soup?",)), await store.index("me"), SearchOptions(), SearchScope()
    )
    hits = await search.by_meaning(await search.embed(EMBEDDER)), search.by_words()

    everything = await search.fuse(*hits, store, MAY + timedelta(days=40))
    few = await search.fuse(*hits, store, MAY + timedelta(days=40), first=3)

    assert 3 <= len(few) < len(everything) == 40
    assert few[:3] == everything[:3]


async def test_what_was_said_later_is_not_seen_as_of_an_earlier_moment(store: Store) -> None:
    await store.add("me", [said("I cooked soup."), said("More soup, as every week.", days=7)])
    plan = RetrievalPlan("soup", ("soup",))

    async def seen(as_of: datetime) -> set[str]:
        found = await search(plan, store, SearchOptions(), as_of)
        return {candidate.round.session_id for candidate in found}

    assert await seen(MAY) == {"day 0"}
    assert await seen(MAY + timedelta(days=7)) == {"day 0", "day 7"}
    assert await seen(MAY - timedelta(days=1)) == set()


def by(user: str, assistant: str, *turns: str, days: int = 0) -> Session:
    session = said(*turns, days=days)
    named = zip(session.turns, (user, assistant), strict=True)
    return replace(session, turns=tuple(replace(turn, speaker=name) for turn, name in named))


async def days_of(store: Store, question: str, *, speakers: bool = True) -> list[str]:
    found = await find(store, question, searches=Searches.DENSE, speakers=speakers)
    return [candidate.round.session_id for candidate in found]


async def test_the_name_of_a_speaker_says_nothing_about_what_was_meant(store: Store) -> None:
    await store.add(
        "me", [by("Violin", "Ada", "My violin.", "Nice."), by("Violin", "Ada", "Soup.", "Nice.", days=1)]
    )

    assert await days_of(store, "Which soup did Violin like?", speakers=False) == ["day 0", "day 1"]
    assert await days_of(store, "Which soup did Violin like?") == ["day 1", "day 0"]


async def test_what_the_speaker_said_whom_the_question_names_comes_first(store: Store) -> None:
    await store.add("me", [by("Ada", "Ben", "Soup.", "Nice."), by("Ben", "Ada", "Soup.", "Nice.", days=1)])

    assert await days_of(store, "Did Ben like soup?", speakers=False) == ["day 0", "day 1"]
    assert await days_of(store, "Did Ben like soup?") == ["day 1", "day 0"]
    assert await days_of(store, "Did Ada like soup?") == ["day 0", "day 1"]


async def test_how_near_a_round_is_does_not_hang_on_whose_words_it_is_found_by(store: Store) -> None:
    await store.add("me", [said("Nice.", "Soup.")])

    (leaned,) = await find(store, "soup")
    (plain,) = await find(store, "soup", speakers=False)

    assert leaned.signals["dense"] == plain.signals["dense"] == pytest.approx(1.0)
