"""Memories as training sees them: keys, their vectors, and what the words of each question say."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import RetrievalPlan
from daybook.models.embedding import Embedder, Vectors
from daybook.retrieve.dense_search import OTHER_SIDE_PENALTY
from daybook.retrieve.fusion import word_scores
from daybook.retrieve.speakers import SpeakerFilter
from daybook.settings import Keying
from daybook.store import open_store
from daybook.store.search_index import SEARCHED
from daybook.text.english import ENGLISH
from daybook_eval.training.query_encoder.examples import TrainingMemory, TrainingQuestion


@dataclass(frozen=True, slots=True)
class EncodedQuestion:
    """A question, and all that ranks rounds but its vector."""

    text: str
    """Without the names of the memory's speakers, as it is searched with."""
    answers: NDArray[np.intp]
    words: NDArray[np.float32]
    """Shape (rounds,): the weighted, standardised scores by words."""
    penalties: NDArray[np.float32]
    """Shape (keys,): what is taken off the cosines of the side that is not asked about."""
    asked: TrainingQuestion


@dataclass(frozen=True, slots=True)
class EncodedMemory:
    """The keys of a history, and its questions."""

    owner: str
    matrix: Vectors
    """Shape (keys, dim): unit vectors."""
    places: NDArray[np.int64]
    """Shape (keys,): the place of each key's round."""
    rounds: int
    questions: tuple[EncodedQuestion, ...]


async def encoded(memory: TrainingMemory, embedder: Embedder) -> EncodedMemory:
    """Keep a history in a store of its own, as a user's is kept, and read off what ranks its rounds."""
    with TemporaryDirectory() as folder:
        store = open_store(
            Path(folder),
            embedder=embedder,
            keying=Keying.MAX_SIM,
            analyzer=ENGLISH,
            exact_limit=None,
        )
        try:
            await store.add(memory.owner, memory.sessions)
            index = await store.index(memory.owner)
            keys = index.index.all_keys()
            assert keys is not None  # without a limit
            rows = keys.rows_of(fields=SEARCHED[Keying.MAX_SIM])
            names = [keys.rounds[place] for place in range(len(keys.rounds))]
            rounds = {round_.round_id: round_ for round_ in store.rounds(memory.owner, names)}
            at = {(rounds[name].session_id, rounds[name].position): place for place, name in enumerate(names)}
            in_words = index.words.rounds.places(keys.rounds)
            fields, places = keys.fields[rows], keys.round_places[rows]
            questions = []
            for asked in memory.questions:
                answers = sorted(set(_answers(asked, at)))
                if not answers:
                    continue
                speakers = SpeakerFilter.by(RetrievalPlan(asked.text, (asked.text,), {}), index.words)
                is_asked = speakers.fields(keys.rounds)[places, fields]
                words = sum(
                    weight * standard
                    for weight, standard in word_scores(index.words, asked.text, speakers.speakers)
                )
                questions.append(
                    EncodedQuestion(
                        speakers.without_names(asked.text),
                        np.array(answers, dtype=np.intp),
                        np.asarray(words, dtype=np.float32)[in_words],
                        np.where(is_asked, 0, OTHER_SIDE_PENALTY).astype(np.float32),
                        asked,
                    )
                )
        finally:
            store.close()
    return EncodedMemory(
        memory.owner, keys.matrix[rows], places.astype(np.int64), len(names), tuple(questions)
    )


def _answers(asked: TrainingQuestion, at: dict[tuple[str, int], int]) -> Iterator[int]:
    for session, position in asked.places:
        if position is not None:
            if (session, position) in at:
                yield at[session, position]
        else:
            yield from (place for (name, _), place in at.items() if name == session)
