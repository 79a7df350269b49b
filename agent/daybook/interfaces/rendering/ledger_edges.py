"""How records bear on each other, for a reader: the edges of the ledger, with how sure each is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from daybook.conversation import Evidence, Ledger, Record, Relation, RelationKind, Status
from daybook.interfaces.rendering.ledger_lines import label_of, subject_of
from daybook.interfaces.rendering.screen import Screen

_VERBS = {
    RelationKind.SUPERSEDES: "replaced",
    RelationKind.DEPENDS_ON: "rests on",
    RelationKind.MAY_BE_SAME: "may be the same as",
    RelationKind.CONTRADICTS: "contradicts",
    RelationKind.ELABORATES: "elaborates",
    RelationKind.FOLLOWS: "follows",
    RelationKind.RELATED_TO: "is related to",
    RelationKind.SAME_TOPIC: "shares the topic of",
}


def edges_of(records: Iterable[Record], relations: Iterable[Relation]) -> list[Relation]:
    """List how records bear on each other: the relations, and what took the place of what."""
    records = list(records)
    known = {record.record_id for record in records}
    edges = {
        (edge.source, edge.kind, edge.target): edge
        for edge in relations
        if edge.source in known and edge.target in known
    }
    for record in records:
        if record.status is Status.SUPERSEDED and record.superseded_by in known:
            found = Relation(record.superseded_by, RelationKind.SUPERSEDES, record.record_id, 1.0, 1.0)
            edges.setdefault((found.source, found.kind, found.target), found)
        for base in record.rests_on:
            if base in known:
                found = Relation(record.record_id, RelationKind.DEPENDS_ON, base, 1.0, 1.0)
                edges.setdefault((found.source, found.kind, found.target), found)
    return list(edges.values())


def edges_behind(evidence: Iterable[Evidence], ledger: Ledger) -> list[Relation]:
    """List the edges of the records that the cited rounds told of, those that say most first.

    Args:
        evidence: of an answer.
        ledger: as of its question.
    """
    cited = {one.round_id for one in evidence}
    records = ledger.records.values()
    told = {record.record_id for record in records if not cited.isdisjoint(record.round_ids)}
    found = [edge for edge in edges_of(records, ledger.relations) if {edge.source, edge.target} & told]
    return sorted(found, key=lambda edge: -edge.weight * edge.confidence)


def show_edges(screen: Screen, edges: Iterable[Relation], known: Mapping[str, Record]) -> None:
    """Print a line for each edge: what, how, to what, and how sure that is."""
    for edge in edges:
        parts = (_named(known[edge.source]), _verb(edge), _named(known[edge.target]))
        sure = f"{edge.confidence:.2f}"
        if screen.is_terminal:
            screen.text(f"{' '.join(parts)} ({sure})")
        else:
            screen.table(("",) * 6, [(*parts, edge.source, edge.target, sure)])


def _verb(edge: Relation) -> str:
    if edge.kind is RelationKind.MAY_BE_SAME and edge.confidence == 0:
        return "is not the same as"
    if edge.kind is RelationKind.MAY_BE_SAME and edge.confidence == 1:
        return "is the same as"
    return _VERBS[edge.kind]


def _named(record: Record) -> str:
    return f"{subject_of(record)}, {label_of(record)}"
