"""The JSON of commands that the command line alone has; `daybook.interfaces.operations` has what others give.

Times are ISO 8601 with an offset; durations are milliseconds, unless they are named seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from daybook.conversation.answer_json import plain
from daybook.interfaces.operations.memory_json import CandidateJson
from daybook.library.results import rank_of
from daybook.settings import without_password

if TYPE_CHECKING:
    from daybook.interfaces.cli.doctor import Diagnosis
    from daybook.interfaces.importers.import_survey import ChosenFiles, Survey
    from daybook.interfaces.rendering.import_output import FactsRead
    from daybook.library.results import Explanation
    from daybook.store import Added, Stats

Json = dict[str, Any]


def why_json(explanation: Explanation) -> Json:
    """The key "why" of `daybook ask --why`: the candidates, best first, the passages and the calls."""
    tokens = {excerpt.round.round_id: excerpt.tokens for excerpt in explanation.packed}
    ranked = {candidate.round.round_id: candidate for candidate in explanation.ranked}
    return {
        "candidates": [
            {
                **CandidateJson.of(ranked.get(found.round.round_id, found)).to_json(),
                "found_rank": place,
                "ranked_rank": rank_of(found.round.round_id, explanation.ranked),
                "packed_tokens": tokens.get(found.round.round_id),
            }
            for place, found in enumerate(explanation.found, start=1)
        ],
        "passages": [
            {**plain(found.passage), "score": found.score, "signals": dict(found.signals)}
            for found in explanation.passages
        ],
        "calls": plain(explanation.calls),
    }


def reindex_json(stats: Stats, seconds: float) -> Json:
    """`daybook reindex`."""
    return {"rounds": stats.rounds, "vectors": stats.vectors, "seconds": round(seconds, 3)}


def migrated_json(to: str, tables: Mapping[str, int]) -> Json:
    """`daybook migrate`; it fails where the copy is not verified."""
    return {"to": without_password(to), "tables": dict(tables), "verified": True}


def diagnosis_json(diagnosis: Diagnosis) -> Json:
    """`daybook doctor`."""
    return {
        "sound": diagnosis.sound,
        **plain(diagnosis),
        "findings": [
            {"what": finding.name, "ok": finding.ok, "text": finding.detail} for finding in diagnosis.findings
        ],
    }


def import_json(
    added: Sequence[Added], found: Survey, chosen: ChosenFiles, seconds: float, facts: FactsRead | None = None
) -> Json:
    """`daybook import`; `left_out` counts what is no conversation."""
    shape: Json = {
        "owners": plain(added),
        "seconds": round(seconds, 3),
        "left_out": dict(found.left_out),
        "notes": dict(found.notes),
        **files_json(chosen),
    }
    return shape | {"facts_by_model": plain(facts)} if facts else shape


def preview_json(chosen: ChosenFiles, found: Survey) -> Json:
    """`daybook import --dry-run`."""
    return {
        "dry_run": True,
        **files_json(chosen),
        "sessions": found.sessions,
        "rounds": found.rounds,
        "from": plain(found.first),
        "to": plain(found.last),
        "people": [
            {"name": name, "side": str(role), "turns": count}
            for (name, role), count in found.people.most_common()
        ],
        "encodings": sorted(filter(None, found.encodings)),
        "left_out": dict(found.left_out),
        "notes": dict(found.notes),
    }


def files_json(chosen: ChosenFiles) -> Json:
    """Which files an import takes, and which it skips."""
    files = [
        {"file": str(file.source), "format": str(file.kind), "may_be": list(file.others)}
        for file in chosen.files
    ]
    return {"files": files, "passed_over": list(chosen.passed_over)}
