"""The domain model as frozen dataclasses: turns, rounds, questions, answers. Needs Pydantic alone."""

from daybook.conversation.answer import (
    BETWEEN_HEADINGS as BETWEEN_HEADINGS,
    CUT as CUT,
    Answer as Answer,
    Candidate as Candidate,
    Document as Document,
    DocumentEvidence as DocumentEvidence,
    Evidence as Evidence,
    Excerpt as Excerpt,
    FoundPassage as FoundPassage,
    Note as Note,
    Passage as Passage,
    Pipeline as Pipeline,
    Span as Span,
    Superseded as Superseded,
    Usage as Usage,
    below_title as below_title,
    cite_passages as cite_passages,
    excerpts_of as excerpts_of,
    shown_page as shown_page,
)
from daybook.conversation.answer_json import (
    AnswerJson as AnswerJson,
    NoteJson as NoteJson,
    PlanJson as PlanJson,
    plain as plain,
)
from daybook.conversation.ledger_fold import (
    Change as Change,
    Draft as Draft,
    Event as Event,
    EventKind as EventKind,
    Ledger as Ledger,
    Mark as Mark,
    RecordDifference as RecordDifference,
    Reinforce as Reinforce,
    Relate as Relate,
    Write as Write,
    apply_drafts as apply_drafts,
    differences as differences,
    fold as fold,
    time_weight as time_weight,
)
from daybook.conversation.ledger_records import (
    Act as Act,
    Address as Address,
    Fact as Fact,
    Polarity as Polarity,
    Record as Record,
    Relation as Relation,
    RelationKind as RelationKind,
    Status as Status,
    Support as Support,
    record_id as record_id,
)
from daybook.conversation.question import (
    Question as Question,
    QuestionKind as QuestionKind,
    RetrievalPlan as RetrievalPlan,
)
from daybook.conversation.slots import (
    OTHER as OTHER,
    SENSITIVE as SENSITIVE,
    SLOTS as SLOTS,
    Slot as Slot,
    slot_of as slot_of,
)
from daybook.conversation.turns import (
    Role as Role,
    Round as Round,
    Session as Session,
    TimeRange as TimeRange,
    Turn as Turn,
    as_utc as as_utc,
    both_ends as both_ends,
    number_occurrences as number_occurrences,
    round_id as round_id,
    rounds_of as rounds_of,
)
