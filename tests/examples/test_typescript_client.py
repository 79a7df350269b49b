"""The TypeScript client that is generated from the OpenAPI document, under node against `daybook serve`.

Its tools come from npm's registry: `pytest -m distribution` runs this.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.interfaces.server.http_server import served_by_a_process

pytestmark = [
    pytest.mark.distribution,
    pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed: apt-get install npm"),
]

EXAMPLE = Path(__file__).parents[2] / "examples" / "typescript"


def npm(folder: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = ["npm", "--silent", "--no-audit", "--no-fund", *arguments]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, timeout=600
    )


def test_the_generated_client_asks_memory_and_what_does_not_fit_is_no_program(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "client"))
    if (installed := npm(folder, "install")).returncode:
        pytest.skip(f"npm's registry does not answer: {installed.stderr.strip()[-200:]}")

    with served_by_a_process(tmp_path / "data") as child:
        generated = npm(folder, "run", "generate", DAYBOOK_URL=child.url)
        assert generated.returncode == 0, generated.stdout + generated.stderr
        done = npm(folder, "start", DAYBOOK_URL=child.url)

    assert done.stdout == "I left the spare key with Mrs Adeyemi.\n", done.stdout + done.stderr
    program = folder / "ask.ts"
    program.write_text(program.read_text("utf-8").replace("question:", "query:"), "utf-8")
    wrong = npm(folder, "run", "check")
    assert wrong.returncode != 0
    assert "'query' does not exist" in wrong.stdout
