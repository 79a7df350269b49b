"""Texts that look like talk to an index: words by Zipf's law, in sentences, 20 to 150 words a side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Role, Session, Turn

ROUNDS = 10
"""Rounds of a session."""
_VOCABULARY = 30_000
_SHORTEST, _LONGEST = 20, 150
"""Words of a side."""
_SENTENCE = 11
"""Words of a sentence."""
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in ("a", "e", "i", "o", "u")]
_BEGAN = datetime(2015, 1, 1, 9, tzinfo=UTC)
_FACT_EVERY = 5
"""Sessions of which one says where the owner lives, so that there is a ledger."""


@dataclass(frozen=True)
class Talk:
    """What one owner says; the same seed says the same."""

    seed: int

    def sessions(self, rounds: int, first: int = 0) -> Iterator[Session]:
        """Yield as many sessions as hold so many rounds; the last may be shorter."""
        for number in range(first, first + -(-rounds // ROUNDS)):
            yield self.session(number, min(ROUNDS, rounds - ROUNDS * (number - first)))

    def session(self, number: int, rounds: int = ROUNDS) -> Session:
        """Make the session of a number; its id is `session_name(number)`."""
        chance = np.random.default_rng([self.seed, number])
        moment = _BEGAN + timedelta(hours=7 * number)
        turns = []
        for place in range(rounds):
            said = self._text(chance)
            if place == 0 and number % _FACT_EVERY == 0:
                said = f"I live in {self.words[number % _VOCABULARY].title()} now. {said}"
            at = moment + timedelta(minutes=place)
            turns += [Turn(Role.USER, said, said_at=at), Turn(Role.ASSISTANT, self._text(chance), said_at=at)]
        return Session(session_name(number), moment, tuple(turns))

    def questions(self, count: int, sessions: int, seed: int) -> list[str]:
        """Ask about what was said in some of the first sessions, by three of its words."""
        chance = Random(f"{self.seed} {seed}")
        found = []
        for _ in range(count):
            text = self.session(chance.randrange(sessions), 1).turns[0].content
            words = [word for word in text.lower().replace(".", "").split() if len(word) > 3]
            one, two, three = chance.sample(words, 3)
            found.append(f"What did I say about {one} and {two} {three}?")
        return found

    @cached_property
    def words(self) -> list[str]:
        """The vocabulary, the commonest word first; common words are short."""
        chance, made = Random(30), dict[str, None]()
        while len(made) < _VOCABULARY:
            length = 1 if len(made) < 40 else 2 if len(made) < 2_000 else chance.randint(3, 4)
            made["".join(chance.choices(_SYLLABLES, k=length))] = None
        return list(made)

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """Running sum of the words' probabilities: the word of rank r has a share in proportion to 1 / r."""
        shares = np.cumsum(1 / np.arange(1, _VOCABULARY + 1))
        return np.asarray(shares / shares[-1])

    def _text(self, chance: np.random.Generator) -> str:
        count = int(chance.integers(_SHORTEST, _LONGEST + 1))
        places = np.searchsorted(self._shares, chance.random(count))
        words = [self.words[place] for place in places]
        sentences = [words[start : start + _SENTENCE] for start in range(0, count, _SENTENCE)]
        return " ".join(" ".join(sentence).capitalize() + "." for sentence in sentences)


def session_name(number: int) -> str:
    """Name a session by its number."""
    return f"s{number}"
