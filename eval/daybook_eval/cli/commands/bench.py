"""`daybook-eval bench`: how fast things are and what they weigh, each beside a baseline of the same run."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from daybook_eval.cli.options import GROUP, done_by

bench = typer.Typer(
    **GROUP,
    no_args_is_help=True,
    help="Times parts of Daybook, each beside a baseline of the same run, and weighs what is installed.",
    epilog="""\b
Examples:
  daybook-eval bench question --data longmemeval_s.json.gz
  daybook-eval bench startup
  daybook-eval bench forgetting --forgets 1000 --rounds 40""",
)

Data = Annotated[Path, Option("--data", help="A LongMemEval file, plain or gzip.", metavar="FILE")]
VectorFile = Annotated[
    Path | None, Option("--cache", help="Take the vectors of histories from this file.", metavar="PATH")
]
Questions = Annotated[int, Option("--questions", min=1, help="How many of its questions to ask.")]
Repeat = Annotated[int, Option("--repeat", min=1, help="How often each is timed.")]
Hashed = Annotated[bool, Option("--hashed", help="An embedder that costs nothing, to see the rest.")]


@bench.command()
@done_by("bench.question:measure")
def question(data: Data, questions: Questions = 60, vector_file: VectorFile = None) -> None:
    """A warm question beside a bare search, and the recall of the vector index."""


@bench.command()
@done_by("bench.vector_search:measure")
def vectors(
    rounds: Annotated[
        list[int] | None,
        Option(min=1, help="Rounds of the owner; may be repeated. Default: 10000 and 30000."),
    ] = None,
    questions: Annotated[int, Option(min=2, help="How many are asked warm.")] = 60,
    exact: Annotated[
        bool, Option("--exact", help="Leave Chroma out, whose graph takes long to build.")
    ] = False,
) -> None:
    """Exact search of vectors beside Chroma's, in memories of several sizes."""


@bench.command()
@done_by("bench.ingest:measure")
def ingest(data: Data, repeat: Repeat = 3) -> None:
    """Adding a history, with and without its ledger, beside embedding it."""


@bench.command("chat-turn")
@done_by("bench.chat_turn:measure")
def chat_turn(
    data: Data,
    sessions: Annotated[
        list[int] | None, Option(help="Size of the history; may be repeated. Default: 50 and 500.")
    ] = None,
    vector_file: VectorFile = None,
) -> None:
    """What memory adds to a chat turn: lookup, model calls, tokens of the request."""


@bench.command()
@done_by("bench.agent:measure")
def agent(data: Data, sessions: Annotated[int, Option(help="Size of the history.")] = 500) -> None:
    """What memory adds to an agent of LangChain, beside a bare lookup."""


@bench.command("model-calls")
@done_by("bench.model_calls:measure")
def model_calls(data: Data, questions: Questions = 10, vector_file: VectorFile = None) -> None:
    """Tokens of the model calls of a question, and the latency of understanding it."""


@bench.command("document-question")
@done_by("bench.document_question:measure")
def document_question(
    data: Data,
    documents: Annotated[int, Option(help="How many documents.")] = 1_000,
    passages: Annotated[int, Option(help="Passages of each.")] = 15,
    questions: Questions = 40,
    histories: Annotated[int, Option(help="The documents are made of the replies of so many.")] = 45,
    vector_file: VectorFile = None,
) -> None:
    """What a knowledge base adds to a question."""


@bench.command()
@done_by("bench.documents:measure")
def documents(
    documents: Annotated[int, Option(help="How many there are.")] = 1_000,
    sections: Annotated[int, Option(help="Sections of each, a passage each.")] = 4,
    seed: Annotated[int, Option(help="Of the generated text.")] = 0,
    hashed: Hashed = False,
) -> None:
    """A knowledge base at size: kept, cut off, brought up to date, removed."""


@bench.command()
@done_by("bench.items:measure")
def items(
    data: Data,
    items: Annotated[int, Option(help="How many there are in the end.")] = 10_000,
    questions: Questions = 40,
) -> None:
    """Items of agents, beside LangGraph's store in memory."""


@bench.command()
@done_by("bench.ray:measure")
def ray(
    data: Data, rounds: Annotated[int, Option(help="How many are embedded.")] = 300, repeat: Repeat = 3
) -> None:
    """Embedding over a local Ray, beside embedding in this process."""


@bench.command("mcp-calls")
@done_by("bench.mcp_calls:measure")
def mcp_calls(repeat: Repeat = 5) -> None:
    """What MCP adds to a question, by each transport."""


@bench.command()
@done_by("bench.server:measure")
def server(
    owners: Annotated[int, Option(min=1)] = 20,
    requests: Annotated[int, Option(help="Made by all owners together, at once.")] = 200,
    asks: Annotated[int, Option(help="Questions over HTTP and of the library.")] = 40,
) -> None:
    """`daybook serve` under many owners; exits with 1 where anything crossed or was lost."""


@bench.command()
@done_by("page.speed:measure")
def page(
    records: Annotated[int, Option()] = 10_000,
    rounds: Annotated[int, Option()] = 2_000,
    repeat: Repeat = 7,
) -> None:
    """Each page over a large memory: milliseconds and bytes."""


@bench.command()
@done_by("page.screenshots:take")
def screenshots(
    out: Annotated[Path, Option(metavar="DIR")] = Path("docs/images"),
    whole: Annotated[bool, Option("--whole", help="All of a page, not only a screen of it.")] = False,
    only: Annotated[
        list[str] | None,
        Option(help="A name, or a pattern of names; may be repeated. Default: those of the documentation."),
    ] = None,
) -> None:
    """Pictures of the page, taken in Chromium."""


@bench.command()
@done_by("robustness.forgetting:bench")
def forgetting(
    forgets: Annotated[int, Option(min=1)] = 1_000,
    rounds: Annotated[int, Option(help="Each owner is filled up to so many.")] = 40,
    seed: Annotated[int, Option()] = 1,
) -> None:
    """Random forgets, each followed by a search; exits with 1 where anything is left."""


@bench.command("chat-export")
@done_by("bench.chat_export:measure")
def chat_export(
    conversations: Annotated[int, Option(min=1)] = 10_000,
    rounds: Annotated[int, Option(help="At most in one conversation.")] = 4,
    write: Annotated[Path | None, Option(help="Only write the export there.")] = None,
    kill_after: Annotated[float, Option(metavar="SECONDS")] = 60.0,
    hashed: Hashed = False,
) -> None:
    """Import a large ChatGPT export, killed and continued."""


@bench.command()
@done_by("bench.installation:start")
def startup(repeat: Repeat = 7) -> None:
    """The start-up time of commands, beside bare imports of their dependencies."""


@bench.command()
@done_by("bench.installation:weigh")
def installation(
    extras: Annotated[list[str] | None, Argument(metavar="[EXTRA]…")] = None,
) -> None:
    """What an installation weighs, alone and with each extra."""
