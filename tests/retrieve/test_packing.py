from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, strategies as st

from daybook.conversation import (
    CUT,
    Candidate,
    Excerpt,
    QuestionKind,
    RetrievalPlan,
    Role,
    Round,
    Session,
    Span,
    Turn,
    rounds_of,
)
from daybook.retrieve.packing import pack_rounds, render_excerpt, whole_rounds
from daybook.text.english import ENGLISH
from daybook.text.english.sentences import sentence_spans

MONDAY = datetime(2023, 5, 1, 9, 30, tzinfo=UTC)
BUDGET = 400
PLAN = RetrievalPlan("Which soup did I cook?", ("Which soup did I cook?",))


def words(text: str) -> int:
    return len(text.split())


def candidate(
    user: str, reply: str | None = None, *, days: int = 0, matches: tuple[Span, ...] = ()
) -> Candidate:
    turns = [Turn(Role.USER, user)] + ([] if reply is None else [Turn(Role.ASSISTANT, reply)])
    session = Session(f"s{days}", MONDAY + timedelta(days=days), tuple(turns))
    return Candidate(rounds_of(session, "me")[0], 1.0, matches=matches)


def pack(*candidates: Candidate, plan: RetrievalPlan = PLAN) -> list[Excerpt]:
    return pack_rounds(candidates, plan, budget=BUDGET, count_tokens=words, analyzer=ENGLISH)


def long_reply(sentences: int = 60) -> str:
    return " ".join(f"Here is sentence number {n} of this reply." for n in range(sentences))


def test_short_rounds_are_shown_whole_with_date_and_speakers() -> None:
    (excerpt,) = pack(candidate("I cooked lentil soup.", "Sounds tasty!"))

    assert (
        render_excerpt(excerpt)
        == "[2023-05-01 (Mon) 09:30]\nUser: I cooked lentil soup.\nAssistant: Sounds tasty!"
    )
    assert not excerpt.is_cut(Role.ASSISTANT)
    assert excerpt.tokens == words(render_excerpt(excerpt))


def test_a_long_reply_is_cut_to_the_sentences_that_share_words_with_the_question() -> None:
    reply = f"{long_reply()} The soup wants cumin. {long_reply()}"

    (excerpt,) = pack(candidate("Any tips?", reply))
    text = render_excerpt(excerpt)

    assert excerpt.is_cut(Role.ASSISTANT)
    assert f"Assistant: {CUT} The soup wants cumin. Here is sentence number 0" in text
    assert text.endswith(CUT)


def test_the_window_that_matched_is_kept_where_no_word_is_shared() -> None:
    reply = long_reply()
    start = reply.index("Here is sentence number 30 ")
    window = Span(Role.ASSISTANT, start, start + 200, 0.9)

    (excerpt,) = pack(candidate("Any tips?", reply, matches=(window,)))

    assert f"{CUT} Here is sentence number 30 of" in render_excerpt(excerpt)


def test_a_long_reply_is_left_out_where_others_need_the_room_unless_it_is_asked_for() -> None:
    asked = RetrievalPlan(PLAN.question, PLAN.phrasings, kinds={QuestionKind.ASSISTANT: 0.9})
    found = [
        candidate("Any tips?", long_reply()),
        *(candidate("word " * 85, days=day) for day in range(1, 5)),
    ]

    first, *others = pack(*found)

    assert first.shown(Role.ASSISTANT) == CUT
    assert len(others) == 4
    assert len(pack(*found, plan=asked)) == 1


def test_neighbours_go_behind_the_first_ten_and_have_no_rank() -> None:
    found = [candidate(f"Round {day} of soup.", days=day) for day in range(12)]
    found[11] = replace(found[11], signals={"dense": 0.5})
    beside = [candidate("Just before.", days=20), found[11]]

    packed = pack_rounds(found, PLAN, budget=12 * 8, count_tokens=words, analyzer=ENGLISH, beside=beside)

    assert [excerpt.rank for excerpt in packed] == [*range(1, 11), 12, 0]


