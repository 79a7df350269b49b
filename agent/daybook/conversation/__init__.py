"""The domain model as frozen dataclasses: turns, rounds, questions, answers. Standard library only."""

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
    shown_page as shown_page,
)
from daybook.conversation.answer_json import (
    AnswerShape as AnswerShape,
    plain_answer as plain_answer,
    plain_document_evidence as plain_document_evidence,
    plain_evidence as plain_evidence,
    plain_note as plain_note,
    plain_passage as plain_passage,
    plain_plan as plain_plan,
    plain_usage as plain_usage,
)
from daybook.conversation.ledger_fold import (
    Change as Change,
    DecayUnit as DecayUnit,
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
    time_weights as time_weights,
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
from daybook.conversation.reading import (
    Reading as Reading,
    cited_of as cited_of,
    excerpts_of as excerpts_of,
)
from daybook.conversation.slots import (
    OTHER as OTHER,
    SENSITIVE as SENSITIVE,
    SLOTS as SLOTS,
    Slot as Slot,
    slot_descriptions as slot_descriptions,
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
