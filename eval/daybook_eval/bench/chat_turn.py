"""What memory adds to a chat turn: milliseconds of the lookup, model calls, and tokens of the request.

Messages are looked up, warm, each after a new round; some are sent to a server on loopback. Tokens are those
of the request as sent, with memory's lines and without.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from pydantic import SecretStr

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from daybook_eval.bench.model_calls import answering_server
from daybook_eval.bench.yardstick import (
    OWNER,
    Cost,
    everyday_messages,
    one_history,
    p95,
    peak_mebibytes,
    timed,
)
from daybook_eval.embedders import cached
from daybook_eval.loopback import Body

MESSAGES = 40
ASKED = datetime(2026, 11, 1, 9, tzinfo=UTC)


def measure(data: Path, sessions: Sequence[int] | None, vector_file: Path | None) -> None:
    """Print the figures for histories of these numbers of sessions."""
    embedder = load_embedder("minilm")
    keeping = cached(embedder, vector_file)
    texts = everyday_messages(MESSAGES)
    for size in sessions or (50, 500):
        history = list(islice(one_history(data), size))
        with TemporaryDirectory() as folder:
            settings = Settings.of(data_dir=Path(folder), ledger=False)
            with Daybook.open(settings=settings, embedder=keeping) as daybook:
                daybook.add(history, owner=OWNER)
            _print_lookups(settings, embedder, texts, size)
            _print_tokens(settings, embedder, texts, size)
    print(f"peak memory: {peak_mebibytes():.0f} MiB")


def _print_lookups(settings: Settings, embedder: Embedder, texts: Sequence[str], size: int) -> None:
    with Daybook.open(settings=settings, embedder=embedder) as daybook:
        first = timed(lambda: daybook.context_for(texts[0], owner=OWNER, asked_at=ASKED))
        costs: list[Cost] = []
        for number, text in enumerate(texts):
            turns = (Turn(Role.USER, f"{text} ({number})"), Turn(Role.ASSISTANT, "Gladly."))
            daybook.add([Session(f"new-{number}", ASKED, turns)], owner=OWNER)
            costs.append(timed(partial(daybook.context_for, text, owner=OWNER, asked_at=ASKED)))
        rounds = daybook.stats(owner=OWNER).rounds
    usual = Cost.median(costs)
    print(
        f"{size} sessions, {rounds:,} rounds: a lookup after a new round p50 {usual.ms:.0f} ms, "
        f"p95 {p95([cost.ms for cost in costs]):.0f} ms; processor p50 {usual.cpu_ms:.0f} ms; "
        f"the first of a process {first.ms:.0f} ms"
    )


def _print_tokens(settings: Settings, embedder: Embedder, texts: Sequence[str], size: int) -> None:
    bodies: list[Body] = []

    def reply(body: Body) -> str:
        bodies.append(body)
        return "Here is what I would do: keep it simple, and start with what you have at home."

    counts: list[tuple[int, int, int]] = []
    with answering_server(reply) as url:
        model = {"reply_model": "standing-in", "openai_api_key": SecretStr("sk-none"), "openai_base_url": url}
        with Daybook.open(settings=settings.changed(**model), embedder=embedder) as daybook:
            count = daybook.parts.count_tokens
            for number, text in enumerate(texts):
                bodies.clear()
                turn = daybook.chat(text, owner=OWNER, session_id=f"chat-{number}", asked_at=ASKED)
                if not bodies:
                    continue  # memory has answered
                sent = sum(count(message["content"]) for message in bodies[-1]["messages"])
                memory = turn.context.tokens if turn.context else 0
                counts.append((len(bodies), sent, memory))
    calls, inputs, shares = ([count[place] for count in counts] for place in range(3))
    print(
        f"{size} sessions, {len(counts)} replies by the model: calls p50 {median(calls):.0f}, "
        f"most {max(calls)}; input tokens p50 {median(inputs):.0f}, of these memory {median(shares):.0f}, "
        f"most {max(shares)}"
    )
