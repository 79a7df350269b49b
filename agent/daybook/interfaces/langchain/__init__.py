"""Memory for agents of LangChain and LangGraph: tools that a model calls, and a middleware that waits for none.

`from daybook import memory_tools, DaybookMiddleware`. The tools need langchain-core, which Daybook brings;
the middleware is for `langchain.agents.create_agent` and needs LangChain (`daybook[langchain]`).
"""
