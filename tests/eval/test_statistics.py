from __future__ import annotations

import pytest

from daybook_eval.statistics import bootstrap_interval, mcnemar, paired_bootstrap


def test_mcnemar_is_the_exact_binomial_test_of_the_questions_that_differ() -> None:
    # first alone right 1, second alone right 7: 2 * (C(8,0) + C(8,1)) / 2**8 = 18 / 256
    first = [True] * 5 + [True] + [False] * 7 + [False] * 2
    second = [True] * 5 + [False] + [True] * 7 + [False] * 2

    found = mcnemar(first, second)

    assert (found.first_only, found.second_only, found.p) == (1, 7, 18 / 256)


def test_runs_that_never_differ_are_no_different() -> None:
    assert mcnemar([True, False], [True, False]).p == 1
    assert mcnemar([True, False], [False, True]).p == 1
    assert paired_bootstrap([0.5, 0.2], [0.5, 0.2]).p == 1


def test_mcnemar_needs_pairs() -> None:
    with pytest.raises(ValueError, match="longer"):
        mcnemar([True], [True, False])


def test_the_same_seed_gives_the_same_interval() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0]

    assert bootstrap_interval(values, seed=3) == bootstrap_interval(values, seed=3)
    assert bootstrap_interval(values, seed=3).mean == pytest.approx(0.6)


def test_the_interval_of_many_coins_is_that_of_the_normal_approximation() -> None:
    # 0.5 ± 1.96 * sqrt(0.25 / 400) = 0.5 ± 0.049
    found = bootstrap_interval([0.0, 1.0] * 200)

    assert found.low == pytest.approx(0.451, abs=0.006)
    assert found.high == pytest.approx(0.549, abs=0.006)


def test_one_value_is_as_sure_as_it_gets() -> None:
    found = bootstrap_interval([0.25])

    assert (found.mean, found.low, found.high) == (0.25, 0.25, 0.25)


def test_a_difference_that_every_question_shows_is_not_chance() -> None:
    found = paired_bootstrap([0.1] * 20, [0.4] * 20, samples=999)

    assert found.interval.mean == pytest.approx(0.3)
    assert found.p == 1 / 1000  # no sample is as far out; the observed one counts


def test_the_paired_bootstrap_agrees_with_mcnemar_on_rights_and_wrongs() -> None:
    first = [1.0] * 30 + [0.0] * 14 + [1.0] * 6 + [0.0] * 50
    second = [1.0] * 30 + [1.0] * 14 + [0.0] * 6 + [0.0] * 50

    found = paired_bootstrap(first, second)

    assert found.interval.mean == pytest.approx(0.08)
    # z = 8 / sqrt(20 - 0.64) = 1.82, two-sided 0.069; the exact test gives 0.115
    assert found.p == pytest.approx(0.069, abs=0.02)
    assert mcnemar([value > 0 for value in first], [value > 0 for value in second]).p == pytest.approx(
        0.115, abs=0.001
    )


def test_pairs_and_values_are_needed() -> None:
    with pytest.raises(ValueError, match="as many"):
        paired_bootstrap([1.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="no values"):
        bootstrap_interval([])
