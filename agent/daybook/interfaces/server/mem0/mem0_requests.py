"""What Mem0's clients send. A field that asks for what is not done here is refused, never passed over."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, model_validator

from daybook.conversation.errors import BadInput
from daybook.interfaces.server.mem0.mem0_filters import ENTITIES, Filter, Named, both, read_filter, same

_WORDS = "words are kept as they were said, and no model rewords or sorts them"
_REFUSED: Mapping[str, str] = {
    "custom_instructions": _WORDS,
    "agent_custom_instructions": _WORDS,
    "custom_categories": _WORDS,
    "custom_fact_extraction_prompt": _WORDS,
    "structured_data_schema": _WORDS,
    "prompt": _WORDS,
    "includes": _WORDS,
    "excludes": _WORDS,
    "memory_type": _WORDS,
    "categories": "memories have no categories here; put one in their metadata",
    "enable_graph": "there is no graph; the facts that rest on a memory are in its `facts`",
    "immutable": "every round is immutable, and update keeps a later one",
    "expiration_date": "nothing expires by itself: DELETE forgets",
}
"""Why a field is refused that asks for something."""
_WITHOUT_EFFECT = frozenset(
    {
        "infer",  # word for word in either case
        "rerank", "keyword_search",  # a search always ranks by meaning and by words
        "show_expired",  # nothing does
        "org_id", "project_id", "version", "api_version", "output_format", "async_mode",
    }
)  # fmt: skip
"""Fields that change nothing, and make no difference to what is answered."""


class Mem0Request(BaseModel):
    """A body, with the four ids wherever Mem0's clients put them."""

    model_config = ConfigDict(extra="allow", coerce_numbers_to_str=True)

    user_id: str | None = Field(None, min_length=1)
    agent_id: str | None = Field(None, min_length=1)
    app_id: str | None = Field(None, min_length=1)
    run_id: str | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        _refuse_unknown(self.model_extra or {})
        return self

    @property
    def ids(self) -> Named:
        """Those of the four that are named at the top."""
        return {name: value for name in ENTITIES if (value := getattr(self, name)) is not None}


class Filtered(Mem0Request):
    """A body that says which memories are meant."""

    loose: ClassVar[bool] = False
    """True if a filter may name fields of the metadata at its top, as at the open-source server."""

    filters: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = Field(None, description="fields that a memory's metadata has to have")
    latest_only: bool | None = None

    @property
    def wanted(self) -> Filter:
        """The filter with the ids at the top and the metadata; BadInput where it cannot be read."""
        if self.latest_only is False:
            raise BadInput("a memory is shown as it was last worded; its history has the others")
        found = both(same(self.ids), read_filter(self.filters or {}, loose=self.loose))
        return both(found, read_filter({"metadata": self.metadata})) if self.metadata else found


class AddRequest(Mem0Request):
    """Messages to keep."""

    messages: str | dict[str, Any] | list[dict[str, Any]]
    filters: dict[str, str] | None = Field(None, description="the four ids, if not at the top")
    metadata: dict[str, Any] = Field(default_factory=dict)
    timestamp: float | str | None = Field(None, description="when it was said: seconds since 1970, or ISO")

    @property
    def said(self) -> list[dict[str, Any]]:
        """The messages as a list."""
        if isinstance(self.messages, str):
            return [{"role": "user", "content": self.messages}]
        return self.messages if isinstance(self.messages, list) else [self.messages]

    @property
    def named(self) -> Named:
        """The ids, of the top and of the filters; BadInput where those hold something else."""
        beside = self.filters or {}
        if unknown := beside.keys() - set(ENTITIES):
            raise BadInput(f"{min(unknown)!r} is none of {', '.join(ENTITIES)}", source="filters")
        return {**beside, **self.ids}


class Mem0SearchRequest(Filtered):
    """A search."""

    query: str = Field(min_length=1)
    top_k: int | None = Field(None, ge=1, le=1_000)
    limit: int | None = Field(None, ge=1, le=1_000, description="the same, as it was called before")
    threshold: float | None = Field(None, description="least score, from 0 to 1")
    fields: list[str] | None = Field(None, description="members to give beside the id")
    reference_date: str | float | None = Field(None, description='what "last week" is relative to')


class LooseSearchRequest(Mem0SearchRequest):
    """A search at the open-source server."""

    loose: ClassVar[bool] = True


class ListRequest(Filtered):
    """Which memories to list."""

    start_date: str | None = None
    end_date: str | None = None
    fields: list[str] | None = None


class UpdateRequest(BaseModel):
    """What a memory is to say, or what is to stand beside it."""

    model_config = ConfigDict(extra="allow")

    text: str | None = None
    metadata: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        extra = dict(self.model_extra or {})
        if extra.get("timestamp") is not None:
            raise ValueError("the moment at which something was said is not changed")
        _refuse_unknown(extra)
        if self.text is None and self.metadata is None:
            raise ValueError("say what changes: text, metadata, or both")
        return self


class OneUpdate(UpdateRequest):
    """One of several."""

    memory_id: str


class BatchUpdate(BaseModel):
    """Several updates."""

    memories: Annotated[list[OneUpdate], Field(min_length=1, max_length=1_000)]


class OneDelete(BaseModel):
    """One of several memories to forget."""

    memory_id: str


class BatchDelete(BaseModel):
    """Several memories to forget."""

    memories: Annotated[list[OneDelete], Field(min_length=1, max_length=1_000)]


def _refuse_unknown(extra: Mapping[str, object]) -> None:
    for name, value in extra.items():
        if name in _WITHOUT_EFFECT or value in (None, False, "", [], {}):
            continue
        raise ValueError(f"{name} is refused: {_REFUSED.get(name, 'it is not known here')}")


def named_in_query(request: Request, *others: str) -> Named:
    """Read the ids of a query string, which may hold `others` besides; raise BadInput where it holds more."""
    found = dict(request.query_params)
    try:
        _refuse_unknown({name: value for name, value in found.items() if name not in (*ENTITIES, *others)})
    except ValueError as error:
        raise BadInput(str(error)) from None
    return {name: found[name] for name in ENTITIES if found.get(name)}
