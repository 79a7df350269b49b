"""What the configuration of the run that is under way says: whose memory, and which conversation."""

from __future__ import annotations

from collections.abc import Mapping

from langchain_core.runnables import ensure_config

from daybook.errors import BadInput
from daybook.graph.owner import configured_owner, one_owner

_TOOLS = "tools"
"""The node in which agents run their tools."""
_INSIDE, _TASK = "|", ":"
"""Between the steps of a checkpoint namespace, and between a node and its task."""


def owner_of_run(built: str | None, context: object, *, default: str | None) -> str:
    """Choose the owner: from the build, the configuration, or the run's context; never from a model.

    Args:
        built: the owner that the tools or the middleware were made for.
        context: what the caller handed in as `context=…`: an object or a mapping that may have an `owner`.
        default: whose memory it is where none of the three names anybody.

    Raises:
        BadInput: two of them disagree, nobody is named at all, or a name is no string.
    """
    in_context = context.get("owner") if isinstance(context, Mapping) else getattr(context, "owner", None)
    named = one_owner(
        {
            "the configuration": configured_owner(),
            "the context": in_context,
            "what was built for memory": built,
        }
    )
    owner = named or default
    if owner is None:
        raise BadInput(
            'whose memory? Name the owner when you build it (owner="ada"), or in each run: '
            '{"configurable": {"owner": "ada"}}'
        )
    return owner


def session_of_run() -> str | None:
    """Give the thread's id, which names the session; None where the run has no thread."""
    thread = ensure_config().get("configurable", {}).get("thread_id")
    return str(thread) if thread else None


def is_inside_a_tool() -> bool:
    """Whether the agent that is under way was called by a tool, so that its "user" is another model."""
    namespace = str(ensure_config().get("configurable", {}).get("checkpoint_ns") or "")
    *around, _ = namespace.split(_INSIDE)
    return any(step.partition(_TASK)[0] == _TOOLS for step in around)
