"""The prompts, one Markdown file each, their loader, and the typed reply that each of them asks for."""

from daybook_prompts.loader import load_prompt, load_prompts, prompt_names, prompt_sets
from daybook_prompts.prompt import Fenced, Filled, JsonValue, Prompt, as_data

__all__ = [
    "Fenced",
    "Filled",
    "JsonValue",
    "Prompt",
    "as_data",
    "load_prompt",
    "load_prompts",
    "prompt_names",
    "prompt_sets",
]
