"""Which files an import takes, and what they hold: each is read once before anything is kept."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from daybook.conversation import Round, Session, rounds_of
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.formats import History, ImportOptions, read_histories, recognise
from daybook.interfaces.importers.import_sources import Source, files_of

_SAMPLED = 64
"""Sessions that are kept to measure with: as many as come first, and then ever fewer, over all files."""
_MEANT = re.compile(r"conversations|result|myactivity|_chat|whatsapp", re.IGNORECASE)
"""In names of files that hold chats: one of these that cannot be read is no file to pass over."""

_SCRIPTS: Mapping[str, re.Pattern[str]] = {
    "ja": re.compile(r"[\u3040-\u30ff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"),
    "zh": re.compile(r"[\u4e00-\u9fff]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
    "el": re.compile(r"[\u0370-\u03ff]"),
    "ar": re.compile(r"[\u0600-\u06ff]"),
    "he": re.compile(r"[\u0590-\u05ff]"),
    "hi": re.compile(r"[\u0900-\u097f]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
}
"""A script that one language writes most; a text of which a fifth is in it counts as of that language."""
_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        "the and to of is it i you that in for my was have with what on not are this do can".split()
    ),
    "de": frozenset(
        "der die das und ich ist nicht ein eine mit zu es du auf für wie wir den im auch".split()
    ),
    "fr": frozenset("le la les et je est pas un une des que pour dans vous tu en du avec mais sur".split()),
    "es": frozenset("el la los y que de en un una es no por con para me mi lo se como pero".split()),
    "it": frozenset("il la che di e un una non per con sono mi ho del è in si ma come anche".split()),
    "pt": frozenset("o a os que de e um uma não para com em eu é do da meu minha mas como".split()),
    "nl": frozenset("de het een en ik is niet van dat je in op te met voor maar zijn wat er ook".split()),
}


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file, and the name of its format."""

    source: Source
    kind: str


@dataclass(frozen=True, slots=True)
class ChosenFiles:
    """What an import takes."""

    files: tuple[ImportFile, ...]
    """One at least."""
    passed_over: tuple[str, ...] = ()
    """Files of a folder or a zip that are of no known format: each with the reason."""


def choose_files(given: Source, kind: str | None, limit: int) -> ChosenFiles:
    """List the files that an import of a file, a folder or a zip (of `limit` bytes, unpacked) takes.

    `kind` is the format of every file; None to tell it from each.

    Raises:
        BadInput: none can be imported, or a file that holds chats by its name cannot be read.
    """
    found = files_of(given, limit)
    if kind is not None:
        return ChosenFiles(tuple(ImportFile(source, kind) for source in found))
    if found == [given]:
        return ChosenFiles((ImportFile(given, recognise(given)),))
    files, errors = [], []
    for source in found:
        try:
            files.append(ImportFile(source, recognise(source)))
        except BadInput as error:
            if "not JSON" in error.problem and _MEANT.search(source.name):
                raise
            errors.append(error)
    if not files:
        if len(errors) == 1:
            raise errors[0]
        problem = f"none of its {len(errors)} files can be imported; {found[0].name}: {errors[0].problem}"
        raise BadInput(problem, source=str(given))
    return ChosenFiles(tuple(files), tuple(str(error) for error in errors))


@dataclass(slots=True)
class Survey:
    """Counts over all files of an import."""

    sessions: int = 0
    rounds: int = 0
    first: datetime | None = None
    last: datetime | None = None
    histories: Counter[str] = field(default_factory=Counter)
    """How many memories the files of each format make."""
    left_out: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    """Sampled rounds, by the language of what the owner said."""
    sample: list[Sequence[Round]] = field(default_factory=list)
    """The rounds of some sessions."""

    @property
    def language_shares(self) -> dict[str, float]:
        """The share of each language, the largest first."""
        total = self.languages.total()
        return {name: round(count / total, 3) for name, count in self.languages.most_common()}

    def take(self, session: Session, rounds: Sequence[Round]) -> None:
        """Count a session."""
        step = max(1, self.sessions // _SAMPLED)
        if self.sessions % step == 0:
            said = (round_.user.content for round_ in rounds if round_.user)
            self.languages.update(map(_language_of, said))
            if len(self.sample) < _SAMPLED:
                self.sample.append(rounds)
            else:
                self.sample[(self.sessions // step) % _SAMPLED] = rounds
        self.sessions += 1
        self.rounds += len(rounds)
        for moment in (session.started_at, *(round_.said_at for round_ in rounds)):
            self.first = moment if self.first is None or moment < self.first else self.first
            self.last = moment if self.last is None or moment > self.last else self.last


def histories_of(
    files: Collection[ImportFile], options: ImportOptions
) -> Iterator[tuple[ImportFile, History]]:
    """Yield the histories of all files, each with its file."""
    return ((file, found) for file in files for found in read_histories(file.source, file.kind, options))


def survey(files: Collection[ImportFile], options: ImportOptions, progress: Callable[[int], None]) -> Survey:
    """Read every file to its end, and count; `progress` gets the sessions read so far.

    Raises:
        BadInput: something in a file is wrong.
    """
    found = Survey()
    for file, history in histories_of(files, options):
        if history.archive is not None:
            for session, rounds in history.archive.sessions:
                found.take(session, rounds)
        else:
            for session in history.sessions:
                found.take(session, rounds_of(session, ""))
                progress(found.sessions)
        found.histories[file.kind] += 1
        found.left_out.update(history.left_out)
        found.notes.update(history.notes)
    return found


def _language_of(text: str) -> str:
    """Guess the language of a text: a code of two letters, or "other" where too little tells it."""
    beginning = text[:1_000].lower()
    letters = sum(sign.isalpha() for sign in beginning)
    for code, script in _SCRIPTS.items():
        if letters and 5 * len(script.findall(beginning)) > letters:
            return code
    words = re.findall(r"[^\W\d_]+", beginning)
    shares = {code: sum(word in common for word in words) for code, common in _WORDS.items()}
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] and 10 * shares[best] >= len(words) else "other"
