"""The flows as LangGraph graphs; LangGraph is imported here only."""
