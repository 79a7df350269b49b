"""Chat models by the names `PROVIDER:MODEL` of LangChain's `init_chat_model`."""

from __future__ import annotations

from daybook.english.secrets import masked
from daybook.errors import BadSettings
from daybook.extras import install
from daybook.llm.langchain.chat import LangChainChat

PACKAGES = {
    "anthropic": "langchain-anthropic",
    "anthropic_bedrock": "langchain-aws",
    "azure_ai": "langchain-azure-ai",
    "azure_openai": "langchain-openai",
    "baseten": "langchain-baseten",
    "bedrock": "langchain-aws",
    "bedrock_converse": "langchain-aws",
    "cohere": "langchain-cohere",
    "deepseek": "langchain-deepseek",
    "fireworks": "langchain-fireworks",
    "google_anthropic_vertex": "langchain-google-vertexai",
    "google_genai": "langchain-google-genai",
    "google_vertexai": "langchain-google-vertexai",
    "groq": "langchain-groq",
    "huggingface": "langchain-huggingface",
    "ibm": "langchain-ibm",
    "litellm": "langchain-litellm",
    "mistralai": "langchain-mistralai",
    "nvidia": "langchain-nvidia-ai-endpoints",
    "ollama": "langchain-ollama",
    "openrouter": "langchain-openrouter",
    "perplexity": "langchain-perplexity",
    "together": "langchain-together",
    "upstage": "langchain-upstage",
    "xai": "langchain-xai",
}
"""Providers, and the package that each needs. Not every word before a colon is one: a model of an
OpenAI-compatible server may be called "llama3:8b". OpenAI itself is called by its own client."""
_VENDOR_FAILURES: tuple[type[Exception], ...] = (Exception,)
"""Each vendor raises its own where a key is missing or an option is unknown."""


def provider_of(name: str) -> str | None:
    """Name the provider of "anthropic:claude-…"; None where it is a model's name alone."""
    provider, colon, model = name.partition(":")
    return provider if colon and model and provider in PACKAGES else None


def load_langchain_chat(
    name: str,
    *,
    setting: str,
    temperature: float | None,
    deadline: float,
    spare_tokens: int,
    concurrency: int,
) -> LangChainChat:
    """Make the model of a provider; sends nothing. Keys and addresses it reads from its own variables.

    Args:
        name: "PROVIDER:MODEL".
        setting: the variable that names it.
        temperature: of sampling; left out where the model refuses it.
        deadline: seconds that a call may take.
        spare_tokens: added to every limit, for models that think before they reply.
        concurrency: calls under way at once.

    Raises:
        BadSettings: LangChain or the provider's package is not installed, or it misses something.
    """
    provider, _, model = name.partition(":")
    package = PACKAGES[provider]
    try:
        from langchain.chat_models import init_chat_model
    except ImportError:
        raise BadSettings(f"{setting}: {name} needs `{install('langchain', package)}`") from None
    try:
        made = init_chat_model(model, model_provider=provider, temperature=temperature)
    except ImportError:
        raise BadSettings(f"{setting}: {name} needs `pip install {package}`") from None
    except _VENDOR_FAILURES as error:
        said = masked(" ".join(str(error).split()))[:200]
        raise BadSettings(f"{setting}: {package} cannot load {name}: {said}") from error
    return LangChainChat(
        made,
        name,
        deadline=deadline,
        setting=setting,
        spare_tokens=spare_tokens,
        concurrency=concurrency,
    )
