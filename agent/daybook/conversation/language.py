"""The functions of a language, and the values that they give.

The engine never looks into words itself: it asks an `Analyzer`. `daybook.text.english.ENGLISH` has the rules
of English; `daybook.text.unicode_text.analyzer_of` makes one for any other language by Unicode's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from daybook.conversation.authorship import Stretch
from daybook.conversation.question import QuestionKind
from daybook.conversation.turns import TimeRange, Turn


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """A request to forget something for good."""

    about: str
    """What, in the words of the message: "address", "I have a parrot", "Coco"; "" for what was said last."""
    is_sure: bool = True
    """False if other things than memory may be meant ("delete …"): it counts if a search finds some."""


@dataclass(frozen=True, slots=True)
class WithholdRequest:
    """Something is not to be kept in the first place."""

    this: bool
    """Whether it is the message itself that is not to be kept, and not the one before it."""


class ConstraintKind(StrEnum):
    """The subject of a constraint."""

    BODY = "body"
    """An allergy, or what somebody's body does not stand."""
    DIET = "diet"
    """How somebody eats or drinks as a rule."""


@dataclass(frozen=True, slots=True)
class ConstraintCue:
    """A sentence whose wording tells of a constraint, unless it is far nearer to examples of other talk."""

    kind: ConstraintKind
    least: float
    """The least lead, in cosines, of its nearest example of a constraint over the nearest other one."""
    states: bool = True
    """Whether it states a constraint; else it only ends one."""
    ends: frozenset[str] | None = None
    """Stems of what earlier statements have to share to be ended by it; none ends the latest one, None ends
    nothing."""
    holder: str = ""
    """Who of the household it is about; "" for the owner."""


@dataclass(frozen=True, slots=True)
class StandAlone:
    """A message worded so that it is understood without its dialogue."""

    text: str
    is_open: bool = False
    """Whether it leans on the dialogue in a way that rules cannot resolve."""


@dataclass(frozen=True, slots=True)
class MessageReading:
    """A chat message as rules read it: what it wants, and whether it speaks of its writer."""

    request: ForgetRequest | WithholdRequest | None = None
    asks: bool = False
    """Whether some sentence of it asks something."""
    only_asks: bool = False
    """Whether every sentence asks something, so that it tells nothing."""
    says_yes: bool = False
    says_no: bool = False
    in_first_person: bool = False
    """Whether it speaks of its writer as "I" or "we"."""

    @property
    def is_for_memory(self) -> bool:
        """True if it surely asks memory to forget or not to keep something."""
        return isinstance(self.request, WithholdRequest) or bool(self.request and self.request.is_sure)


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A question in stand-alone form as rules read it."""

    kinds: Mapping[QuestionKind, float] = field(default_factory=dict)
    """Each kind that its wording tells, with how sure that is, 0 to 1."""
    period: TimeRange | None = None
    """The period that it limits itself to."""
    asks_now: bool = False
    """Whether its wording asks of the present."""
    asks_before: bool = False
    """Whether it asks of what was so before, and not of the present."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Texts that messages and statements are compared with by meaning."""

    constraints: Sequence[str]
    no_constraints: Sequence[str]
    bodily: Sequence[str]
    """Messages about food, health, travel, gifts and guests: one's allergies may matter to them."""
    not_bodily: Sequence[str]


@dataclass(frozen=True, slots=True)
class Analyzer:
    """How a language divides and reads texts. The functions are pure, and safe to call from any thread.

    A language answers with an empty value if it has no rules for something.
    """

    code: str
    """An ISO 639-1 code, or "none"; what is indexed under one is not searched under another."""
    words: Callable[[str], list[str]]
    """The stems of a text in order, without stop words."""
    sentences: Callable[[str], tuple[tuple[int, int], ...]]
    """Character spans (start, stop) of its sentences, list items and rows, without outer white space."""
    length: Callable[[str], int]
    """How many words it has, stop words included."""
    own_words: Callable[[str], str]
    """The text with as many blanks in place of what its writer does not say themselves (code, quotations),
    and NUL characters in place of secrets; "" if nothing of it counts. Positions stay the same."""
    authored: Callable[[str], tuple[Stretch, ...]]
    """The stretches of a message that its writer does not say themselves, in order; none overlaps another."""
    only_asks: Callable[[str], bool]
    """Whether every sentence of a message asks something, so that it tells nothing."""
    read_message: Callable[[str], MessageReading]
    """Reads what a chat message wants."""
    stand_alone: Callable[[str, Sequence[Turn]], StandAlone]
    """A message worded so that it is understood without the dialogue before it."""
    read_question: Callable[[str, datetime], QuestionReading] = lambda text, asked_at: QuestionReading()
    """Reads a question in stand-alone form, asked at that moment."""
    asks_length: Callable[[str], bool] = lambda question: False
    """Whether a question asks for a length of time."""
    time_of: Callable[[str, datetime], TimeRange | None] = lambda text, said_at: None
    """When something was that a sentence said at that moment tells of; None if it names no time."""
    dates: Callable[[str, datetime], Sequence[tuple[int, str]]] = lambda text, said_at: ()
    """The relative dates of a text said at that moment: where each ends, and the date that it means."""
    works_on_text: Callable[[str], bool] = lambda message: False
    """Whether a message asks for work on a text that it holds or that stands beside it."""
    asks_of_owner: Callable[[str], bool] = lambda question: False
    """Whether a question asks of its asker, and of nobody around them."""
    is_of_another: Callable[[str], bool] = lambda sentence: False
    """Whether a sentence speaks of somebody around its writer, and in no word of the writer."""
    constraint_in: Callable[[str, Callable[[], str]], ConstraintCue | None] = lambda sentence, own: None
    """Finds what every reply must respect in a sentence as it stands in the owner's turn. The second
    argument gives the owner's own words of it, and is called only if there may be a constraint."""
    may_constrain: Callable[[str], bool] = lambda text: False
    """True if a sentence of a text may state a constraint: a quick look that spares `constraint_in`."""
    sensitive_slot: Callable[[str], str] = lambda sentence: ""
    """The guarded slot of what a sentence says of its writer or their household; "" for none."""
    dialogue_words: frozenset[str] = frozenset()
    """Stems of words about a dialogue itself, which a rewriting of its question may bring."""
    examples: Callable[[], Examples] | None = None
    """None if messages are compared with none."""
