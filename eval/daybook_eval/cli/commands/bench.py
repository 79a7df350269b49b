"""`daybook-eval bench`: how fast things are and what they weigh, each beside a baseline of the same run."""

import json
from pathlib import Path
from typing import Annotated

import typer

bench = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Times parts of Daybook, each beside a baseline of the same run, and weighs what is installed.",
    epilog="""\b
Examples:
  daybook-eval bench question --data longmemeval_s.json.gz
  daybook-eval bench startup
  daybook-eval bench forgetting --forgets 1000 --rounds 40""",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Data = Annotated[Path, typer.Option("--data", help="A LongMemEval file, plain or gzip.", metavar="FILE")]
VectorFile = Annotated[
    Path | None, typer.Option("--cache", help="Take the vectors of histories from this file.", metavar="PATH")
]
Questions = Annotated[int, typer.Option("--questions", min=1, help="How many of its questions to ask.")]
Repeat = Annotated[int, typer.Option("--repeat", min=1, help="How often each is timed.")]
Hashed = Annotated[bool, typer.Option("--hashed", help="An embedder that costs nothing, to see the rest.")]


@bench.command()
def question(data: Data, questions: Questions = 60, cache: VectorFile = None) -> None:
    """A warm question beside a bare search, and the recall of the vector index."""
    from daybook_eval.bench.question import measure

    measure(data, questions, cache)


@bench.command()
def vectors(
    rounds: Annotated[
        list[int] | None,
        typer.Option(min=1, help="Rounds of the owner; may be repeated. Default: 10000 and 30000."),
    ] = None,
    questions: Annotated[int, typer.Option(min=2, help="How many are asked warm.")] = 60,
    exact: Annotated[
        bool, typer.Option("--exact", help="Leave Chroma out, whose graph takes long to build.")
    ] = False,
) -> None:
    """Exact search of vectors beside Chroma's, in memories of several sizes."""
    from daybook_eval.bench.vector_search import measure

    measure(rounds or (10_000, 30_000), questions, chroma=not exact)


@bench.command()
def ingest(data: Data, repeat: Repeat = 3) -> None:
    """Adding a history, with and without its ledger, beside embedding it."""
    from daybook_eval.bench.ingest import measure

    measure(data, repeat)


@bench.command("chat-turn")
def chat_turn(
    data: Data,
    sessions: Annotated[
        list[int] | None, typer.Option(help="Size of the history; may be repeated. Default: 50 and 500.")
    ] = None,
    cache: VectorFile = None,
) -> None:
    """What memory adds to a chat turn: lookup, model calls, tokens of the request."""
    from daybook_eval.bench.chat_turn import measure

    measure(data, sessions or (50, 500), cache)


@bench.command()
def agent(data: Data, sessions: Annotated[int, typer.Option(help="Size of the history.")] = 500) -> None:
    """What memory adds to an agent of LangChain, beside a bare lookup."""
    from daybook_eval.bench.agent import measure

    measure(data, sessions)


@bench.command("model-calls")
def model_calls(data: Data, questions: Questions = 10, cache: VectorFile = None) -> None:
    """Tokens of the model calls of a question, and the latency of understanding it."""
    from daybook_eval.bench.model_calls import measure

    measure(data, questions, cache)


@bench.command("document-question")
def document_question(
    data: Data,
    documents: Annotated[int, typer.Option(help="How many documents.")] = 1_000,
    passages: Annotated[int, typer.Option(help="Passages of each.")] = 15,
    questions: Questions = 40,
    histories: Annotated[int, typer.Option(help="The documents are made of the replies of so many.")] = 45,
    cache: VectorFile = None,
) -> None:
    """What a knowledge base adds to a question."""
    from daybook_eval.bench.document_question import measure

    measure(data, documents, passages, questions, histories, cache)


@bench.command()
def documents(
    documents: Annotated[int, typer.Option(help="How many there are.")] = 1_000,
    sections: Annotated[int, typer.Option(help="Sections of each, a passage each.")] = 4,
    seed: Annotated[int, typer.Option(help="Of the generated text.")] = 0,
    hashed: Hashed = False,
) -> None:
    """A knowledge base at size: kept, cut off, brought up to date, removed."""
    from daybook_eval.bench.documents import measure

    typer.echo(json.dumps(measure(documents, sections, seed, hashed=hashed), indent=1))


