"""Memory for agents of `langchain.agents.create_agent` that does not wait for the model to call a tool."""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, NamedTuple, NotRequired, TypeVar, cast

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from daybook.conversation import Round
from daybook.conversation.errors import ModelError, StoreBusy, StoreError
from daybook.conversation.extras import install
from daybook.graph.event_loop import run
from daybook.interfaces.langchain.exchanges import (
    OF_MEMORY,
    Exchange,
    dialogue_of,
    exchanges_of,
    exchanges_since,
    is_inside_a_tool,
    is_to_remember,
    is_users,
    last_before_input,
    owner_of_run,
    said_at,
    session_of_run,
    text_of,
    turns_to_remember,
)
from daybook.interfaces.langchain.tools import MemoryTool
from daybook.interfaces.operations.memory_operations import answer_consent
from daybook.interfaces.operations.operation_table import Forget, Remember
from daybook.library.daybook import Daybook
from daybook.library.results import Consent, MemoryContext
from daybook_prompts import Prompt

try:
    from langchain.agents.middleware import (
        AgentMiddleware,
        AgentState,
        ModelRequest,
        ModelResponse,
        hook_config,
    )
    from langchain.agents.middleware.types import PrivateStateAttr
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "langchain":
        raise
    raise ModuleNotFoundError(
        f"DaybookMiddleware is for LangChain's create_agent, which is not installed: {install('langchain')} "
        "(memory_tools does without)",
        name="langchain",
    ) from None

_LOG = logging.getLogger("daybook")
_Content = str | list[str | dict[Any, Any]]
_Request = ModelRequest[Any]
_T = TypeVar("_T")
_UNREADABLE = (StoreBusy, StoreError, ModelError)
"""Errors that keep memory from being read or written for the moment; a reply is not lost over them."""


_TurnKey = tuple[str, str | None, str | None]
"""Owner, session, and the id of the user's message."""
_TURNS = 1_000
"""Turns whose context is held: one whose run failed, or waits for a person, leaves it until it is old."""


class _Given(NamedTuple):
    """The text put before the model for a turn."""

    run: object
    """By which the run is known: an object of its own; what an earlier run of the turn was given is old."""
    context: MemoryContext | None
    """None if memory could not be read."""


class MemoryState(AgentState[Any]):
    """The middleware's part of an agent's state."""

    daybook_kept: NotRequired[Annotated[str, PrivateStateAttr]]
    """The id of the user's last message that is in memory; "" where there is none."""
    daybook_consent: NotRequired[Consent | None]
    """Whether something sensitive that the user said may be remembered, asked once for each kind: show its
    "question" below the reply. Their next message in the thread may say yes or no; without a checkpointer,
    hand it in beside that message."""


class DaybookMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Puts what memory holds before the user's message, and keeps what the user and the agent said.

    In every call of the model the latest message of the user is preceded by what bears on it: constraints
    (allergies, diets, …) where they may matter, facts and rounds where it concerns its writer's life. That is
    in the request alone: no state, checkpoint or stream has it, but callbacks of the model's call do
    (`astream_events` in `on_chat_model_start`, traces), for they tell what the model was sent. When the agent
    is done, the message and the final reply are kept word for word in the session that the thread's id names,
    and facts are taken from the user's words; a reply that repeats what memory gave is not learned from. What
    memory cannot do for the moment is told to the logger "daybook", and the agent replies without; what could
    not be kept is kept at the thread's next turn.

        agent = create_agent(model, memory_tools(daybook), middleware=[DaybookMiddleware(daybook)])
        agent.invoke({"messages": [...]}, {"configurable": {"owner": "ada", "thread_id": "1"}})

    What is sensitive is learned only where the user agrees, and what is not to be mentioned holds for good
    only then: the question is `daybook_consent` in the state that a run ends with, to be shown below the
    reply. A message after it that only says yes or no is carried out without the model: the agent ends with
    memory's reply.

    The tool `remember` is not offered to the model beside it, since everything is kept. An agent that a tool
    of another one calls reads and keeps nothing: its "user" is a model.
    """

    state_schema = MemoryState

    def __init__(self, daybook: Daybook, owner: str | None = None, *, keep: bool = True) -> None:
        """Make it for a memory, which has to stay open as long as the agent is used.

        By default each run names its own owner, `{"configurable": {"owner": "ada"}}`. Without `keep` memory
        is only read.
        """
        super().__init__()
        self.tools = []
        self._daybook, self._owner, self._keep = daybook, owner, keep
        self._given: OrderedDict[_TurnKey, _Given] = OrderedDict()

    @hook_config(can_jump_to=["end"])
    def before_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do what `abefore_agent` does."""
        return run(self.abefore_agent(state, runtime))

    @hook_config(can_jump_to=["end"])
    async def abefore_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Note in a new thread which messages were there before this run, and take a yes or no to consent."""
        if not self._keeps():
            return None
        exchanges = exchanges_of(state["messages"])
        noted = {} if "daybook_kept" in state else {"daybook_kept": last_before_input(exchanges)}
        consent = cast(MemoryState, state).get("daybook_consent")
        if consent and exchanges and exchanges[-1].reply is None:
            said = text_of(exchanges[-1].said)
            answered = await answer_consent(self._daybook, self._owner_of(runtime), said, consent)
            if answered is not None:
                reply = AIMessage(answered.text, additional_kwargs={OF_MEMORY: True})
                return {**noted, "messages": [reply], "jump_to": "end"}
        return noted or None

    def wrap_model_call(
        self, request: _Request, handler: Callable[[_Request], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Call the model with what memory holds."""
        return handler(run(self._with_memory(request)))

    async def awrap_model_call(
        self, request: _Request, handler: Callable[[_Request], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Call the model with what memory holds."""
        return await handler(await self._with_memory(request))

    def after_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Keep what was said."""
        return run(self.aafter_agent(state, runtime))

    async def aafter_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Keep what was said."""
        if not self._keeps():
            return None
        owner, exchanges = self._owner_of(runtime), exchanges_of(state["messages"])
        last_id = cast(MemoryState, state).get("daybook_kept", "")
        new, kept = exchanges_since(exchanges, last_id), None
        for place, exchange in enumerate(new, len(exchanges) - len(new)):
            try:
                kept = await self._keep_exchange(exchange, exchanges[:place], owner)
            except _UNREADABLE as error:
                _LOG.warning("a turn is not kept yet, and will be with the thread's next one: %s", error)
                break
            last_id = exchange.said.id or last_id
        asked = None
        if kept is not None:
            asking = self._daybook.ledger.aask_consent(kept)
            asked = await _unless_unreadable(asking, "consent waits in the owner's list: %s")
        news = {"daybook_consent": asked} if asked or "daybook_consent" in state else {}
        return {"daybook_kept": last_id, **news}

    async def _keep_exchange(
        self, exchange: Exchange, before: Sequence[Exchange], owner: str
    ) -> Round | None:
        kept = None
        session, moment = session_of_run(), said_at(exchange.said)
        turn = (owner, session, exchange.said.id)
        analyzer = self._daybook.analyzer
        if not is_to_remember(exchange, analyzer):
            _LOG.info("a turn is not kept, since it asks memory to forget or not to keep")
        else:
            given = self._given.get(turn)
            context = given.context if given else None
            if turns := turns_to_remember(exchange, context, dialogue_of(before), analyzer):
                added = await self._daybook.aappend(turns, owner=owner, session_id=session, said_at=moment)
                kept = added.round
        self._given.pop(turn, None)
        return kept

    async def _with_memory(self, request: _Request) -> _Request:
        owner, prompt = self._owner_of(request.runtime), self._daybook.prompts["agent_memory"]
        messages = list(request.messages)
        place = next((place for place in reversed(range(len(messages))) if is_users(messages[place])), None)
        if place is not None:
            context = await self._context_for(exchanges_of(messages), request.runtime, owner)
            if context is not None and context.lines:
                messages = with_memory(messages, place, context, prompt)
        tools = [
            tool
            for tool in request.tools
            if not (self._keeps() and isinstance(tool, MemoryTool) and tool.name == Remember.name)
        ]
        system = with_instructions(request.system_message, prompt)
        return request.override(messages=messages, system_message=system, tools=tools)

    async def _context_for(
        self, exchanges: Sequence[Exchange], runtime: Runtime[Any], owner: str
    ) -> MemoryContext | None:
        """Look up what bears on the last message, once a run, and again after something was forgotten."""
        *before, last = exchanges
        turn, run_id = (owner, session_of_run(), last.said.id), getattr(runtime, "control", None)
        forgot = any(result.name == Forget.name for result in last.results)
        given = self._given.get(turn)
        if not text_of(last.said).strip():
            return None
        if given is None or forgot or run_id is None or given.run is not run_id:
            looking = self._daybook.acontext_for(
                text_of(last.said),
                owner=owner,
                dialogue=dialogue_of(before),
                asked_at=said_at(last.said),
            )
            found = await _unless_unreadable(looking, "the agent replies without memory: %s")
            self._given[turn] = given = _Given(run_id, found)
            while len(self._given) > _TURNS:
                self._given.popitem(last=False)
        return given.context

    def _owner_of(self, runtime: Runtime[Any]) -> str:
        return owner_of_run(self._owner, runtime.context, default=self._daybook.default_owner)

    def _keeps(self) -> bool:
        return self._keep and not is_inside_a_tool()


async def _unless_unreadable(work: Awaitable[_T], warning: str) -> _T | None:
    try:
        return await work
    except _UNREADABLE as error:
        _LOG.warning(warning, error)
        return None


def with_instructions(system: SystemMessage | None, prompt: Prompt) -> SystemMessage:
    """Say last in the system message how memory is to be treated, always: servers cache equal beginnings."""
    if system is None:
        return SystemMessage(prompt.instructions)
    content: _Content = system.content
    if isinstance(content, str):
        content = f"{content}\n\n{prompt.instructions}"
    else:
        content = [*content, {"type": "text", "text": prompt.instructions}]
    return system.model_copy(update={"content": content})


def with_memory(
    messages: Sequence[AnyMessage], place: int, context: MemoryContext, prompt: Prompt
) -> list[AnyMessage]:
    """Put what memory holds before the words of the message at `place`, in one message with them.

    Some models refuse two messages of the user in a row, or a system message there.
    """
    lines = list(context.lines)
    block = prompt.fill(memory=lines, now=f"{context.asked_at:%Y-%m-%d %H:%M (%A)}").data
    said = messages[place]
    content: _Content = said.content
    content = (
        f"{block}\n{content}" if isinstance(content, str) else [{"type": "text", "text": block}, *content]
    )
    informed = HumanMessage(**{**said.model_dump(exclude={"type"}), "content": content})
    return [*messages[:place], informed, *messages[place + 1 :]]
