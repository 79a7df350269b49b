"""Reading: what the rounds that were found say about the question, with quotes that code has checked."""

from daybook.read.by_model import note_round as note_round
from daybook.read.by_model import read_by_model as read_by_model
from daybook.read.by_model import read_notes as read_notes
from daybook.read.choose_reading import check_quotes as check_quotes
from daybook.read.choose_reading import choose_reading as choose_reading
from daybook.read.choose_reading import find_quote as find_quote
from daybook.read.drop_superseded import drop_superseded as drop_superseded
from daybook.read.drop_superseded import mark_superseded_notes as mark_superseded_notes
from daybook.read.model_input import KnownBlock as KnownBlock
from daybook.read.model_input import known_block as known_block
from daybook.read.model_input import passages_text as passages_text
from daybook.read.model_input import quoted_for_model as quoted_for_model
from daybook.read.model_input import write_for_model as write_for_model
