"""An agent of LangChain that remembers from one conversation to the next.

`python examples/create_agent_with_memory.py` runs without a key. With a real model it is the same:
`create_agent("openai:gpt-5.5", …)`, or any other that LangChain knows.
"""

from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver

from daybook import Daybook, DaybookMiddleware, memory_tools
from offline_model import OfflineModel

with Daybook.open("agent-memory") as daybook:
    agent = create_agent(
        OfflineModel(),
        [tool for tool in memory_tools(daybook) if tool.name == "recall"],
        middleware=[DaybookMiddleware(daybook)],
        checkpointer=InMemorySaver(),
    )

    def say(text: str, thread: str) -> None:
        """Say something in a conversation, and print the reply."""
        state = agent.invoke(
            {"messages": [{"role": "user", "content": text}]},
            {"configurable": {"owner": "ada", "thread_id": thread}},
        )
        print(f"[{thread}] you: {text}\n[{thread}] agent: {state['messages'][-1].text}")

    say("I am allergic to peanuts. My sister Mara lives in Ghent.", "monday")
    say("What could I cook for my sister?", "tuesday")
    print("kept:", [(one.session_id, one.rounds) for one in daybook.sessions(owner="ada")])