@bench.command()
def items(
    data: Data,
    items: Annotated[int, typer.Option(help="How many there are in the end.")] = 10_000,
    questions: Questions = 40,
) -> None:
    """Items of agents, beside LangGraph's store in memory."""
    from daybook_eval.bench.items import measure

    measure(data, items, questions)


@bench.command()
def ray(
    data: Data, rounds: Annotated[int, typer.Option(help="How many are embedded.")] = 300, repeat: Repeat = 3
) -> None:
    """Embedding over a local Ray, beside embedding in this process."""
    from daybook_eval.bench.ray import measure

    measure(data, rounds, repeat)


@bench.command("mcp-calls")
def mcp_calls(repeat: Repeat = 5) -> None:
    """What MCP adds to a question, by each transport."""
    from daybook_eval.bench.mcp_calls import measure

    measure(repeat)


@bench.command()
def server(
    owners: Annotated[int, typer.Option(min=1)] = 20,
    requests: Annotated[int, typer.Option(help="Made by all owners together, at once.")] = 200,
    asks: Annotated[int, typer.Option(help="Questions over HTTP and of the library.")] = 40,
) -> None:
    """`daybook serve` under many owners; exits with 1 where anything crossed or was lost."""
    from daybook_eval.bench.server import measure

    if not measure(owners, requests, asks):
        raise typer.Exit(1)


@bench.command()
def page(
    records: Annotated[int, typer.Option()] = 10_000,
    rounds: Annotated[int, typer.Option()] = 2_000,
    repeat: Repeat = 7,
) -> None:
    """Each page over a large memory: milliseconds and bytes."""
    from daybook_eval.page.speed import measure

    measure(records, rounds, repeat)


@bench.command()
def screenshots(
    out: Annotated[Path, typer.Option(metavar="DIR")] = Path("docs/images"),
    whole: Annotated[bool, typer.Option("--whole", help="All of a page, not only a screen of it.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="A name, or a pattern of names; may be repeated. Default: those of the documentation."
        ),
    ] = None,
) -> None:
    """Pictures of the page, taken in Chromium."""
    from daybook_eval.page.screenshots import IN_THE_DOCUMENTATION, take

    take(out, whole=whole, names=only or IN_THE_DOCUMENTATION)


@bench.command()
def forgetting(
    forgets: Annotated[int, typer.Option(min=1)] = 1_000,
    rounds: Annotated[int, typer.Option(help="Each owner is filled up to so many.")] = 40,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    """Random forgets, each followed by a search; exits with 1 where anything is left."""
    from daybook_eval.bench.forgetting import measure

    if not measure(forgets, rounds, seed):
        raise typer.Exit(1)


@bench.command("chat-export")
def chat_export(
    conversations: Annotated[int, typer.Option(min=1)] = 10_000,
    rounds: Annotated[int, typer.Option(help="At most in one conversation.")] = 4,
    write: Annotated[Path | None, typer.Option(help="Only write the export there.")] = None,
    kill_after: Annotated[float, typer.Option(metavar="SECONDS")] = 60.0,
    hashed: Hashed = False,
) -> None:
    """Import a large ChatGPT export, killed and continued."""
    from daybook_eval.bench.chat_export import measure, write_export

    if write is None:
        measure(conversations, rounds, kill_after, hashed=hashed)
    else:
        typer.echo(f"{write_export(write, conversations, rounds):,} bytes, unpacked")


@bench.command()
def startup(repeat: Repeat = 7) -> None:
    """The start-up time of commands, beside bare imports of their dependencies."""
    from daybook_eval.bench.startup import measure

    measure(repeat)


@bench.command()
def installation(
    extras: Annotated[list[str] | None, typer.Argument(metavar="[EXTRA]…", show_default=False)] = None,
) -> None:
    """What an installation weighs, alone and with each extra."""
    from daybook_eval.bench.installation import measure

    measure(extras or ())
