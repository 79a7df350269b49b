"""The nodes of the recall graph that read what was found: state unpacked, a step called, state returned."""

from asyncio import to_thread
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Self

from langgraph.config import get_stream_writer

from daybook.answer import (
    KnownBlock,
    check_quotes,
    choose_reading,
    known_block,
    note_round,
    passages_text,
    read_by_model,
    read_notes,
    write_for_model,
)
from daybook.conversation import (
    Answer,
    Excerpt,
    FoundPassage,
    Note,
    Pipeline,
    Reading,
    Round,
    excerpts_of,
    plain_answer,
    plain_note,
    without_documents,
)
from daybook.conversation.errors import ContextTooLong
from daybook.conversation.language import ToRead
from daybook.graph.parts import Parts
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.models.llm import ChatModel
from daybook.retrieve import (
    asks_for_current,
    drop_superseded,
    mark_superseded_notes,
    pack_rounds,
    render_excerpt,
    whole_rounds,
)
from daybook.settings import ModelRole, ReadMode
from daybook_prompts import as_data


@dataclass(frozen=True, slots=True)
class ReadNodes:
    """From ranked candidates to an answer."""

    parts: Parts
    reader: ChatModel | None
    """None where rules read."""

    @classmethod
    def of(cls, parts: Parts) -> Self:
        """Make the nodes of a graph."""
        return cls(parts, parts.models.of(ModelRole.READ))

    async def pack(self, state: RecallState) -> Update:
        """Fill the reader's budget with the best candidates, and of a model's a part with passages.

        Where the options name a number of rounds, as many are taken instead, at any cost.
        """
        passages = self._packed_passages(state) if self.reader else state["passages"]
        if most := self.parts.settings.options.read.read_rounds:
            first, count = state["candidates"][:most], self.parts.count_tokens
            excerpts = whole_rounds(first, count_tokens=count, write=self._write)
            return {"excerpts": excerpts, "passages": passages}
        budget = self._budget
        if self.reader:
            beside = as_data(self._known_block(state)) + passages_text(passages)
            budget = max(budget - self.parts.count_tokens(beside), 0)
        return {"excerpts": self._packed(state, budget), "passages": passages}

    def takes_notes_first(self, state: RecallState) -> bool:
        """True if a model takes a note of each round before the answer."""
        per_round = self.parts.settings.models.read_mode is ReadMode.PER_ROUND
        return per_round and state["models"].has_model(ModelRole.READ)

    async def note(self, state: RecallState) -> Update:
        """Take a note from one packed round, or name the round where that fails."""
        asked, plan, excerpt = state["asked"], state["retrieval_plan"], state["excerpt"]
        prompt = self.parts.prompts["note_one_round"]

        async def take(model: ChatModel) -> list[Note]:
            note = await note_round(asked, plan, excerpt, model, prompt, self.parts.language)
            return [note] if note else []

        notes = await state["models"].call("note", ModelRole.READ, take, None)
        if notes is None:
            return {"unnoted": [excerpt.round.round_id]}
        for note in notes:
            _tell("note", note)
        return {"round_notes": notes}

    async def read(self, state: RecallState) -> Update:
        """Answer by rules, and by a model where there is one: evidence decides between the two."""
        models, language = state["models"], self.parts.language
        if pleasantry := language.read_message(state["asked"].text).pleasantry:
            return {"reading": Reading(pleasantry, True, (), (), doubt=1.0)}
        by_rules = self._by_rules(state)
        if not models.has_model(ModelRole.READ) or not (state["excerpts"] or state["passages"]):
            return {"reading": by_rules}
        by_model = await models.call("read", ModelRole.READ, partial(self._read, state, by_rules), None)
        if by_model is None:
            return {"reading": by_rules}
        reading, reason = choose_reading(
            by_model, by_rules, state["retrieval_plan"].question, self.parts.language
        )
        if reason:
            models.fell_back("read", reason)
        return {"reading": reading}

    async def check(self, state: RecallState) -> Update:
        """Leave only quotes that stand in their rounds, and sum up."""
        checked = check_quotes(state["reading"], await to_thread(self._rounds_read, state))
        reading, documents = without_documents(
            checked, {passage.place: passage for passage in state["passages"]}
        )
        models, context = state["models"], state["ledger_context"]
        result = Answer(
            text=reading.text,
            not_known=reading.not_known,
            evidence=reading.evidence,
            documents=documents,
            notes=mark_superseded_notes(reading.notes, context.superseded),
            plan=state["retrieval_plan"],
            unsupported=reading.unsupported,
            degraded_reasons=dict(models.degraded),
            usage=models.meter.usage,
            nearest=reading.nearest,
            doubt=reading.doubt,
            pipeline=Pipeline(
                preset=self.parts.settings.preset and self.parts.settings.preset.value,
                vectors=state.get("searched_by", ""),
                fusion=self.parts.settings.options.search.fusion.value,
                reranked=any("rerank" in candidate.signals for candidate in state["candidates"]),
            ),
        )
        total = (perf_counter() - state["began"]) * 1000
        return {**plain_answer(result), "result": result, "timings": {"total": total}}

    def _packed(self, state: RecallState, budget: int) -> list[Excerpt]:
        return pack_rounds(
            state["candidates"],
            state["retrieval_plan"],
            budget=budget,
            count_tokens=self.parts.count_tokens,
            analyzer=self.parts.language.analyzer,
            write=self._write,
        )

    def _packed_for_rules(self, state: RecallState) -> list[Excerpt]:
        """Pack as if there were no model: what its budget leaves out may be what the rules would quote."""
        if not self.reader or self.parts.settings.options.read.read_rounds:
            return state["excerpts"]
        return pack_rounds(
            state["candidates"],
            state["retrieval_plan"],
            budget=self.parts.settings.budget_of(None),
            count_tokens=self.parts.count_tokens,
            analyzer=self.parts.language.analyzer,
        )

    @property
    def _budget(self) -> int:
        """Tokens that the reader may be given."""
        return self.parts.settings.budget_of(self.reader.name if self.reader else None)

    @property
    def _write(self) -> Callable[[Excerpt], str]:
        """How an excerpt is written for the reader."""
        analyzer = self.parts.language.analyzer
        return partial(write_for_model, analyzer=analyzer) if self.reader else render_excerpt

    def _known_block(self, state: RecallState) -> KnownBlock:
        """Write what is known for a reader that is a model, as much as takes a quarter of its budget."""
        context = state["ledger_context"]
        block = known_block(context.records, context.ledger)
        while block and self.parts.count_tokens(as_data(block)) > self._budget // 4:
            block = block[:-1]
        return block

    def _packed_passages(self, state: RecallState) -> list[FoundPassage]:
        """Leave the best passages, as many as take a quarter of the budget of a reader that is a model."""
        passages = state["passages"]
        while passages and self.parts.count_tokens(passages_text(passages)) > self._budget // 4:
            passages = passages[:-1]
        return passages

    def _by_rules(self, state: RecallState) -> Reading:
        """Answer by the rules of the language, from what memory holds or from documents."""
        plan, excerpts = state["retrieval_plan"], self._packed_for_rules(state)
        switches, standing = self.parts.settings.options.read, excerpts
        if switches.omit_superseded and asks_for_current(plan):
            standing = drop_superseded(excerpts, self.parts.language.analyzer)
        ledger = state["ledger_context"].ledger
        found = ToRead(state["asked"], plan, excerpts, standing, ledger, state["passages"])
        return self.parts.language.answer(found, switches)

    def _rounds_read(self, state: RecallState) -> list[Round]:
        """Give the rounds that the reading may cite: what was shown, and what its records rest on."""
        of_documents = excerpts_of(state["passages"], state["asked"].asked_at)
        read = [excerpt.round for excerpt in (*state["excerpts"], *of_documents)]
        reading = state["reading"]
        cited = [item.round_id for item in reading.evidence] + [note.round_id for note in reading.notes]
        beyond = sorted(set(cited) - {round_.round_id for round_ in read})
        return [*read, *self.parts.store.rounds(state["asked"].owner, beyond)] if beyond else read

    async def _read(self, state: RecallState, by_rules: Reading, model: ChatModel) -> Reading:
        """Read what was packed, or once more with less of it if the model's context window is too small."""
        excerpts = state["excerpts"]
        try:
            return await self._read_excerpts(state, excerpts, by_rules, model)
        except ContextTooLong as error:
            count = self.parts.count_tokens
            beside = count(self.parts.prompts["read_con"].instructions) + count(
                as_data(self._known_block(state)) + passages_text(state["passages"])
            )
            packed = sum(count(self._write(excerpt)) for excerpt in excerpts)
            fewer = self._packed(state, max(int((packed + beside) * error.share) - beside, 0))
            if not fewer:
                raise
            return await self._read_excerpts(state, fewer, by_rules, model)

    async def _read_excerpts(
        self, state: RecallState, excerpts: Sequence[Excerpt], by_rules: Reading, model: ChatModel
    ) -> Reading:
        asked, plan = state["asked"], state["retrieval_plan"]
        prompts, settings, known = self.parts.prompts, self.parts.settings, self._known_block(state)
        if settings.models.read_mode is ReadMode.PER_ROUND:
            return await read_notes(
                asked,
                plan,
                excerpts,
                _with_notes_of(by_rules, state.get("round_notes", []), state.get("unnoted", [])),
                model,
                prompts["read_direct"],
                self.parts.language,
                unnoted=state.get("unnoted", []),
                known=known,
                passages=state["passages"],
            )
        prompt = prompts["read_direct" if settings.models.read_mode is ReadMode.DIRECT else "read_con"]
        return await read_by_model(
            asked,
            plan,
            excerpts,
            model,
            prompt,
            self.parts.language,
            form=settings.options.read.read_format,
            on_note=partial(_tell, "read") if state.get("stream_notes") else None,
            known=known,
            passages=state["passages"],
        )


def _with_notes_of(by_rules: Reading, notes: Sequence[Note], unnoted: Collection[str]) -> list[Note]:
    """Add the rules' notes of the rounds that they cite and a model took no note of."""
    cited = {item.round_id for item in by_rules.evidence} - {note.round_id for note in notes} - {*unnoted}
    added = {note.round_id: note for note in reversed(by_rules.notes) if note.round_id in cited}
    return [*notes, *added.values()]


def _tell(stage: str, note: Note) -> None:
    """Put a note on the custom stream; the step that takes it must be under way."""
    get_stream_writer()({"stage": stage, "event": "note", **plain_note(note)})
