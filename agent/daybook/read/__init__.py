"""Reading: what the rounds that were found say about the question, with quotes that code has checked."""

from daybook.read.by_diary.reader import read_by_diary
from daybook.read.by_document.excerpts import excerpts_of, without_documents
from daybook.read.by_document.reader import choose_source, read_by_document
from daybook.read.by_model.documents import passages_text
from daybook.read.by_model.known_block import KnownBlock, known_block
from daybook.read.by_model.reader import note_round, read_by_model, read_notes
from daybook.read.by_model.rounds import write_for_model
from daybook.read.by_quotes.reader import read_by_quotes
from daybook.read.by_record.reader import read_by_record
from daybook.read.contract import choose_reading
from daybook.read.drop_superseded import drop_superseded, mark_superseded_notes
from daybook.read.evidence import check_quotes, find_quote
from daybook.read.reading import Reading
from daybook.read.support import unsupported_claims

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
    "unsupported_claims",
    "without_documents",
    "write_for_model",
]
