"""Ranking signals of the papers: they lose in the default, and only their presets turn them on."""

from daybook.retrieve.papers.himes import HistoricalQueries
from daybook.retrieve.papers.memorystack import JoinedSignals
from daybook.retrieve.papers.timerag import RecordRanking
from daybook.retrieve.ranking_signal import RankingSignal
from daybook.settings import PaperSignals


def paper_signal(name: PaperSignals) -> RankingSignal:
    """Make the signal of a paper, once for a graph; by default one that leaves everything as it is."""
    match name:
        case PaperSignals.TIMERAG:
            return RecordRanking()
        case PaperSignals.MEMORYSTACK:
            return JoinedSignals()
        case PaperSignals.HIMES:
            return HistoricalQueries()
        case PaperSignals.NONE:
            return RankingSignal()
