"""Reading: what the rounds that were found say about the question, with quotes that code has checked."""

from daybook.read.by_diary import read_by_diary
from daybook.read.by_document import excerpts_of, read_by_document, without_documents
from daybook.read.by_model import note_round, read_by_model, read_notes
from daybook.read.by_quotes import read_by_quotes
from daybook.read.by_record import read_by_record
from daybook.read.checked_reading import Reading, check_quotes, find_quote
from daybook.read.choose_reading import choose_reading, choose_source
from daybook.read.drop_superseded import drop_superseded, mark_superseded_notes
from daybook.read.model_input import KnownBlock, known_block, passages_text, write_for_model

__all__ = [
    "KnownBlock",
    "Reading",
    "check_quotes",
    "choose_reading",
    "choose_source",
    "drop_superseded",
    "excerpts_of",
    "find_quote",
    "known_block",
    "mark_superseded_notes",
    "note_round",
    "passages_text",
    "read_by_diary",
    "read_by_document",
    "read_by_model",
    "read_by_quotes",
    "read_by_record",
    "read_notes",
    "without_documents",
    "write_for_model",
]
