"""The settings of the ledger, a part of `Settings`."""

from __future__ import annotations

from pydantic import Field

from daybook.settings.models import ModelSettings


class LedgerSettings(ModelSettings):
    """What is written into the ledger, and how it is used."""

    ledger: bool = Field(True, description="post facts about the owner to the ledger, and use them")
    write_threshold: float = Field(
        0.55, gt=0, le=1, description="confidence from which a fact is written (TimeRAG-Memory, tau)"
    )
    quarantine_threshold: float = Field(
        0.3, gt=0, le=1, description="confidence from which a fact waits to be confirmed or repeated"
    )
    facts_by_model: bool = Field(
        False, description="find facts with the understanding model, a call for every ten rounds"
    )
    record_budget: int = Field(
        200, gt=0, description="active records of an owner; the least weighty beyond it fade"
    )

    record_limit: int = Field(
        5, ge=0, description="records shown to a reader (TimeRAG-Memory, K); 0 shows none"
    )
    record_decay: float = Field(
        0.25, ge=0, description="how fast records fade in a ranking, per year (TimeRAG-Memory, lambda)"
    )
    conflict_penalty: float = Field(
        0.3, ge=0, description="what a record loses that something later contradicts, in cosines (gamma)"
    )
    record_answers: bool = Field(
        True, description="without a model, answer questions for a fact from its record"
    )
    record_keys: bool = Field(True, description="find rounds by the records that rest on them as well")
    prefer_present: bool = Field(
        True, description="rank what superseded a round above it, where the present is asked for"
    )
    prefer_later: bool = Field(
        True,
        description="rank the later of two rounds about one thing higher, where the present is asked for",
    )
    relations: bool = Field(
        False, description="count how the records of a round are related, where signals are weighed"
    )
    recency_days: float = Field(
        30, gt=0, description="age at which recency has fallen to 1/e, where signals are weighed (tau)"
    )
    attention: float = Field(
        0.0, ge=0, description="weight of nearness to earlier questions like this one (HiMeS, algorithm 2)"
    )
    attention_turns: int = Field(5, gt=0, description="how many of those (n)")
    topic: float = Field(0.0, ge=0, description="weight of being of the question's topic (HiMeS)")
    topic_index: bool = Field(False, description="search the rounds of the question's topic only")
