"""Shows the results of imports and of changes of documents, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daybook.conversation import Document, Role
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.results import Changes, Outcome, is_gone

if TYPE_CHECKING:
    from daybook.interfaces.importers.import_run import ChosenFiles, Survey
    from daybook.library.graph_runs import FactsEstimate
    from daybook.store import Added

_LISTED = 5
"""Files skipped, and people, that are named."""
_LINE = 70
_OUTCOMES = {
    Outcome.ADDED: "added",
    Outcome.REPLACED: "changed and read again",
    Outcome.UNCHANGED: "unchanged",
    Outcome.FORGOTTEN: "forgotten, and not kept again",
    Outcome.REFUSED: "not read",
}


def files_passed_over(chosen: ChosenFiles) -> Iterator[str]:
    """Yield a line for each file that is passed over, with why; of many for the first."""
    for file in chosen.passed_over[:_LISTED]:
        yield f"passed over: {file}"
    if len(chosen.passed_over) > _LISTED:
        yield f"and {len(chosen.passed_over) - _LISTED:,} files more"


def lines_on(found: Survey) -> Iterator[str]:
    """Yield what was left out, and what else there is to know."""
    for what, count in found.left_out.items():
        yield f"left out: {count:,} {what}"
    for what, count in found.notes.items():
        yield f"{count:,} {what}" if count > 1 else what


def _show_files(screen: Screen, chosen: ChosenFiles, found: Survey) -> None:
    for line in files_passed_over(chosen):
        screen.line((line, "yellow"))
    for line in lines_on(found):
        screen.line(line)


def show_imported(
    screen: Screen, added: Sequence[Added], seconds: float, chosen: ChosenFiles, found: Survey
) -> None:
    """Print what an import did."""
    if len(added) > 1:
        rows = (
            (item.owner, str(item.sessions), str(item.rounds), str(item.added), str(item.skipped))
            for item in added
        )
        screen.table(("owner", "#sessions", "#rounds", "#added", "#skipped"), rows)
    new, rounds = sum(item.added for item in added), sum(item.rounds for item in added)
    owners = f" of {len(added)} owners" if len(added) > 1 else f" for {added[0].owner!r}"
    already = f", {rounds - new:,} were there already" if rounds > new else ""
    screen.line(
        (f"{new:,} {'round' if new == 1 else 'rounds'} added{owners}{already}, in {seconds:.1f} s", "green")
    )
    _show_files(screen, chosen, found)


def show_preview(screen: Screen, chosen: ChosenFiles, found: Survey) -> None:
    """Print what would be imported; `undated` says which date undated conversations would get."""
    files = f"{len(chosen.files):,} files" if len(chosen.files) > 1 else str(chosen.files[0].source)
    rows = [("files", files), ("format", forms_in(chosen)), ("sessions", f"{found.sessions:,}")]
    rows.append(("rounds", f"{found.rounds:,}"))
    if encodings := encodings_in(found):
        rows.append(("text", encodings))
    if people := people_in(found):
        rows.append(("who", people))
    if found.first and found.last:
        rows.append(("said", f"{found.first:%Y-%m-%d} to {found.last:%Y-%m-%d}"))
    screen.table(("what", "value"), rows)
    _show_files(screen, chosen, found)
    screen.line("nothing was imported; without --dry-run it is")


@dataclass(frozen=True, slots=True)
class FactsRead:
    """An offer to have a chat model find facts, and what came of it."""

    estimate: FactsEstimate
    agreed: bool
    rounds: int = 0
    left: int = 0
    """How many it failed on, or could not be reached for."""
    events: int = 0


def show_facts_read(screen: Screen, done: FactsRead) -> None:
    """Print what a model read."""
    if not done.estimate.calls:
        screen.line("every round was read by a model before")
    elif done.agreed:
        screen.line(
            (f"the model read {done.rounds:,} rounds: {done.events:,} changes of the ledger", "green")
        )
    if done.left and done.agreed:
        again = "the model failed on them; they are read after the next reply in chat, or by importing again"
        screen.line((f"{done.left:,} rounds are left: {again}", "yellow"))


def forms_in(chosen: ChosenFiles) -> str:
    """Name the formats of the files of an import, and how sure that is."""
    counts: dict[str, int] = {}
    others: dict[str, None] = {}
    for file in chosen.files:
        counts[file.kind] = counts.get(file.kind, 0) + 1
        others |= dict.fromkeys(file.others)
    listed = (f"{name} ({count:,})" if len(counts) > 1 else name for name, count in sorted(counts.items()))
    named = ", ".join(listed)
    if chosen.told:
        return f"{named} (as you say)"
    doubt = f"it could be {', '.join(others)} as well; --format says so" if others else "it fits no other"
    return f"{named} ({doubt})"


def encodings_in(found: Survey) -> str:
    """Name the encodings of the texts of an import."""
    return ", ".join(sorted(filter(None, found.encodings)))


def people_in(found: Survey) -> str:
    """Say whose messages go to which side, where the chats name those who speak."""
    sides = []
    for role, whose in ((Role.USER, "you are"), (Role.ASSISTANT, "others are")):
        named = [(name, count) for (name, side), count in found.people.most_common() if side is role and name]
        if named:
            listed = ", ".join(f"{one_line(name, 40)} ({count:,})" for name, count in named[:_LISTED])
            more = f" and {len(named) - _LISTED:,} more" if len(named) > _LISTED else ""
            sides.append(f"{whose} {listed}{more}")
    return "; ".join(sides)


def show_documents(screen: Screen, documents: Sequence[Document]) -> None:
    """Print a line for each document."""
    rows = (
        (
            document.document_id,
            one_line(document.title, _LINE),
            document.collection,
            str(document.passages),
            "" if document.pages is None else str(document.pages),
            f"{document.added_at:%Y-%m-%d}",
            "shared" if document.shared else "",
            "gone" if is_gone(document) else "",
            one_line(document.source),
        )
        for document in documents
    )
    columns = ("=document", "title", "collection", "#passages", "#pages", "=read", "whose", "file", "source")
    screen.table(columns, rows)


def show_changes(screen: Screen, changes: Changes, seconds: float) -> None:
    """Print what was done, with a line for whatever the user should know of a file."""
    for change in changes.changes:
        if change.same_as:
            screen.line((f"{change.source}: the same bytes as {change.same_as}", "yellow"))
        elif change.outcome is Outcome.FORGOTTEN:
            screen.line((f"{change.source}: was forgotten, and is not kept again", "yellow"))
    if changes.passed_over:
        counted = (f"{count:,} {one_line(name, 30)}" for name, count in sorted(changes.passed_over.items()))
        screen.line(f"passed over, as of other forms: {', '.join(counted)}")
    counts = {_OUTCOMES[outcome]: len(changes.of(outcome)) for outcome in Outcome}
    passages = sum(
        change.document.passages
        for change in changes.changes
        if change.document and change.outcome in (Outcome.ADDED, Outcome.REPLACED)
    )
    summary = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
    found = summary or "nothing to look at"
    screen.line((f"documents: {found}; {passages:,} passages in {seconds:.1f} s", "green"))


def show_removed(screen: Screen, documents: Sequence[Document]) -> None:
    """Print what went."""
    for document in documents:
        screen.line(f"{document.document_id}  {one_line(document.title, _LINE)}  {one_line(document.source)}")
    passages = sum(document.passages for document in documents)
    screen.line((f"removed: {len(documents):,} documents, {passages:,} passages", "green"))
