"""Works out what each round loses: sentences of it, or all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from daybook.conversation import Role, Round, Support, Turn, round_id
from daybook.english.redaction import FORGOTTEN, Span, cut, moved, says_nothing

Cuts = Mapping[Role, tuple[Span, ...]]
"""The stretches to be cut out of each side, in order."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A round, and what becomes of it."""

    before: Round
    after: Round | None = None
    """A new round at the same place; None where the whole of it goes."""
    cuts: Cuts = field(default_factory=dict)
    """What `after` lacks."""

    @property
    def texts(self) -> Iterator[str]:
        """What was said and is to be found no more."""
        for turn in self.before.turns:
            if self.after is None:
                yield turn.content
            else:
                yield from (turn.content[start:stop] for start, stop in self.cuts.get(turn.role, ()))

    @property
    def turns(self) -> int:
        """How many turns went or were changed."""
        return len(self.before.turns) if self.after is None else len(self.cuts)

    def follow(self, support: Support) -> Support | None:
        """Say what a support that rests on this round rests on now; None where that went."""
        span = moved((support.start, support.stop), self.cuts.get(Role.USER, ()))
        if self.after is None or span is None:
            return None
        return replace(support, round_id=self.after.round_id, start=span[0], stop=span[1])


def losses_of(
    rounds: Iterable[Round], whole: Collection[str], cuts: Mapping[str, Cuts], records: Collection[str] = ()
) -> dict[str, Loss]:
    """Take away what is to go, and with it what recalled it.

    A turn that came out of memory is worded anew each time, so no search for words could tell what of
    it is to go: where it recalls a round that loses something, all of it goes. That may go on from
    recollection to recollection.

    Args:
        rounds: all of an owner.
        whole: ids of the rounds that go.
        cuts: of rounds that lose sentences, by id.
        records: ids of records that go; what recalls one goes as well.

    Returns:
        What each round loses that loses anything, by its id.
    """
    kept = {round_.round_id: round_ for round_ in rounds}
    losses = {name: Loss(kept[name]) for name in kept if name in whole}
    losses |= {name: _redacted(kept[name], sides) for name, sides in cuts.items() if name not in whole}
    while waiting := _recollections(kept.values(), losses, records):
        losses |= {name: _redacted(kept[name], sides) for name, sides in waiting.items()}
    return _without_twins(losses, kept)


def _recollections(
    rounds: Iterable[Round], losses: Mapping[str, Loss], records: Collection[str]
) -> dict[str, Cuts]:
    """Find the rounds with a turn that recalls what goes and is not cut out yet, and all their cuts."""
    gone = {*losses, *records}
    found: dict[str, Cuts] = {}
    for round_ in rounds:
        loss = losses.get(round_.round_id)
        if loss is not None and loss.after is None:
            continue
        cuts = {} if loss is None else loss.cuts
        whole = {turn.role: ((0, len(turn.content)),) for turn in round_.turns if _recalls(turn, gone)}
        if any(cuts.get(role) != all_ for role, all_ in whole.items()):
            found[round_.round_id] = {**cuts, **whole}
    return found


def _recalls(turn: Turn, names: Collection[str]) -> bool:
    return turn.content != FORGOTTEN and any(source in names for source in turn.sources or ())


def _redacted(round_: Round, cuts: Cuts) -> Loss:
    user, assistant = (_without(turn, cuts) for turn in (round_.user, round_.assistant))
    telling = user if round_.user is not None else assistant
    if telling is None or says_nothing(telling.content):
        return Loss(round_)
    name = round_id(round_.owner, round_.session_id, round_.occurrence, round_.position, user, assistant)
    return Loss(round_, replace(round_, round_id=name, user=user, assistant=assistant), cuts)


def _without(turn: Turn | None, cuts: Cuts) -> Turn | None:
    if turn is None or turn.role not in cuts:
        return turn
    left = cut(turn.content, cuts[turn.role])
    recalls_nothing = turn.sources is not None and left == FORGOTTEN
    return replace(turn, content=left, sources=() if recalls_nothing else turn.sources)


def _without_twins(losses: dict[str, Loss], kept: Mapping[str, Round]) -> dict[str, Loss]:
    """Let a round go where another of its place says the same once both are cut."""
    taken = set(kept) - set(losses)
    for name, loss in losses.items():
        if loss.after is not None and loss.after.round_id in taken:
            losses[name] = Loss(loss.before)
        elif loss.after is not None:
            taken.add(loss.after.round_id)
    return losses
