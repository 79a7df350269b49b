"""Runs of agents: whose memory each is about, and in which conversation."""

from collections.abc import Mapping

from langchain_core.runnables import ensure_config

from daybook.conversation.errors import BadInput
from daybook.graph.receive import configured_owner, one_owner


def owner_of_run(built: str | None, context: object, *, default: str | None) -> str:
    """Choose the owner: as built, from the configuration, or from the caller's `context`; never from a model.

    Raises:
        BadInput: two of them disagree, nobody is named (nor is there a `default`), or a name is no string.
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
    """True if the agent that is under way was called by a tool, so that its "user" is another model.

    A checkpoint namespace is the tasks around it, "node:task|node:task"; agents run tools in a node "tools".
    """
    namespace = str(ensure_config().get("configurable", {}).get("checkpoint_ns") or "")
    *around, _ = namespace.split("|")
    return any(step.partition(":")[0] == "tools" for step in around)
