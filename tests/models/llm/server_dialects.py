"""What servers answer to a request that they cannot meet, and what Daybook does then.

The wording is that of the servers, the numbers are made to fit the request.
`python -m tests.models.llm.server_dialects` prints the table of docs/models.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MODEL = "the model's reply"
RULES = "what the rules found"
SAME = "the same"
NOTHING = "nothing"
TOO_LONG = f"{RULES} (ContextTooLong)"
ALL_BOUNDS = "without maxItems, maxLength"


@dataclass(frozen=True)
class Case:
    """One answer of a server to the first request, and what follows from it."""

    server: str
    fault: str
    body: object
    second: str = NOTHING
    """What differs in the second request."""
    got: str = MODEL
    """What the step that asked gives."""
    status: int = 400
    stream: bool = False

    @property
    def degraded(self) -> str:
        return "expand" if self.got.startswith(RULES) else ""


def openai(message: str, **named: str | None) -> Mapping[str, object]:
    return {
        "error": {"message": message, "type": "invalid_request_error", "param": None, "code": None, **named}
    }


def anthropic(message: str) -> Mapping[str, object]:
    return {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": message},
        "request_id": "r1",
    }


def gemini(message: str) -> list[object]:
    return [{"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}]


def vllm(message: str) -> Mapping[str, object]:
    return {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": 400}


def llama_cpp(message: str, **more: object) -> Mapping[str, object]:
    return {"error": {"code": 400, "message": message, "type": "invalid_request_error", **more}}


def ended(finish: str, content: str, **message: str) -> Mapping[str, object]:
    said = {"role": "assistant", "content": content, **message}
    return {"object": "chat.completion", "choices": [{"index": 0, "message": said, "finish_reason": finish}]}


LM_STUDIO = {
    "error": "Trying to keep the first 14538 tokens when context the overflows. However, the model is loaded"
    " with context length of only 2048 tokens, which is not enough. Try to load the model with a larger"
    " context length, or provide a shorter input"
}

CASES = (
    Case(
        "OpenAI",
        "knows no schemas",
        openai(
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
            param="response_format",
        ),
        "json_object for json_schema",
    ),
    Case(
        "OpenAI",
        "refuses a schema keyword",
        openai(
            "Invalid schema for response_format 'expand': In context=('properties', 'phrasings', 'items'),"
            " 'maxLength' is not permitted.",
            param="response_format",
        ),
        "without maxLength",
    ),
    Case(
        "OpenAI",
        "refuses temperature",
        openai(
            "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1)"
            " value is supported.",
            param="temperature",
            code="unsupported_value",
        ),
        "without temperature",
    ),
    Case(
        "OpenAI",
        "wants the newer limit",
        openai(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
            " 'max_completion_tokens' instead.",
            param="max_tokens",
            code="unsupported_parameter",
        ),
        "max_completion_tokens for max_tokens",
    ),
    Case(
        "OpenAI",
        "refuses the reply's limit",
        openai(
            "max_tokens is too large: 400. This model supports at most 256 completion tokens, whereas you"
            " provided 400.",
            param="max_tokens",
        ),
        "max_tokens 256 for 400",
    ),
    Case(
        "OpenAI",
        "messages exceed the window",
        openai(
            "This model's maximum context length is 1000 tokens. However, your messages resulted in 1200"
            " tokens. Please reduce the length of the messages.",
            param="messages",
            code="context_length_exceeded",
        ),
        got=TOO_LONG,
    ),
    Case(
        "OpenAI",
        "refuses the key",
        openai("Incorrect API key provided: sk-secret.", code="invalid_api_key"),
        got="BadSettings: OPENAI_API_KEY",
        status=401,
    ),
    Case("OpenAI", "model thinks away its limit", ended("length", ""), "max_tokens 4400 for 400", status=200),
    Case(
        "Azure",
        "content filter declines",
        {
            "error": {
                "message": "The response was filtered due to the prompt triggering Azure OpenAI's content"
                " management policy. Please modify your prompt and retry.",
                "type": None,
                "param": "prompt",
                "code": "content_filter",
                "status": 400,
                "innererror": {
                    "code": "ResponsibleAIPolicyViolation",
                    "content_filter_result": {"violence": {"filtered": True, "severity": "medium"}},
                },
            }
        },
        got=f"{RULES} (ModelError)",
    ),
    Case(
        "Anthropic",
        "refuses temperature",
        anthropic("`temperature` is deprecated for this model."),
        "without temperature",
    ),
    Case(
        "Anthropic",
        "refuses a schema keyword",
        anthropic("output_format.schema: For 'array' type, property 'maxItems' is not supported"),
        "without maxItems",
    ),
    Case(
        "Anthropic",
        "refuses the reply's limit",
        anthropic(
            "max_tokens: 400 > 256, which is the maximum allowed number of output tokens for claude-3-haiku"
        ),
        "max_tokens 256 for 400",
    ),
    Case(
        "Anthropic",
        "reply has no room in the window",
        anthropic(
            "input length and `max_tokens` exceed context limit: 700 + 400 > 1000, decrease input length or"
            " `max_tokens` and try again"
        ),
        "max_tokens 300 for 400",
    ),
    Case(
        "Anthropic",
        "messages exceed the window",
        anthropic("prompt is too long: 208656 tokens > 200000 maximum"),
        got=TOO_LONG,
    ),
    Case("Gemini", "cannot follow the schema", gemini("Request contains an invalid argument."), ALL_BOUNDS),
    Case(
        "Gemini",
        "cannot follow the schema",
        gemini("The specified schema produces a constraint that has too many states for serving."),
        ALL_BOUNDS,
    ),
    Case(
        "Gemini",
        "messages exceed the window",
        gemini("The input token count (1200293) exceeds the maximum number of tokens allowed (1048576)."),
        got=TOO_LONG,
    ),
    Case(
        "Gemini",
        "refuses the key",
        gemini("API key not valid. Please pass a valid API key."),
        got="BadSettings: OPENAI_API_KEY",
    ),
    Case(
        "vLLM",
        "reply has no room in the window",
        vllm(
            "This model's maximum context length is 1000 tokens. However, you requested 1100 tokens (700 in"
            " the messages, 400 in the completion). Please reduce the length of the messages or completion."
        ),
        "max_tokens 300 for 400",
    ),
    Case(
        "vLLM",
        "reply has no room in the window",
        vllm(
            "'max_tokens' or 'max_completion_tokens' is too large: 400. This model's maximum context length"
            " is 1000 tokens and your request has 700 input tokens (400 > 1000 - 700)."
        ),
        "max_tokens 300 for 400",
    ),
    Case(
        "vLLM", "messages exceed the window", vllm("max_tokens must be at least 1, got -186."), got=TOO_LONG
    ),
    Case(
        "vLLM",
        "cannot follow the schema",
        vllm("The provided JSON schema contains features not supported by xgrammar."),
        ALL_BOUNDS,
    ),
    Case(
        "vLLM",
        "template knows no system role",
        vllm("System role not supported"),
        "the instructions in the first message",
    ),
    Case(
        "llama.cpp",
        "messages exceed the window",
        llama_cpp(
            "request (3032 tokens) exceeds the available context size (2048 tokens), try increasing it",
            type="exceed_context_size_error",
            n_prompt_tokens=3032,
            n_ctx=2048,
        ),
        got=TOO_LONG,
    ),
    Case(
        "llama.cpp",
        "messages exceed the window",
        llama_cpp(
            "the request exceeds the available context size. try increasing the context size or enable"
            " context shift",
            code=500,
            type="exceed_context_size_error",
            n_prompt_tokens=1407,
            n_ctx=256,
        ),
        got=TOO_LONG,
        status=500,
    ),
    Case(
        "llama.cpp",
        "cannot follow the schema",
        llama_cpp("Failed to initialize samplers: failed to parse grammar"),
        ALL_BOUNDS,
    ),
    Case("LM Studio", "messages exceed the window", LM_STUDIO, got=TOO_LONG),
    Case("LM Studio", "says so within status 200", LM_STUDIO, got=TOO_LONG, status=200),
    Case(
        "Ollama",
        "has no such model",
        {"error": 'model "small" not found, try pulling it first'},
        got="BadSettings: DAYBOOK_CHAT_MODEL",
        status=404,
    ),
    Case(
        "Ollama",
        "refuses reasoning effort",
        {"error": {"message": 'think value "low" is not supported for this model', "type": "api_error"}},
        "without reasoning_effort",
    ),
    Case(
        "OpenRouter",
        "passes a refusal on",
        {
            "error": {
                "message": "Provider returned error",
                "code": 400,
                "metadata": {
                    "raw": '{"error": {"message": "Unsupported parameter: \'temperature\' is not supported'
                    ' with this model.", "type": "invalid_request_error"}}',
                    "provider_name": "OpenAI",
                },
            }
        },
        "without temperature",
    ),
    Case(
        "OpenRouter",
        "provider is away, within status 200",
        {"error": {"code": 502, "message": "Provider returned error", "metadata": {"raw": "no capacity"}}},
        SAME,
        status=200,
    ),
    Case(
        "OpenRouter",
        "provider is away, within a stream",
        {
            "id": "gen-1",
            "object": "chat.completion.chunk",
            "error": {"code": "server_error", "message": "Provider disconnected"},
            "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}],
        },
        SAME,
        status=200,
        stream=True,
    ),
    Case(
        "DeepSeek",
        "refuses the reply's limit",
        openai(
            "Invalid max_tokens value, the valid range of max_tokens is [1, 256]",
            code="invalid_request_error",
        ),
        "max_tokens 256 for 400",
    ),
    Case(
        "Groq",
        "refuses the reply's limit",
        openai(
            "`max_tokens` must be less than or equal to `256`, the maximum value for `max_tokens` is less"
            " than the `context_window` for this model"
        ),
        "max_tokens 256 for 400",
    ),
    Case(
        "any FastAPI server",
        "forbids a parameter",
        {
            "detail": [
                {
                    "type": "extra_forbidden",
                    "loc": ["body", "stream_options"],
                    "msg": "Extra inputs are not permitted",
                }
            ]
        },
        "without stream_options",
        status=422,
        stream=True,
    ),
    Case(
        "any server",
        "reply is cut off",
        ended("length", '{"phrasings": ["On which day did I buy it?", "I bought'),
        "the reason, max_tokens 1600 for 400",
        status=200,
    ),
    Case(
        "any server",
        "reply repeats itself to its limit",
        ended("length", '{"phrasings": [' + '"When was it?", ' * 12 + '"When w'),
        "the reason",
        status=200,
    ),
)


def table() -> Iterator[str]:
    """Write the cases as a Markdown table, line by line."""
    yield "| server | what it answers first | sent second | what the step gives | `degraded` |"
    yield "|---|---|---|---|---|"
    rows = (
        f"| {case.server} | {case.fault}{', streaming' if case.stream else ''} | {case.second} | {case.got}"
        f" | {case.degraded} |"
        for case in CASES
    )
    yield from dict.fromkeys(rows)


if __name__ == "__main__":
    print("\n".join(table()))  # noqa: T201
