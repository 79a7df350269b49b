"""The commands that measure what is known: the ledger, its facts, and what is looked up for a chat."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.cli.options import done_by


@done_by("everyday:study")
def everyday(
    questions: Annotated[
        Path | None, Option(help="A file of questions; the bundled lists by default.", metavar="FILE")
    ] = None,
    answers: Annotated[bool, Option("--answers", help="Print each question with its answer.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask everyday questions about whole histories, by rules alone.

    Who had not seen the rules wrote them, in twelve kinds, a quarter about what was never said. An answer is
    right where it has what it must have, and well put where it begins with that and shows one quote at most.

    Examples:
      daybook-eval everyday
      daybook-eval everyday --questions kept_apart.json
      daybook-eval everyday --answers
      daybook-eval everyday --json
    """


@done_by("first_hour.measure:study")
def first_hour(
    lists: Annotated[
        list[str] | None,
        Argument(help="questions, days, introductions, sensitive, authors; all by default."),
    ] = None,
    data: Annotated[
        Path | None, Option(help="A LongMemEval file: 500 of its sessions around planted rounds.")
    ] = None,
    verbose: Annotated[bool, Option("--verbose", help="List what came out wrong.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure what people say and ask in the first hour, on lists written apart from the rules.

    Plain questions and messages that need nothing, days, introductions, what is sensitive, and words that are
    not the speaker's own. A third of each list, and the whole second list of introductions, is blind:
    only totals of these are printed.

    Examples:
      daybook-eval first-hour
      daybook-eval first-hour introductions --verbose
      daybook-eval first-hour questions --data longmemeval_s.json.gz
    """


@done_by("manuals:report")
def manuals(
    folder: Annotated[
        Path | None, Argument(help="Where the PDFs lie; where Debian's packages put them by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask twenty questions of Debian's own manuals, and count the words of their PDFs that run together.

    A word runs together where `pdftotext` has no such word, but two that it is made of. An answer is right
    where a sentence that it quotes holds the expected words.

    Examples:
      daybook-eval manuals
      daybook-eval manuals /tmp/manuals --json
    """


@done_by("planted.measure:report")
def planted(
    seed: Annotated[int, Option(help="The same seed gives the same history.")] = 1,
    sessions: Annotated[int, Option(help="How long the history is.", min=20)] = 220,
    runs: Annotated[int, Option(help="Of how many seeds in a row.", min=1)] = 1,
    words: Annotated[
        str, Option("--wordings", help="facts, or held_out: never looked at.", metavar="SET")
    ] = "facts",
    verbose: Annotated[bool, Option("--verbose", help="Show what is missed and what is junk.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory a generated history of known truth, and measure its ledger.

    Facts are stated, repeated, changed, changed back and corrected among talk that tells nothing, and among
    sayings that only look like facts: hedged, quoted, of others, by the assistant.

    Examples:
      daybook-eval planted
      daybook-eval planted --runs 5 --verbose
      daybook-eval planted --wordings held_out --runs 5
    """


@done_by("updates:report")
def updates(
    cases: Annotated[bool, Option("--cases", help="Show the development cases that are not right.")] = False,
    as_json: AsJson = False,
) -> None:
    """Post perfect facts of updates, of look-alikes and of what only the owner can tell to a ledger.

    Each set twice: by the addresses of the facts alone, and with the record named that a fact updates, as
    a model that is shown the record names it.

    Examples:
      daybook-eval updates
      daybook-eval updates --cases
    """


@done_by("fact_labels.precision:report")
def fact_labels(
    data: Annotated[Path | None, Option(help="LongMemEval's histories.", metavar="FILE")] = None,
    locomo: Annotated[Path | None, Option(help="LoCoMo's conversations.", metavar="FILE")] = None,
    msc: Annotated[Path | None, Option(help="Multi-Session Chat, session 3.", metavar="FILE")] = None,
    realtalk: Annotated[Path | None, Option(help="REALTALK's conversations.", metavar="FILE")] = None,
    tau: Annotated[float, Option(help="From which reliability on facts are written.")] = 0.55,
    plot: Annotated[
        Path | None, Option(help="Write the reliability diagram to it (SVG).", metavar="FILE")
    ] = None,
    show_unlabelled: Annotated[int, Option(help="Print N facts that wait for a reader.", metavar="N")] = 0,
    half: Annotated[str, Option(help="Of which half these are: A or B.")] = "A",
    seed: Annotated[int, Option(help="The same seed draws the same facts.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Find facts in real turns with today's rules, and count by the committed labels what is right.

    Labels hold no text: they are found again by data set, turn, slot and value. Rules are mended by half A;
    of half B only totals are printed. What is judged how is said in fact_labels/README.md.

    Examples:
      daybook-eval fact-labels --data longmemeval_s_dev.json.gz --msc msc_session3_valid.json.gz
      daybook-eval fact-labels --data longmemeval_s_dev.json.gz --show-unlabelled 20 --half B
    """


@done_by("diary_labels:report")
def diary_labels(
    folder: Annotated[Path, Option("--data-folder", help="Has the real chats.")],
    verbose: Annotated[bool, Option("--verbose", help="List what came out wrong of half A.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find the diary's entries in labelled turns of real chats, and count which can be understood alone.

    Counted are also whether an event is entered where one is told, and its days. Rules are mended by half
    A; of half B only totals are printed.

    Examples:
      daybook-eval diary-labels --data-folder ../shared/data --verbose
    """


@done_by("needed_facts:report")
def needed_facts(
    data: Annotated[Path, Option(metavar="FILE", help="LongMemEval, evidence sessions only.")],
    verbose: Annotated[bool, Option("--verbose", help="List what is not held of the rules' half.")] = False,
    as_json: AsJson = False,
) -> None:
    """Keep the sentences that questions rest on, and count the facts that diary and ledger then hold.

    Of each development question whose evidence is the user's words somebody who had seen no rule chose the
    sentence that most answers it, and the words in it that an entry must hold.

    Examples:
      daybook-eval needed-facts --data longmemeval_oracle_dev.json.gz
    """


@done_by("constraint_labels:report")
def constraints(
    folder: Annotated[
        Path | None,
        Option("--data-folder", help="Has the real chats; only written messages without it."),
    ] = None,
    turns: Annotated[int, Option(help="Turns of real chats to count constraints in.")] = 1000,
    verbose: Annotated[bool, Option("--verbose", help="List what came out wrong of half A.")] = False,
    as_json: AsJson = False,
) -> None:
    """Keep turns that state a standing constraint, and near misses, and count what comes of them.

    An allergy, a diet, what is not to be mentioned: labelled by reading in real chats, and written, both by
    somebody who had not seen the rules. Counted are what is always put before a model and the ledger's
    records. Rules are mended by half A; of half B only totals are printed. What is judged how is said in
    constraint_labels/README.md.

    Examples:
      daybook-eval constraints --verbose
      daybook-eval constraints --data-folder ../shared/data
    """


Data = Annotated[Path | None, Option("--data", help="Ask the episodes of this file instead.", metavar="FILE")]
Write = Annotated[Path | None, Option("--write", help="Write the episodes and ask nothing.", metavar="FILE")]
FillersFrom = Annotated[
    Path | None,
    Option(
        "--fillers-from",
        help="A file of questions (`daybook-eval data`) whose sessions fill; generated talk by default.",
        metavar="FILE",
    ),
]


@done_by("meme.show:report")
def meme(
    seed: Annotated[int, Option(help="The same seed gives the same episodes.")] = 1,
    seeds: Annotated[int, Option(help="Of how many seeds in a row.", min=1)] = 5,
    fillers: Annotated[
        list[int] | None,
        Option(help="Tokens between the sessions; may be repeated. Default: 0.", metavar="N", min=0),
    ] = None,
    words: Annotated[
        str,
        Option(
            "--wordings", help="development, development_2, or held_out: for measuring only.", metavar="SET"
        ),
    ] = "development",
    fillers_from: FillersFrom = None,
    data: Data = None,
    write: Write = None,
    scripted: Annotated[
        bool,
        Option("--scripted-facts", help="Have a scripted model find the facts beside the sessions."),
    ] = False,
    verbose: Annotated[bool, Option("--verbose", help="Show every question.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask episodes in which facts rest on each other, before one of them changes and after it.

    There is one episode of a personal life and one of a software project for every seed, in the form of
    the MEME benchmark, whose own files are asked with --data. Six tasks: exact recall, aggregation, tracking,
    deletion, cascade (a rule told earlier gives the present value) and absence (no rule: not known any more).

    Examples:
      daybook-eval meme --seeds 5 --fillers 0 --fillers 30000
      daybook-eval meme --wordings held_out --scripted-facts
      daybook-eval meme --data meme_nofiller.json --json
    """


@done_by("messages:report")
def messages(
    verbose: Annotated[
        bool, Option("--verbose", help="Show what each message of the development set lacks.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look up two sets of planted messages, of which the second was never looked at.

    A third of the messages need a constraint, a third something said in passing, a third nothing. What
    counts is how often the needed rounds are before the model, and what else is.

    Examples:
      daybook-eval messages
      daybook-eval messages --verbose
    """