def test_what_a_model_found_useless_is_left_out_but_the_best_of_the_search_are_read() -> None:
    scored = [replace(candidate("Soup.", days=day), score=-day, signals={"rerank": 0.1}) for day in range(7)]
    scored[6] = replace(scored[6], signals={"rerank": 0.9})

    packed = pack_rounds(
        [scored[6], *scored[5::-1]], PLAN, budget=BUDGET, count_tokens=words, analyzer=ENGLISH, by_score=True
    )

    assert [excerpt.candidate.score for excerpt in packed] == [0, -1, -2, -3, -4, -6]


def test_a_reply_that_a_model_did_not_find_helpful_does_not_grow_into_spare_room() -> None:
    long = candidate("Soup?", long_reply(90))

    def shown(score: float) -> int:
        scored = [replace(long, signals={"rerank": score})]
        (excerpt,) = pack_rounds(
            scored, PLAN, budget=400, count_tokens=words, analyzer=ENGLISH, by_score=True
        )
        return excerpt.tokens

    assert shown(0.4) < shown(0.5)


def test_a_reply_beside_words_that_matched_better_does_not_grow_into_spare_room() -> None:
    (asking,) = pack(candidate("Any tips?", long_reply(90)))
    (telling,) = pack(candidate("I cooked lentil soup.", long_reply(90)))

    assert telling.shown(Role.ASSISTANT) == CUT
    assert asking.tokens > BUDGET / 2


def test_a_pasted_book_is_cut_and_leaves_room_for_others() -> None:
    book = candidate(long_reply(1_000), days=1)
    other = candidate("I cooked lentil soup.")

    first, second = pack(book, other)

    assert first.round == other.round
    assert second.is_cut(Role.USER)
    assert second.tokens <= BUDGET / 4 + 10


def test_what_does_not_fit_is_left_out_and_a_smaller_one_comes_in() -> None:
    large = [candidate("word " * 85, days=days) for days in range(5)]  # 89 words each with date and name
    small = candidate("I cooked lentil soup.", days=9)

    packed = pack(*large, small)

    assert [excerpt.round.session_id for excerpt in packed] == ["s0", "s1", "s2", "s3", "s9"]


def test_rounds_can_be_shown_whole_whatever_they_cost() -> None:
    late, early = candidate("Lately.", long_reply(), days=2), candidate("I cooked lentil soup.", days=1)

    first, second = whole_rounds([late, early], count_tokens=words)

    assert (first.round, second.round) == (early.round, late.round)
    assert second.shown(Role.ASSISTANT) == long_reply()
    assert second.tokens > BUDGET


sentences = st.lists(
    st.sampled_from(["I cooked soup.", "Was it good?", "Rain again!", "- an item\n", "One two three."])
)
texts = sentences.map(" ".join)
found = st.lists(st.tuples(texts, st.none() | texts, st.integers(0, 5)), max_size=12)


@given(found=found, budget=st.integers(1, 300))
def test_excerpts_keep_the_budget_the_order_of_time_and_whole_sentences(
    found: list[tuple[str, str | None, int]], budget: int
) -> None:
    candidates = [candidate(user, reply, days=days) for user, reply, days in found]

    packed = pack_rounds(candidates, PLAN, budget=budget, count_tokens=words, analyzer=ENGLISH)

    assert sum(words(render_excerpt(excerpt)) for excerpt in packed) <= budget
    assert sum(excerpt.tokens for excerpt in packed) <= budget
    assert [excerpt.round.said_at for excerpt in packed] == sorted(
        excerpt.round.said_at for excerpt in packed
    )
    for excerpt in packed:
        assert words(user_side(excerpt.round)) > budget // 4 or not excerpt.is_cut(Role.USER)
        for span in excerpt.spans:
            assert_at_sentence_ends(span, excerpt.round)


def user_side(round: Round) -> str:
    return round.fields.get(Role.USER, "")


def assert_at_sentence_ends(span: Span, round: Round) -> None:
    text = round.fields[span.role]
    spans = sentence_spans(text)
    assert span.start in {0, *(start for start, _ in spans)}
    assert span.stop in {len(text), *(stop for _, stop in spans)}
