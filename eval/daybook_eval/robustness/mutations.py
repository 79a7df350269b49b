"""Mutated files of every importable format, through `daybook import`: no traceback, nothing kept by half."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import TypeAlias

from daybook import Daybook
from daybook.conversation import Round, rounds_of
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.formats import ImportOptions
from daybook.interfaces.importers.import_survey import choose_files, histories_of
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.examination import CommandRun, embedding_with, run_command
from daybook_eval.robustness.file_mutations import FIGURES, SLOW, mutate
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally
from daybook_eval.robustness.sample_files import SampleFile, sample_files

_KEPT = re.compile(r"with (\d+) new rounds were kept before that")
_OWNER = "me"
_LIMIT = 1_000_000_000
_SAID = 300
"""Characters of an error line from which it is said to be no line to read."""
_Sessions: TypeAlias = dict[tuple[str, str, int], set[tuple[tuple[str, str], ...]]]
"""Role and text of each side of each round, by owner, session id and occurrence."""


def measure(settings: RobustnessSettings) -> PartResult:
    """Import mutated files, each into an empty memory, and look what was kept.

    An import that ends with 0 keeps every session of the file; a refused one says in one line how many rounds
    it kept, all of whole sessions.
    """
    embedder, tally = HashedWords(), Tally.of(FIGURES)
    for name, sample in sample_files(settings.work_dir, embedder).items():
        random = Random(f"{settings.seed} {name}")
        with embedding_with(embedder):
            for turn in range(settings.mutations):
                label = f"seed {settings.seed}, {name} {turn}"
                _import_mutated(label, sample, settings.work_dir, embedder, random, tally)
    return tally.result("mutations", tally.figures["mutations"])


def _import_mutated(
    name: str, sample: SampleFile, work: Path, embedder: Embedder, random: Random, tally: Tally
) -> None:
    mutation = mutate(sample.content, random, lines=sample.lines, is_json=sample.is_json)
    path, data_dir = work / "history.json", work / "memory"
    path.write_bytes(mutation.content)
    format_name = random.choice(("auto", sample.format_name))
    named = ("--format", format_name, "--data-dir", str(data_dir))
    done = run_command("import", str(path), "--json", *named, *sample.arguments)
    where = f"{name} ({mutation.how}; --format {format_name})"
    tally.figures["mutations"] += 1
    if done.seconds > SLOW:
        tally.fault("stuck", where, f"{done.seconds:.0f} s")
    if done.fault:
        tally.fault("tracebacks", where, done.fault)
    else:
        tally.figures["refused" if done.code else "imported"] += 1
    if done.code and (len(done.err.splitlines()) != 1 or len(done.err) > _SAID):
        tally.fault("unreadable error lines", where, repr(done.err[:_SAID]))
    if data_dir.exists():
        given = _given(path, None if format_name == "auto" else format_name, sample.me)
        for what, problem in _problems(done, given, Settings.of(data_dir=data_dir), embedder):
            tally.fault(what, where, problem)
        rmtree(data_dir)


def _problems(
    done: CommandRun, given: _Sessions, memory: Settings, embedder: Embedder
) -> Iterator[tuple[str, str]]:
    """Compare what was kept with what the file holds, and with what the command said."""
    kept: _Sessions = defaultdict(set)
    with Daybook.open(settings=memory, embedder=embedder) as daybook:
        for owner in {owner for owner, _, _ in given}:
            for name in {session.session_id for session in daybook.sessions(owner=owner)}:
                for round_ in daybook.rounds(owner=owner, session_id=name):
                    kept[owner, round_.session_id, round_.occurrence].add(_texts(round_))
        rounds = daybook.stats().rounds
        wrong = [finding for finding in daybook.check() if not finding.ok]
    for finding in wrong:
        if finding.name != "indexing" or done.code == 0:  # what stopped in the middle is indexed later
            yield "unsound", f"{finding.name}: {finding.detail}"
    if done.code == 0:
        said = sum(owner["added"] for owner in json.loads(done.out)["owners"])
        if kept != given:
            yield "half-written", f"{len(kept)} sessions kept are not the {len(given)} of the file"
    else:
        found = _KEPT.search(done.err)
        said = int(found[1]) if found else 0
        if any(given.get(name) != texts for name, texts in kept.items()):
            yield "half-written", "a session was kept by half"
    if rounds != said:
        yield "half-written", f"{rounds} rounds kept, {said} said"


def _given(path: Path, kind: str | None, me: str | None) -> _Sessions:
    """Read what a file holds, up to the first thing in it that is wrong."""
    found: _Sessions = defaultdict(set)
    try:
        chosen = choose_files(path, kind, _LIMIT)
        for _, history in histories_of(chosen.files, ImportOptions(me=me, limit=_LIMIT)):
            owner = history.owner or _OWNER
            sessions = [(session, rounds_of(session, owner)) for session in history.sessions]
            for session, rounds in history.archive.sessions if history.archive else sessions:
                texts = set(map(_texts, rounds))
                found[owner, session.session_id, session.occurrence] |= texts
    except BadInput:
        return found
    return found


def _texts(round_: Round) -> tuple[tuple[str, str], ...]:
    return tuple((turn.role.value, turn.content) for turn in round_.turns)
