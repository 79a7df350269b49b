"""Reading: what the rounds that were found say about the question, with quotes that code has checked."""

from daybook.read.by_model import (
    note_round as note_round,
    read_by_model as read_by_model,
    read_notes as read_notes,
)
from daybook.read.choose_reading import (
    check_quotes as check_quotes,
    choose_reading as choose_reading,
    find_quote as find_quote,
)
from daybook.read.drop_superseded import (
    drop_superseded as drop_superseded,
    mark_superseded_notes as mark_superseded_notes,
)
from daybook.read.model_input import (
    KnownBlock as KnownBlock,
    known_block as known_block,
    passages_text as passages_text,
    quoted_for_model as quoted_for_model,
    write_for_model as write_for_model,
)
