"""What the next question waits for, each as a line of the doctor's; nothing is loaded or changed."""

from __future__ import annotations

import os

from daybook.embedding import Embedder
from daybook.embedding.minilm import MiniLM
from daybook.errors import ModelUnavailable
from daybook.library.daybook import Daybook
from daybook.library.wiring import place_of
from daybook.settings import Settings
from daybook.store import HEAD, CheckResult, stored_schema, vectors_on_disk

LOADING, BUILDING = "about a second", "some 5 seconds"
"""How long the embedding model takes to be loaded, its libraries among it, and to be built, on two cores."""


def model_check(embedder: Embedder) -> CheckResult | None:
    """Look whether the bundled model can be had, without loading it; None for another embedder."""
    if not isinstance(embedder, MiniLM):
        return None
    try:
        built = embedder.is_built()
    except ModelUnavailable as error:
        return CheckResult("model", False, str(error))
    if built:
        return CheckResult("model", True, f"loaded at the first question, in {LOADING}")
    return CheckResult("model", True, f"built from its weights at the first question, once, in {BUILDING}")


def migration_check(settings: Settings) -> CheckResult | None:
    """Look whether an older Daybook made the database; None where nothing has to be brought up to date.

    Raises:
        StoreError: the database cannot be read.
    """
    version = stored_schema(place_of(settings))
    if version is None or version >= HEAD:
        return None
    return CheckResult("schema", True, f"version {version}: brought to {HEAD} by the next other command")


def facts_check(daybook: Daybook) -> CheckResult | None:
    """Name events that cannot be read and count the rounds not yet posted; None where no ledger is kept."""
    if not daybook.parts.settings.ledger:
        return None
    store = daybook.parts.store
    unreadable = [str(key) for owner in store.owners() for key in store.ledgers.unreadable(owner)]
    if unreadable:
        lost = f"events of the ledger that cannot be read: {', '.join(unreadable)}"
        return CheckResult("facts", False, f"{lost}; put a copy of the database back")
    left = sum(len(store.ledgers.unposted(owner)) for owner in store.owners())
    waiting = f"{left} rounds yet to be read for facts: done at the next question"
    return CheckResult("facts", True, waiting if left else "every round is read")


def memory_check(settings: Settings) -> CheckResult | None:
    """Look whether there is a memory, or one can be made; None where there is one.

    Raises:
        StoreError: the database cannot be read.
    """
    place, folder = place_of(settings), settings.data_dir
    if stored_schema(place) is not None:
        return None
    # Vectors beside a database elsewhere may be those of a file that was here before.
    if place.database_url is None and (left := vectors_on_disk(folder / "chroma")):
        lost = f"the database is gone or empty, but {left} vectors of it are left: put a copy of it back"
        return CheckResult("memory", False, lost)
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not (there.is_dir() and os.access(there, os.W_OK)):
        return CheckResult("memory", False, f"{folder} cannot be made: {there} is no folder to write to")
    return CheckResult("memory", True, "none yet: `daybook import FILE` or `daybook chat` begins one")
