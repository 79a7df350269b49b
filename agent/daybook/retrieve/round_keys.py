"""What may stand before the user's side of a round in its one key: facts or keyphrases.

Source: LongMemEval, section 5.3 (K = V + fact, keyphrase). That what is drawn out comes first, so
that an encoder that cuts the end off a long turn still reads it, is ours, as are the rules that draw it out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log

from daybook.conversation import Record, Round
from daybook.conversation.language import Analyzer
from daybook.settings import RoundKeys
from daybook.store.keys import searchable

KEYPHRASES = 8
"""Of a text."""
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
    else:
        spoken_of = [analyzer.phrases(text[:LONGEST]) for text in said.values()]
        chosen = zip(said, keyphrases(spoken_of), strict=True)
        drawn = {name: ["; ".join(phrases)] for name, phrases in chosen if phrases}
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
