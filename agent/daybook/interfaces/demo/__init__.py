"""The bundled demonstration: a history of ordinary life, and questions about it."""
