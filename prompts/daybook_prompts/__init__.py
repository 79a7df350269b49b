"""The prompts, one Markdown file each, their loader, and the typed reply that each of them asks for."""

from daybook_prompts.loader import (
    load_prompt as load_prompt,
    load_prompts as load_prompts,
    prompt_names as prompt_names,
    prompt_sets as prompt_sets,
)
from daybook_prompts.prompt import (
    Fenced as Fenced,
    Filled as Filled,
    JsonValue as JsonValue,
    Prompt as Prompt,
    as_data as as_data,
)
