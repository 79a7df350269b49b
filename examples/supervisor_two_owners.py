"""One graph for everybody: each run says whose memory it is, and nothing crosses.

A supervisor hands questions to a helper that has memory's tools. Neither model sees or says an owner; the
supervisor's configuration reaches the helper by itself.
"""

import asyncio

from langchain.agents import create_agent
from langchain_core.tools import tool

from daybook import Daybook, DaybookMiddleware, memory_tools
from offline_model import OfflineModel


async def main() -> None:
    """Tell the same supervisor two things for two owners, and ask for each."""
    async with Daybook.open("supervisor-memory") as daybook:
        archivist = create_agent(
            OfflineModel(), [one for one in memory_tools(daybook) if one.name == "recall"]
        )

        @tool
        async def ask_archivist(task: str) -> str:
            """Ask the archivist what is known about the user."""
            state = await archivist.ainvoke({"messages": [{"role": "user", "content": task}]})
            return str(state["messages"][-1].text)

        supervisor = create_agent(OfflineModel(), [ask_archivist], middleware=[DaybookMiddleware(daybook)])

        async def say(owner: str, text: str, thread: str) -> str:
            state = await supervisor.ainvoke(
                {"messages": [{"role": "user", "content": text}]},
                {"configurable": {"owner": owner, "thread_id": thread}},
            )
            return f"{owner}: {text} -> {state['messages'][-1].text}"

        await asyncio.gather(
            say("ada", "I keep the spare key under the blue flowerpot.", "told"),
            say("bob", "I keep the spare key at my neighbour Ivo's.", "told"),
        )
        question = "Where is the spare key?"
        print(
            *await asyncio.gather(*(say(owner, question, "asked") for owner in ("ada", "bob", "eve"))),
            sep="\n",
        )


asyncio.run(main())
