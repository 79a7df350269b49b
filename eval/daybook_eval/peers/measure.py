"""Asks every memory the questions of a file, and measures what it finds and what that costs."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from daybook.conversation import Candidate
from daybook.conversation.errors import BadInput
from daybook.models.embedding import Embedder, Vectors
from daybook.models.embedding.embedder import WrappedEmbedder
from daybook.settings import Settings
from daybook_eval.cli.options import chosen
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.embedders import open_embedder
from daybook_eval.measures.retrieval import Population
from daybook_eval.peers.elsewhere import peers_at
from daybook_eval.peers.memories import PEERS, Peer
from daybook_eval.report.figures import KEY_MEASURES, values_of
from daybook_eval.report.scores import Scored, score
from daybook_eval.runs.executor import by_history
from daybook_eval.statistics import ConfidenceInterval, bootstrap_interval
from daybook_eval.systems.system import SystemResult, record_of
from daybook_eval.tables import Report, markdown

MEASURES = {name: " ".join(place) for name, place in KEY_MEASURES.items() if place[0] in ("round", "session")}


class Metered(WrappedEmbedder):
    """Counts the texts that it embeds and the time that it takes, which a full cache makes short."""

    seconds = 0.0
    """Of processors."""
    texts = 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts."""
        began = process_time()
        vectors = await self.plain.embed(texts)
        self.seconds += process_time() - began
        self.texts += len(texts)
        return vectors

    def time_besides(self) -> float:
        """Return the processor seconds that went into anything else; only differences mean something."""
        return process_time() - self.seconds


@dataclass(slots=True)
class Measured:
    """Results of one memory; seconds are those of processors, without embedding."""

    scored: list[Scored] = field(default_factory=list)
    rounds: int = 0
    keeping: float = 0.0
    embedded: int = 0
    """Texts, while keeping."""
    size: int = 0
    asking: float = 0.0

    def found(self) -> dict[str, ConfidenceInterval]:
        """Give each measure with its interval, over the answerable questions."""
        return {name: bootstrap_interval(values_of(self.scored, place)) for name, place in MEASURES.items()}

    def cost(self) -> dict[str, float]:
        """Give what keeping and asking took, by the names of the figures."""
        thousands = self.rounds / 1000
        return {
            "s to keep 1,000 rounds": self.keeping / thousands,
            "texts embedded for 1,000": self.embedded / thousands,
            "MB for 1,000": self.size / 1e6 / thousands,
            "ms a question": 1000 * self.asking / len(self.scored),
        }


def measure(cases: Iterable[Case], peers: Mapping[str, Peer], embedder: Embedder) -> dict[str, Measured]:
    """Ask every memory the same questions, one history after the other.

    A DaybookError of a memory is passed on: half a table compares nothing.
    """
    metered = Metered(embedder)
    measured = {name: Measured() for name in peers}
    with TemporaryDirectory(prefix="daybook-eval-", ignore_cleanup_errors=True) as scratch:
        for number, asked in enumerate(by_history(cases, most=sys.maxsize), start=1):
            for name, peer in peers.items():
                print(f"history {number}: {name}", file=sys.stderr, flush=True)
                folder = Path(scratch) / f"{number} {name}"
                folder.mkdir()
                _ask(asked, peer, metered, folder, measured[name])
    return measured


def _ask(cases: Sequence[Case], peer: Peer, embedder: Metered, folder: Path, into: Measured) -> None:
    rounds = {round_.round_id: round_ for round_ in cases[0].rounds()}
    with peer.open(folder, embedder) as memory:

        def seconds() -> float:
            return embedder.time_besides() + memory.seconds_elsewhere()

        began, texts = seconds(), embedder.texts
        memory.keep(cases[0])
        into.keeping += seconds() - began
        into.embedded += embedder.texts - texts
        for case in cases:
            began = seconds()
            found = dict.fromkeys(memory.find(case))
            into.asking += seconds() - began
            ranked = [Candidate(rounds[name], 1 / rank) for rank, name in enumerate(found, start=1)]
            into.scored.append(score(record_of(case, SystemResult(final=ranked))))
    into.rounds += len(rounds)
    into.size += sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def installed() -> tuple[dict[str, Peer], list[str]]:
    """Return the memories whose packages are here, and a line for each of the others."""
    here = {name: peer for name, peer in PEERS.items() if find_spec(peer.module)}
    return here, [
        f"{name} is left out: {peer.package} is not installed (uv sync --group peers)"
        for name, peer in PEERS.items()
        if name not in here
    ]


def report(
    data: Path,
    only: Sequence[str] | None,
    at: Sequence[str] | None,
    every: int,
    limit: int | None,
    cache: Path,
) -> Report:
    """Ask the memories the questions of a file with the embedder by default; see `measured_report`."""
    embedder = open_embedder(Settings.of(), cache=cache)
    shape = measured_report(data, embedder, limit=limit, every=every, only=only, at=at or ())
    return Report(list(as_markdown(shape)), shape)


def measured_report(
    data: Path,
    embedder: Embedder,
    *,
    limit: int | None = None,
    every: int = 1,
    only: Sequence[str] | None = None,
    at: Sequence[str] = (),
) -> dict[str, Any]:
    """Measure every memory that is installed on the questions of a file, or on every so manieth of them.

    Returns:
        What `--json` prints: "data", "answerable" questions, "embedder"; "systems" by name, each with its
        "package", its "use", what it "found" (mean and bounds by measure) and its "cost"; "missing" lines.

    Raises:
        BadInput: the file cannot be read, or has no answerable question; there is no such memory.
        DaybookError: a memory failed.
    """
    peers, missing = installed()
    peers |= peers_at(at)
    peers = {name: peers[name] for name in chosen(only, [*peers])}
    measured = measure(islice(islice(read_cases(data), 0, None, every), limit), peers, embedder)
    scored = next(iter(measured.values())).scored
    answerable = sum(Population.ANSWERABLE in question.populations for question in scored)
    if not answerable:
        raise BadInput("no question that was asked has evidence to be found", source=data)
    return {
        "data": data.name,
        "answerable": answerable,
        "embedder": embedder.fingerprint,
        "systems": {
            name: {
                "package": f"{peer.package} {peer.version or version(peer.package)}",
                "use": peer.use,
                "found": {key: asdict(interval) for key, interval in measured[name].found().items()},
                "cost": measured[name].cost(),
            }
            for name, peer in peers.items()
        },
        "missing": missing,
    }


def as_markdown(shape: Mapping[str, Any]) -> Iterator[str]:
    """Write a report as a table with its notes, line by line."""
    systems = shape["systems"]
    first = next(iter(systems.values()))
    yield f"{shape['answerable']} answerable questions of {shape['data']}, embedder {shape['embedder']}"
    yield ""
    yield from markdown(
        ("", *first["found"], *first["cost"]),
        [
            (
                name,
                *(format(ConfidenceInterval(**found), ".2f") for found in system["found"].values()),
                *(format(cost, ".1f") for cost in system["cost"].values()),
            )
            for name, system in systems.items()
        ],
    )
    yield ""
    yield "Seconds are those of processors, without embedding; brackets are 95% intervals."
    yield from (f"{name} ({system['package']}): {system['use']}." for name, system in systems.items())
    yield from shape["missing"]
