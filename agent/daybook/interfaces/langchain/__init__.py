"""Memory for agents of LangChain and LangGraph: tools for a model to call, and a middleware for every call.

`from daybook import memory_tools, DaybookMiddleware`. The tools need langchain-core, which Daybook brings;
the middleware is for `langchain.agents.create_agent` and needs LangChain (`daybook-memory[langchain]`).
"""
