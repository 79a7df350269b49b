"""TimeRAG-Memory's tables on Multi-Session Chat."""
