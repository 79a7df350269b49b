# ruff: noqa: T201 - its output is read by the test
"""A process that is asked and told things: `python answer_child.py DATA_DIR [DATABASE_URL]`.

Each line of its input is "add WORD" or "ask WORD"; it prints "added", or the session that is nearest to
the word, or the name of the error.
"""

import asyncio
import sys
from pathlib import Path

from daybook.conversation.errors import DaybookError
from daybook.store import Store, StorePlace
from tests.store.bag_of_words import BagOfWords, opened
from tests.store.conversations import session, user


async def nearest(store: Store, word: str, dim: int = 64) -> str:
    """Return the session of the round whose vector is nearest to a word, which has to be one of its words."""
    index = await store.index("ada")
    (query,) = await BagOfWords(dim=dim).embed([word])
    found = await index.near(query[None], limit=1)
    _, best = max((float(row @ query), key.round_id) for key, row in zip(found, found.matrix, strict=True))
    by_words = {name for name, _ in index.words.search(word, limit=9)}
    return store.rounds("ada", [best])[0].session_id if best in by_words else "not found by its words"


async def main(place: StorePlace) -> None:
    store = opened(place)
    print("ready", flush=True)
    for line in sys.stdin:
        verb, word = line.split()
        try:
            if verb == "add":
                await store.add("ada", [session(word, user(f"The {word} is ripe."))])
                print("added", flush=True)
            else:
                print(await nearest(store, word), flush=True)
        except DaybookError as error:
            print(type(error).__name__, flush=True)
    store.close()


if __name__ == "__main__":
    asyncio.run(main(StorePlace(Path(sys.argv[1]), sys.argv[2] if sys.argv[2:] else None)))
