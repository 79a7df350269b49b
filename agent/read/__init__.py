"""Reading: what the rounds that were found say about the question, with quotes that code has checked."""

from agent.read.by_model import note_round, read_by_model, read_notes, write_for_model
from agent.read.by_record import read_by_record
from agent.read.evidence import check_quotes, find_quote
from agent.read.extract import read_by_quotes
from agent.read.happenings import DateOf
from agent.read.known import KnownBlock, known_block
from agent.read.reading import Reading
from agent.read.superseded import note_superseded, without_superseded

__all__ = [
    "DateOf",
    "KnownBlock",
    "Reading",
    "check_quotes",
    "find_quote",
    "known_block",
    "note_round",
    "note_superseded",
    "read_by_model",
    "read_by_quotes",
    "read_by_record",
    "read_notes",
    "without_superseded",
    "write_for_model",
]
