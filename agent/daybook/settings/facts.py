"""The settings of what is written into the ledger."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class FactSettings(BaseModel):
    """Which facts about an owner are written, and how many stay in view."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    write_threshold: float = Field(
        0.55, gt=0, le=1, description="confidence from which a fact is written (TimeRAG-Memory, tau)"
    )
    quarantine_threshold: float = Field(
        0.3, gt=0, le=1, description="confidence from which a fact waits to be confirmed or repeated"
    )
    facts_by_model: bool = Field(
        True, description="after a reply in chat, have a chat model find further facts, if there is one"
    )
    record_budget: int = Field(
        200, gt=0, description="active records of an owner; the least weighty beyond it fade"
    )
