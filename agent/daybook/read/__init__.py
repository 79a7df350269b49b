"""Reading: what the rounds that were found say about the question, with quotes that code has checked."""

from daybook.read.by_model import note_round, read_by_model, read_notes
from daybook.read.choose_reading import check_quotes, choose_reading, find_quote
from daybook.read.drop_superseded import drop_superseded, mark_superseded_notes
from daybook.read.model_input import KnownBlock, known_block, passages_text, quoted_for_model, write_for_model

__all__ = [
    "KnownBlock",
    "check_quotes",
    "choose_reading",
    "drop_superseded",
    "find_quote",
    "known_block",
    "mark_superseded_notes",
    "note_round",
    "passages_text",
    "quoted_for_model",
    "read_by_model",
    "read_notes",
    "write_for_model",
]
