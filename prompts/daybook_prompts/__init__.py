"""The prompts, one Markdown file each, their loader, and the typed reply that each of them asks for."""

from daybook_prompts.loader import load_prompt as load_prompt
from daybook_prompts.loader import load_prompts as load_prompts
from daybook_prompts.loader import prompt_names as prompt_names
from daybook_prompts.loader import prompt_sets as prompt_sets
from daybook_prompts.prompt import Fenced as Fenced
from daybook_prompts.prompt import Filled as Filled
from daybook_prompts.prompt import JsonValue as JsonValue
from daybook_prompts.prompt import Prompt as Prompt
from daybook_prompts.prompt import as_data as as_data
