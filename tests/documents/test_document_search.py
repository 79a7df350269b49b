"""Finding passages: those of the owner and the shared ones, on one scale, and nobody else's."""

from datetime import timedelta

from daybook import Daybook
from daybook.conversation import FoundPassage, Ledger, Passage, RetrievalPlan
from daybook.documents.stored_documents import SHARED
from daybook.retrieve.papers.himes import HistoricalQueries
from daybook.retrieve.ranking_signal import RankingQuery, WindowsOf
from tests.documents.shelves import ADDED, HANDBOOK, put

REFUNDS = "How long can annual plans be refunded?"


async def find(
    daybook: Daybook,
    question: str = REFUNDS,
    owner: str = "ada",
    **more: object,
) -> list[FoundPassage]:
    parts = daybook.parts
    queries = await parts.embedder.embed([question])
    return await parts.documents.find([question], queries, owner=owner, **more)  # type: ignore[arg-type]


async def test_the_passage_that_answers_comes_first_with_its_signals(daybook: Daybook) -> None:
    await put(daybook.parts.store, "ada")

    found = await find(daybook)

    assert found[0].passage.heading == "Billing › Refunds"
    assert found[0].signals.keys() == {"fused", "dense", "bm25"}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert len(found) == len(HANDBOOK)


async def test_an_owners_documents_and_the_shared_ones_are_ranked_together(daybook: Daybook) -> None:
    store = daybook.parts.store
    await put(store, "ada", "recipes", [("Soup", 1, "Simmer the leeks for twenty minutes.")])
    await put(store, SHARED)

    first = [
        (await find(daybook, text))[0].passage.document_id for text in (REFUNDS, "How long do leeks simmer?")
    ]

    assert first == ["handbook", "recipes"]


async def test_nobody_finds_the_documents_of_another_owner(daybook: Daybook) -> None:
    await put(daybook.parts.store, "bob")

    assert await find(daybook) == []


async def test_a_document_that_was_removed_or_changed_is_seen_at_once(daybook: Daybook) -> None:
    store = daybook.parts.store
    await put(store, "ada")
    assert "30 days" in (await find(daybook))[0].passage.text
    await put(store, "ada", passages=[("Refunds", 1, "Annual plans are refunded within 14 days.")])

    assert "14 days" in (await find(daybook))[0].passage.text

    gone = [(item.namespace, item.key) for item in store.items.table.all_of("ada")[0]]
    await store.items.put("ada", [], gone, at=ADDED)

    assert await find(daybook) == []


async def test_what_was_added_after_the_moment_asked_about_is_not_seen(daybook: Daybook) -> None:
    await put(daybook.parts.store, "ada")

    assert await find(daybook, as_of=ADDED - timedelta(days=1)) == []
    assert await find(daybook, as_of=ADDED + timedelta(days=1))


async def test_a_paper_ranks_passages_anew_by_the_vectors_of_their_windows(daybook: Daybook) -> None:
    await put(daybook.parts.store, "ada")
    widths = set[int]()

    async def last_first(found: list[FoundPassage], windows_of: WindowsOf) -> list[FoundPassage]:
        widths.update(windows_of(passage).shape[1] for passage in found)
        return found[::-1]

    plain, ranked = await find(daybook), await find(daybook, rank=last_first)

    assert ranked == plain[::-1]
    assert widths == {384}


async def test_in_himes_attention_to_earlier_questions_of_the_topic_ranks(daybook: Daybook) -> None:
    parts = daybook.parts
    question = await parts.embedder.embed(["I adopted a grey cat: what should be planned early?"])
    cats, rockets = await parts.embedder.embed(
        ["Plan visits of cats early.", "Plan starts of rockets early."]
    )
    found = [FoundPassage(Passage("d", "plans", place, "", None, ""), 1.0) for place in range(2)]

    async def attention(seen: frozenset[str] | None) -> list[FoundPassage]:
        query = RankingQuery(
            index=await parts.store.index("ada"),
            question=question,
            store=parts.store,
            limit=50,
            seen=seen,
            plan=RetrievalPlan("?", ("?",)),
            asked_at=ADDED,
            ledger=Ledger(),
            records=(),
        )
        windows = {0: rockets[None], 1: cats[None]}
        return await HistoricalQueries().rank_passages(
            found, lambda passage: windows[passage.passage.position], query
        )

    ranked = await attention(None)  # the owner has spoken of a cat

    assert [one.passage.position for one in ranked] == [1, 0]
    assert ranked[0].score == ranked[0].signals["attention"] > ranked[1].score
    assert await attention(frozenset()) == found  # nothing that may be seen
