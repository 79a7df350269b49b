from collections.abc import Iterator
from random import Random

import pytest

from daybook_eval.measures.retrieval import (
    GoldRound,
    Ranked,
    RankedItem,
    levels,
    official_ndcg,
    recall_all,
    recall_any,
    reciprocal_rank,
    standard_ndcg,
)
from daybook_eval.statistics import bootstrap_interval, mcnemar, paired_bootstrap

RANKING = ["x", "a", "y", "b", "z"]


def test_the_official_ndcg_discounts_neither_the_first_nor_the_second_rank() -> None:
    # found at ranks 2 and 4: 1 / log2(2) + 1 / log2(4) = 1.5; ideal: 1 + 1 / log2(2) = 2
    assert official_ndcg(RANKING, {"a", "b"}, 10) == pytest.approx(0.75)
    assert official_ndcg(["x", "a"], {"a"}, 10) == 1


def test_nothing_relevant_is_refused_instead_of_counted_as_found() -> None:
    for measure in (recall_any, recall_all, official_ndcg, standard_ndcg):
        with pytest.raises(ValueError, match="relevant"):
            measure(RANKING, set(), 5)


RANKINGS = 400
CUTOFFS = (1, 2, 3, 5, 10, 30, 50)


def random_rankings() -> Iterator[tuple[list[str], set[str]]]:
    """A corpus, ranked whole or in part, with some of it relevant, ranked or not."""
    random = Random(11)
    for _ in range(RANKINGS):
        corpus = [f"d{place}" for place in range(random.randint(1, 60))]
        ranking = random.sample(corpus, random.randint(0, len(corpus)))
        relevant = set(random.sample(corpus, random.randint(1, min(8, len(corpus)))))
        yield ranking, relevant


def test_the_standard_measures_equal_those_of_ir_measures_on_random_rankings() -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is not installed (dev group)")
    rankings = list(random_rankings())
    qrels, run = [], []
    for number, (ranking, relevant) in enumerate(rankings):
        qrels += [ir_measures.Qrel(str(number), item, 1) for item in sorted(relevant)]
        run += [
            ir_measures.ScoredDoc(str(number), item, float(len(ranking) - rank))
            for rank, item in enumerate(ranking)
        ]
    wanted = [ir_measures.nDCG @ k for k in CUTOFFS]
    wanted += [ir_measures.Success @ k for k in CUTOFFS]
    theirs = {
        (metric.query_id, str(metric.measure)): metric.value
        for metric in ir_measures.iter_calc([*wanted, ir_measures.RR], qrels, run)
    }

    for number, (ranking, relevant) in enumerate(rankings):
        if not ranking:  # trec_eval passes over a query without documents
            continue
        assert reciprocal_rank(ranking, relevant) == pytest.approx(theirs[str(number), "RR"], abs=1e-9)
        for k in CUTOFFS:
            assert standard_ndcg(ranking, relevant, k) == pytest.approx(
                theirs[str(number), f"nDCG@{k}"], abs=1e-9
            )
            assert recall_any(ranking, relevant, k) == theirs[str(number), f"Success@{k}"]


def test_the_reciprocal_rank_is_that_of_the_first_relevant_item() -> None:
    assert reciprocal_rank(["x", "a", "b"], {"a", "b"}) == 1 / 2
    assert reciprocal_rank(["x", "a"], {"a"}, k=1) == 0
    assert reciprocal_rank(["x"], {"a"}) == 0
    with pytest.raises(ValueError, match="relevant"):
        reciprocal_rank(["x"], set())


RANKED = [
    RankedItem("r1", session=4, has_user=True),
    RankedItem("r2", session=1, has_user=False),
    RankedItem("r3", session=4, has_user=True),
    RankedItem("r4", session=0, has_user=True),
]


def test_a_session_stands_where_its_best_round_stands() -> None:
    found = levels(RANKED, [GoldRound("r3", session=4, user_side=True)])

    assert found["session"] == Ranked(("4", "1", "0"), frozenset({"4"}))
    assert found["round"].items == ("r1", "r2", "r3", "r4")


def test_the_official_turns_are_those_of_the_user() -> None:
    gold = [GoldRound("r2", session=1, user_side=False), GoldRound("r4", session=0, user_side=True)]

    found = levels(RANKED, gold)

    assert found["official_turn"] == Ranked(("r1", "r3", "r4"), frozenset({"r4"}))
    assert found["round"].relevant == {"r2", "r4"}


def test_mcnemar_is_the_exact_binomial_test_of_the_questions_that_differ() -> None:
    # first alone right 1, second alone right 7: 2 * (C(8,0) + C(8,1)) / 2**8 = 18 / 256
    first = [True] * 5 + [True] + [False] * 7 + [False] * 2
    second = [True] * 5 + [False] + [True] * 7 + [False] * 2

    found = mcnemar(first, second)

    assert (found.first_only, found.second_only, found.p) == (1, 7, 18 / 256)


def test_a_difference_that_every_question_shows_is_not_chance() -> None:
    found = paired_bootstrap([0.1] * 20, [0.4] * 20, samples=999)

    assert found.interval.mean == pytest.approx(0.3)
    assert found.p == 1 / 1000  # no sample is as far out; the observed one counts


def test_pairs_and_values_are_needed() -> None:
    with pytest.raises(ValueError, match="as many"):
        paired_bootstrap([1.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="no values"):
        bootstrap_interval([])
