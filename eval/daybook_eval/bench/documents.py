"""A knowledge base at size: 1,000 generated documents, kept, cut off, brought up to date, removed.

Each form has a fifth of them. The first process is killed when half of the files are kept; its leavings are
counted, and a second process goes on. Peak memory is the second's, apart from what reads the files.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from daybook import Daybook
from daybook.documents.knowledge_base import Outcome
from daybook.settings import Settings
from daybook_eval.bench.document_forms import FORMS, Draft
from daybook_eval.embedders import HashedWords

OWNER = "me"
_WINDOW = 1_500
"""Characters of a window of the embedder that costs nothing: about those of the bundled one."""
CHANGED = 10
"""Documents that are changed, and then removed."""
_THINGS = "berth crane ferry lamp ledger pontoon rope shed skiff slip tide winch".split()
_DOES = ("belongs to", "is kept beside", "waits for", "was moved from", "is older than", "costs more than")
_HOW = (
    *("in winter", "on market days", "at low water", "without notice"),
    *("by old custom", "since the flood", "for visitors"),
)


def measure(documents: int, sections: int, seed: int, hashed: bool) -> str:
    """Make documents, keep them, and give the figures; `hashed` embeds for nothing, to see the rest."""
    with TemporaryDirectory() as folder:
        library, memory = Path(folder) / "library", Path(folder) / "memory"
        library.mkdir()
        for number in range(documents):
            _write(library, number, sections, seed)
        size = sum(path.stat().st_size for path in library.iterdir())
        figures: dict[str, object] = {"documents": documents, "bytes of files": size}
        figures |= _killed(library, memory, documents // 2, hashed=hashed)
        done = subprocess.run(_adding(library, memory, hashed), stdout=subprocess.PIPE, text=True, check=True)
        continued = json.loads(done.stdout.splitlines()[-1])
        figures |= {f"second process: {name}": timed for name, timed in continued.items()}
        figures |= _used(library, memory, sections, seed + 1, hashed=hashed)
    return json.dumps(figures, indent=1)


def _used(library: Path, memory: Path, sections: int, seed: int, *, hashed: bool) -> dict[str, object]:
    """Add again, update, list and remove; changed documents have the text of another seed."""
    with _open(memory, hashed=hashed) as daybook:
        stats, base = daybook.stats(owner=OWNER), daybook.documents
        figures: dict[str, object] = {
            "passages": stats.passages,
            "vectors and words, bytes on disk": stats.bytes,
        }

        @contextmanager
        def timing(name: str) -> Iterator[None]:
            began = perf_counter()
            yield
            figures[f"{name}, s"] = round(perf_counter() - began, 2)

        with timing("add again, nothing changed"):
            base.add(library, owner=OWNER)
        for number in range(CHANGED):
            _write(library, number, sections, seed)
        with timing(f"update, {CHANGED} changed"):
            done = base.update(owner=OWNER)
        figures["replaced"] = len(done.of(Outcome.REPLACED))
        with timing("list"):
            there = base.list(owner=OWNER)
        with timing(f"remove {CHANGED}"):
            base.remove([document.document_id for document in there[:CHANGED]], owner=OWNER)
        figures["left"] = len(base.list(owner=OWNER))
        figures["sound"] = all(finding.ok for finding in daybook.check())
    return figures


def _killed(library: Path, memory: Path, most: int, *, hashed: bool) -> dict[str, object]:
    """Begin to add in another process, kill it when so many are kept, and count what is whole."""
    began = perf_counter()
    process = subprocess.Popen(_adding(library, memory, hashed), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= most:
            break
    process.kill()
    process.wait()
    seconds = perf_counter() - began
    sleep(1)  # what read the files for it sees that nobody asks any more
    with _open(memory, hashed=hashed) as daybook:
        there = daybook.documents.list(owner=OWNER)
        half = [document for document in there if document.passages < 1]
        items = daybook.stats(owner=OWNER)
    return {
        "killed after, s": round(seconds, 1),
        "kept when killed": len(there),
        "of these by half": len(half) + items.documents - len(there),
    }


def _adding(library: Path, memory: Path, hashed: bool) -> list[str]:
    call = f"add(Path({str(library)!r}), Path({str(memory)!r}), hashed={hashed})"
    return [sys.executable, "-c", f"from pathlib import Path; from {__name__} import add; {call}"]


def add(library: Path, memory: Path, *, hashed: bool) -> None:
    """Add a folder, and print how many files are done, and at last what it took."""

    def tell(done: int, _: int) -> None:
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()

    with _open(memory, hashed=hashed) as daybook:
        began = perf_counter()
        changes = daybook.documents.add(library, owner=OWNER, progress=tell)
        seconds = perf_counter() - began
    own, apart = (
        resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    added = changes.of(Outcome.ADDED)
    passages = sum(change.document.passages for change in added if change.document)
    told = {
        "added": len(added),
        "unchanged": len(changes.of(Outcome.UNCHANGED)),
        "refused": len(changes.of(Outcome.REFUSED)),
        "s": round(seconds, 1),
        "documents a second": round(len(added) / seconds, 1),
        "passages a second": round(passages / seconds, 1),
        "peak MB": own // 1024,
        "reader, MB": apart // 1024,
    }
    sys.stdout.write(json.dumps(told))


def _open(memory: Path, *, hashed: bool) -> Daybook:
    return Daybook.open(
        settings=Settings.of(data_dir=memory), embedder=HashedWords(window=_WINDOW) if hashed else None
    )


def _write(library: Path, number: int, sections: int, seed: int) -> None:
    """Write a document; of each the form is that of its number, and the text that of number and seed."""
    random = Random(f"{seed} {number}")
    ending = list(FORMS)[number % len(FORMS)]
    drawn = [
        (f"Part {place + 1}: the {random.choice(_THINGS)}", [" ".join(_sentences(random))])
        for place in range(sections)
    ]
    draft = Draft(f"Notes on berth {number}", drawn)
    (library / f"notes-{number:05}{ending}").write_bytes(FORMS[ending](draft))


def _sentences(random: Random) -> Iterator[str]:
    for _ in range(9):
        one, other = random.sample(_THINGS, 2)
        does, how = random.choice(_DOES), random.choice(_HOW)
        quay, house = random.randint(1, 999), random.randint(1, 99)
        yield f"The {one} of quay {quay} {does} the {other} of house {house} {how}."
