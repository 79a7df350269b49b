"""The key designs of LongMemEval's Table 3: what a value is found by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daybook_eval.papers.longmemeval.expansions import Expansion


@dataclass(frozen=True, slots=True)
class KeyDesign:
    """Which texts are the keys of a value. Each is one vector, of its beginning where it is long."""

    expansion: Expansion | None = None
    """What is drawn out of the value; None for nothing (K = V)."""
    value: bool = True
    """Whether the value's own text, its user's side, is a key or part of one."""
    merged: bool = True
    """Whether what is drawn out is joined to the value's text, or makes keys of its own beside it."""

    @property
    def name(self) -> str:
        """As the paper writes it: "V + fact"; where the keys are apart: "V, fact apart"."""
        if self.expansion is None:
            return "V"
        if not self.value:
            return self.expansion.value
        return f"V + {self.expansion}" if self.merged else f"V, {self.expansion} apart"

    def texts(self, said: str, drawn: Sequence[str]) -> tuple[str, ...]:
        """Make the keys of a value.

        Where they are merged what was drawn out stands first: what is cut off a long text is its end.

        Args:
            said: the value's own text.
            drawn: what was drawn out of it.
        """
        own = (said,) if self.value and said.strip() else ()
        if self.merged and own and drawn:
            return ("\n".join([*drawn, said]),)
        return (*own, *drawn)


K_IS_V = KeyDesign()


def designs(expansions: Sequence[Expansion]) -> tuple[KeyDesign, ...]:
    """List K = V, each expansion alone, merged with the value, and apart from it."""
    return (
        K_IS_V,
        *(KeyDesign(one, value=False) for one in expansions),
        *(KeyDesign(one) for one in expansions),
        *(KeyDesign(one, merged=False) for one in expansions),
    )
