"""The settings of the ledger, a part of `Settings`."""

from __future__ import annotations

from pydantic import Field

from agent.model_settings import ModelSettings


class LedgerSettings(ModelSettings):
    """What is written into the ledger, and how it is used."""

    ledger: bool = Field(True, description="post facts about the owner to the ledger, and use them")
    write_threshold: float = Field(
        0.55, gt=0, le=1, description="confidence from which a fact is written (TimeRAG-Memory, tau)"
    )
    quarantine_threshold: float = Field(
        0.3, gt=0, le=1, description="confidence from which a fact waits to be confirmed or repeated"
    )
