"""The nodes of the recall graph that read what was found: state unpacked, a step called, state returned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TypeAlias

from langgraph.config import get_stream_writer

from agent.conversation import Answer, Note, plain_answer, plain_note
from agent.graph.state import RecallState
from agent.llm import ChatModel
from agent.model_settings import ModelRole
from agent.parts import Parts
from agent.read import (
    Reading,
    check_quotes,
    note_round,
    read_by_model,
    read_by_quotes,
    read_notes,
    write_for_model,
)
from agent.retrieve import pack_rounds, render_excerpt
from agent.settings import ReadMode
from agent.understand import date_of

Update: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Answering:
    """From ranked candidates to an answer."""

    parts: Parts

    async def pack(self, state: RecallState) -> Update:
        """Fill the reader's budget with the best candidates."""
        reader = self.parts.models.of(ModelRole.READ)
        excerpts = pack_rounds(
            state["candidates"],
            state["search_plan"],
            budget=self.parts.settings.budget_of(reader.name if reader else None),
            count_tokens=self.parts.count_tokens,
            write=write_for_model if reader else render_excerpt,
        )
        return {"excerpts": excerpts}

    def takes_notes_first(self, state: RecallState) -> bool:
        """Whether a model is to take a note of each round before the answer."""
        per_round = self.parts.settings.read_mode is ReadMode.PER_ROUND
        return per_round and state["consultation"].has_model(ModelRole.READ)

    async def note(self, state: RecallState) -> Update:
        """Take a note from one packed round."""
        note = await state["consultation"].consult(
            "note",
            ModelRole.READ,
            lambda model: note_round(
                state["asked"],
                state["search_plan"],
                state["excerpt"],
                model,
                self.parts.prompts["note_one_round"],
            ),
            None,
        )
        if note:
            _tell("note", note)
        return {"round_notes": [note] if note else []}

    async def read(self, state: RecallState) -> Update:
        """Answer from the excerpts: by a model where there is one, else by quotes."""
        asked, plan, excerpts = state["asked"], state["search_plan"], state["excerpts"]
        consultation = state["consultation"]
        if not consultation.has_model(ModelRole.READ) or not excerpts:
            return {"reading": read_by_quotes(asked, plan, excerpts, date_of=date_of)}
        by_model = partial(self._read, state)
        reading = await consultation.consult("read", ModelRole.READ, by_model, None)
        return {"reading": reading or read_by_quotes(asked, plan, excerpts, date_of=date_of)}

    async def check(self, state: RecallState) -> Update:
        """Leave only quotes that stand in their rounds, and sum up."""
        reading = check_quotes(state["reading"], [excerpt.round for excerpt in state["excerpts"]])
        consultation = state["consultation"]
        result = Answer(
            text=reading.text,
            not_known=reading.not_known,
            evidence=reading.evidence,
            notes=reading.notes,
            plan=state["search_plan"],
            unsupported=reading.unsupported,
            degraded=tuple(consultation.degraded),
            usage=consultation.meter.usage,
        )
        total = (perf_counter() - state["began"]) * 1000
        return {**plain_answer(result), "result": result, "timings": {"total": total}}

    async def _read(self, state: RecallState, model: ChatModel) -> Reading:
        asked, plan, excerpts = state["asked"], state["search_plan"], state["excerpts"]
        prompts, settings = self.parts.prompts, self.parts.settings
        if settings.read_mode is ReadMode.PER_ROUND and "note" not in state["consultation"].degraded:
            notes = state.get("round_notes", [])
            return await read_notes(asked, plan, excerpts, notes, model, prompts["read_direct"])
        prompt = prompts["read_direct" if settings.read_mode is ReadMode.DIRECT else "read_con"]
        return await read_by_model(
            asked,
            plan,
            excerpts,
            model,
            prompt,
            form=settings.read_format,
            on_note=partial(_tell, "read") if state.get("stream_notes") else None,
        )


def _tell(stage: str, note: Note) -> None:
    """Put a note on the custom stream; the step that takes it must be under way."""
    get_stream_writer()({"stage": stage, "event": "note", **plain_note(note)})
