"""The flows as LangGraph graphs; LangGraph is imported here only.

`recall`, `chat` and `remember` hold a flow each. Importing this package loads none of them, since LangGraph
takes two seconds to import and most commands need no graph.
"""
