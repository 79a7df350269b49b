"""What may stand before the user's side of a round in its one key: facts, keyphrases or a summary.

Source: LongMemEval, section 5.3 (K = V + fact, keyphrase, summary). That what is drawn out comes first, so
that an encoder that cuts the end off a long turn still reads it, is ours, as are the rules that draw it out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from statistics import fmean

from daybook.conversation import Record, Round
from daybook.conversation.language import Analyzer
from daybook.settings import RoundKeys
from daybook.store.keys import searchable

KEYPHRASES = 8
"""Of a text."""
SUMMARY_SENTENCES = 3
LONGEST = 4_000
"""Characters of a turn that keyphrases are taken from: more is a pasted text."""


def merged_texts(
    form: RoundKeys, rounds: Sequence[Round], records: Iterable[Record], analyzer: Analyzer
) -> Mapping[str, str]:
    """Join what is drawn out of rounds to their user's side, which it stands before.

    Args:
        form: what is drawn out.
        rounds: those to join; one of which nothing is drawn, or without a user's side to search, is left out.
        records: what facts are drawn from, in the order in which they are to stand.
        analyzer: of the language.

    Returns:
        Texts by round id.
    """
    said = {
        round_.round_id: text for round_ in rounds if (text := searchable(round_).get("user", "")).strip()
    }
    drawn: Mapping[str, Sequence[str]]
    if form is RoundKeys.FACT:
        drawn = facts_by_round(records)
    elif form is RoundKeys.KEYPHRASE:
        spoken_of = [analyzer.phrases(text[:LONGEST]) for text in said.values()]
        chosen = zip(said, keyphrases(spoken_of), strict=True)
        drawn = {name: ["; ".join(phrases)] for name, phrases in chosen if phrases}
    else:
        drawn = {name: list(_summary(text, analyzer)) for name, text in said.items()}
    return {name: "\n".join([*drawn[name], text]) for name, text in said.items() if drawn.get(name)}


def facts_by_round(records: Iterable[Record]) -> dict[str, list[str]]:
    """Give the texts of the records that rest on each round, by its id."""
    texts: dict[str, list[str]] = {}
    for record in records:
        for round_id in dict.fromkeys(record.round_ids):
            texts.setdefault(round_id, []).append(record.text)
    return texts


def keyphrases(texts: Sequence[Iterable[str]]) -> list[list[str]]:
    """Choose those phrases of each text that are frequent in it and rare among the texts, best first.

    Args:
        texts: all phrases of each.

    Source: term weighting by tf-idf; Salton and Buckley, Information Processing and Management, 1988.
    """
    phrases = [Counter(text) for text in texts]
    spread = Counter(phrase for held in phrases for phrase in held)
    return [
        sorted(held, key=lambda phrase: -held[phrase] * log(len(texts) / spread[phrase]))[:KEYPHRASES]
        for held in phrases
    ]


def telling_sentences(sentences: Sequence[Sequence[str]]) -> list[int]:
    """Choose the sentences that say most of what a text is about, in their order.

    A sentence is worth the mean share of its words in all of the text's; once one is chosen, its words are
    worth the square of what they were.

    Args:
        sentences: the words of each, at least one.

    Source: SumBasic; Nenkova and Vanderwende, MSR-TR-2005-101.
    """
    counts = Counter(word for words in sentences for word in words)
    worth = {word: count / counts.total() for word, count in counts.items()}
    chosen: list[int] = []
    while len(chosen) < min(SUMMARY_SENTENCES, len(sentences)):
        left = (place for place in range(len(sentences)) if place not in chosen)
        best = max(left, key=lambda place: fmean(worth[word] for word in sentences[place]))
        chosen.append(best)
        worth |= {word: worth[word] ** 2 for word in sentences[best]}
    return sorted(chosen)


def _summary(text: str, analyzer: Analyzer) -> Iterator[str]:
    spans = [text[start:stop] for start, stop in analyzer.sentences(text)]
    sentences = [(sentence, words) for sentence in spans if (words := analyzer.words(sentence))]
    return (sentences[place][0] for place in telling_sentences([words for _, words in sentences]))
