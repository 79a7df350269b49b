"""Mutated documents of every form, through the knowledge base: kept whole, or refused in a line."""

from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import rmtree
from time import perf_counter

from daybook import Daybook
from daybook.documents.convert.text_blocks import decoded
from daybook.documents.knowledge_base import Change, Outcome
from daybook.settings import Settings
from daybook_eval.bench.document_forms import FORMS, Draft
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.examination import described
from daybook_eval.robustness.file_mutations import FIGURES, SLOW, mutate
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally

_OWNER = "me"
_SAID = 200
"""Characters of a refusal from which it is said to be no line to read."""
_DRAFT = Draft(
    "Harbour rules",
    [
        ("Mooring", ["Boats moor at the east quay. The fee is 12 crowns (a day).", "Ask at the café."]),
        ("Winter", ["The harbour is closed while there is ice. " * 8]),
    ],
)


def measure(settings: RobustnessSettings) -> PartResult:
    """Keep mutated documents, a folder of each form, and look whether each is there whole or refused."""
    tally = Tally.of(name.replace("imported", "kept") for name in FIGURES)
    for ending in FORMS:
        _keep_mutated(ending, settings, tally)
    return tally.result("documents", tally.figures["mutations"])


def _keep_mutated(ending: str, settings: RobustnessSettings, tally: Tally) -> None:
    folder, memory = settings.work_dir / "library", settings.work_dir / "memory"
    random, how, where = Random(f"{settings.seed} {ending}"), {}, f"seed {settings.seed}, {ending}"
    folder.mkdir()
    for turn in range(settings.mutations):
        mutation = mutate(FORMS[ending](_DRAFT), random, lines=False, is_json=False)
        path = folder / f"rules-{turn:05}{ending}"
        path.write_bytes(mutation.content)
        how[str(path)] = f"{where} {turn} ({mutation.how})"
    moments = [perf_counter()]
    with Daybook.open(settings=Settings.of(data_dir=memory), embedder=HashedWords()) as daybook:
        try:
            added = daybook.documents.add(
                folder, owner=_OWNER, progress=lambda *_: moments.append(perf_counter())
            )
        except Exception as error:  # whatever passes through is what is looked for
            tally.fault("tracebacks", where, described(error))
        else:
            for change in added.changes:
                _look_at(change, daybook, how[change.source], tally)
        for finding in daybook.check():
            if not finding.ok:
                tally.fault("unsound", where, f"{finding.name}: {finding.detail}")
    slowest = max(after - before for before, after in pairwise(moments))
    if slowest > SLOW:
        tally.fault("stuck", where, f"{slowest:.0f} s")
    rmtree(memory)
    rmtree(folder)


def _look_at(change: Change, daybook: Daybook, where: str, tally: Tally) -> None:
    tally.figures["mutations"] += 1
    if change.outcome is Outcome.REFUSED:
        tally.figures["refused"] += 1
        if "\n" in change.problem or not 0 < len(change.problem) <= _SAID:
            tally.fault("unreadable error lines", where, repr(change.problem))
        return
    tally.figures["kept"] += 1
    document = change.document
    if document is None:
        tally.fault("half-written", where, f"{change.outcome}, and no document")
        return
    items, _ = daybook.parts.store.items.table.all_of(_OWNER)
    own = (item.value for item in items if document.document_id in item.namespace)
    texts = [value["text"] for value in own if "text" in value]
    if len(texts) != document.passages:
        tally.fault("half-written", where, f"{len(texts)} passages, {document.passages} said")
    if document.media_type == "text/plain":
        said = decoded(Path(change.source).read_bytes())
        if "".join("".join(texts).split()) != "".join(said.split()):
            tally.fault("half-written", where, "the words are not those of the file")
