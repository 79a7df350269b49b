from daybook_eval.measures.fact_matching import agreement, distinct, pair_up, saying_of


def test_sentences_agree_by_the_f1_of_their_words() -> None:
    # {love, red, wine} and {like, wine}: one shared of three and two, 2 * 1 / 5
    assert agreement(saying_of("I love red wine."), saying_of("I like wine.")) == 0.4
    assert agreement(saying_of("I have two dogs."), saying_of("I have a dog.")) == 2 / 3


def test_a_denial_agrees_with_no_affirmation_but_two_ways_of_disliking_agree() -> None:
    assert agreement(saying_of("I like mushrooms."), saying_of("I don't like mushrooms.")) == 0
    assert agreement(saying_of("I hate mushrooms."), saying_of("I do not like mushrooms.")) == 0.5


def test_each_sentence_serves_once_and_the_best_pair_goes_first() -> None:
    written = [
        saying_of(text) for text in ("I like dogs.", "I like dogs and hiking.", "I like dogs a lot, dogs!")
    ]
    gold = [saying_of(text) for text in ("I like hiking.", "I like dogs.")]

    assert pair_up(written, gold) == [(0, 1), (1, 0)]


def test_what_says_the_same_counts_once_and_what_says_nothing_not_at_all() -> None:
    assert distinct(["I have a dog.", "I am.", "I have dogs.", "I have no dog."]) == [
        "I have a dog.",
        "I have no dog.",
    ]
