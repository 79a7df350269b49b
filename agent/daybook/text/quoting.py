"""Reading in any language without a model: the best rounds are quoted, with their dates.

Whether they answer the question is left to who asked: no rule of a language judges it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from daybook.conversation import Evidence, Excerpt, FoundPassage, Note, Reading, Role, Turn, excerpts_of
from daybook.conversation.authorship import OWN, authorship_of
from daybook.conversation.language import Analyzer, Texts, ToRead

MAX_QUOTES = 3
"""Rounds that are quoted, one sentence of each."""
_LONGEST = 300
"""Characters of one quote."""
_QUESTION = 0.5
"""Factor of a sentence that asks, and of what the assistant said."""
_CLEARLY = 0.25
"""By how much more of the question a document has to hold than any round to be quoted first."""


def quote_best(found: ToRead, analyzer: Analyzer, texts: Texts) -> Reading:
    """Quote the sentences of the best rounds that share most with a question, the best round first.

    Passages of documents follow, or lead where they hold much more of the question's words.
    """
    rounds = sorted(found.standing or found.excerpts, key=lambda excerpt: -excerpt.candidate.score)
    weights = _weights(found.plan.question, rounds, analyzer)
    quotes = [quote for excerpt in rounds[:MAX_QUOTES] if (quote := _best(excerpt, weights, analyzer))]
    cited = _of_documents(found, weights, analyzer)
    lines = [(_line(evidence, excerpt, analyzer), share) for excerpt, evidence, share in quotes]
    of_documents = [(_cited(evidence, passage), share) for passage, evidence, share in cited]
    if not lines and not of_documents:
        return Reading(texts.not_known, not_known=True, notes=(), evidence=())
    leads = bool(of_documents) and (
        not lines or of_documents[0][1] > max(share for _, share in lines) + _CLEARLY
    )
    of_rounds = [(evidence, line) for (_, evidence, _), (line, _) in zip(quotes, lines, strict=True)]
    of_passages = [(evidence, line) for (_, evidence, _), (line, _) in zip(cited, of_documents, strict=True)]
    told = [*of_passages, *of_rounds] if leads else of_rounds or of_passages
    return Reading(
        "\n".join(line for _, line in told),
        not_known=False,
        notes=tuple(
            Note(said.round_id, said.session_id, said.said_at, said.quote, "", _side(excerpt, said.quote))
            for excerpt, said, _ in quotes
        ),
        evidence=tuple(evidence for evidence, _ in told),
    )


def _weights(question: str, rounds: Sequence[Excerpt], analyzer: Analyzer) -> Mapping[str, float]:
    """Weigh the words of a question by how rare they are in the rounds found; the weights sum to 1."""
    words = sorted(set(analyzer.words(question)))
    held = Counter(
        word
        for excerpt in rounds
        for word in set(analyzer.words(" ".join(excerpt.round.fields.values()))).intersection(words)
    )
    weights = {word: log(1 + (1 + len(rounds)) / (1 + held[word])) for word in words}
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()}


def _best(
    excerpt: Excerpt, weights: Mapping[str, float], analyzer: Analyzer
) -> tuple[Excerpt, Evidence, float] | None:
    """Choose the sentence of a round that holds most of a question, and say how much."""
    round_, best = excerpt.round, None
    shown = {turn.role for turn in round_.turns if turn.is_key}
    for span in excerpt.spans:
        text = round_.fields[span.role][span.start : span.stop] if span.role in shown else ""
        for start, stop in analyzer.sentences(text):
            quote = text[start : min(stop, start + _LONGEST)].strip()
            share = sum(weights.get(word, 0.0) for word in set(analyzer.words(quote)))
            near = max(
                (
                    match.score
                    for match in excerpt.candidate.matches
                    if match.role is span.role
                    and match.start < span.start + stop
                    and span.start + start < match.stop
                ),
                default=0.0,
            )
            named = bool(round_.user and round_.user.speaker)
            factor = _QUESTION if analyzer.asks(quote) else 1.0
            factor *= _QUESTION if span.role is Role.ASSISTANT and not named and round_.user else 1.0
            merit = (share + max(near, 0.0) + 0.01) * factor
            if best is None or merit > best[0]:
                best = (merit, quote, share)
    if best is None:
        return None
    evidence = Evidence(round_.round_id, round_.session_id, round_.said_at, best[1])
    return excerpt, evidence, best[2]


def _of_documents(
    found: ToRead, weights: Mapping[str, float], analyzer: Analyzer
) -> list[tuple[FoundPassage, Evidence, float]]:
    """Choose a sentence of the best passage of a document that shares a word with the question."""
    excerpts = excerpts_of(found.passages[:1], found.question.asked_at)
    chosen = [
        (passage, best)
        for passage, excerpt in zip(found.passages, excerpts, strict=False)
        if (best := _best(excerpt, weights, analyzer)) is not None
    ]
    return [(passage, evidence, share) for passage, (_, evidence, share) in chosen if share > 0]


def _side(excerpt: Excerpt, quote: str) -> Role:
    return next((role for role, field in excerpt.round.fields.items() if quote in field), Role.USER)


def _line(evidence: Evidence, excerpt: Excerpt, analyzer: Analyzer) -> str:
    """Write a quote with its date, and with who said it where that is known and they said it themselves."""
    turn = next((turn for turn in excerpt.round.turns if evidence.quote in turn.content), None)
    speaker = (
        f"{turn.speaker}: " if turn is not None and turn.speaker and _says(turn, evidence, analyzer) else ""
    )
    return f"{speaker}“{evidence.quote}” ({evidence.said_at:%Y-%m-%d})"


def _says(turn: Turn, evidence: Evidence, analyzer: Analyzer) -> bool:
    start = turn.content.index(evidence.quote)
    stretches = analyzer.authored(turn.content)
    return authorship_of(turn.content, stretches, start, start + len(evidence.quote)) == OWN


def _cited(evidence: Evidence, found: FoundPassage) -> str:
    return f"“{evidence.quote}” ({found.passage.title})"
