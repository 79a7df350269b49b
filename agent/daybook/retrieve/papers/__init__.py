"""What the papers rank by and Daybook does not: kept for comparison, since it loses here against the default.

Every signal is off unless an option, or a paper's preset, turns it on. `ranking_signals` is the one place at
which a search learns of them; a further one is a `RankingSignal` and a line of it. `docs/retrieval.md` and
`docs/ledger_figures.md` have what each of them costs or brings.
"""

from daybook.retrieve.papers.himes import PassageAttention, RoundAttention, TopicIndex, TopicShare, TopicTags
from daybook.retrieve.papers.memorystack import (
    HideSuperseded,
    JoinedScores,
    RelationScores,
    SourceFilter,
    searched_side as searched_side,
)
from daybook.retrieve.papers.timerag import RecordRanking
from daybook.retrieve.ranking_signal import RankingSignal
from daybook.settings import DocumentAttention, Options, SupersededRounds


def ranking_signals(options: Options) -> tuple[RankingSignal, ...]:
    """The signals that are on, in the order in which they are applied; none by default.

    Those that keep something from one question to the next are made once for a graph.
    """
    signals, documents, tags = options.signals, options.documents, TopicTags()
    every = (
        (options.ledger.record_ranking, RecordRanking()),
        (signals.topic_index, TopicIndex(tags)),
        (signals.source_filter, SourceFilter(signals)),
        (options.ledger.superseded is not SupersededRounds.KEEP, HideSuperseded(options.ledger.superseded)),
        (signals.relations, RelationScores()),
        (signals.attention > 0, RoundAttention(signals.attention, signals.attention_turns)),
        (signals.topic > 0, TopicShare(signals.topic, tags)),
        (signals.weigh, JoinedScores(options.search.search_limit)),
        (documents.document_attention is not DocumentAttention.OFF, PassageAttention(documents)),
    )
    return tuple(signal for is_on, signal in every if is_on)
