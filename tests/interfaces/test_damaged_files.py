"""Files that Chroma would die of: every command runs in a process of its own, which has to end by itself."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("damaged_child.py")
SEARCH = ("search", "Where does number 7 keep bees?", "--json")
ANSWER = "Number 7 keeps bees in orchard 7."


def run_daybook(data_dir: Path, *commands: tuple[str, ...]) -> tuple[list[int], str, str]:
    """Run commands in one child; returns their exit codes and what they printed."""
    arguments = [word for command in commands for word in ("--", *command)][1:]
    done = subprocess.run(
        [sys.executable, str(CHILD), *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DAYBOOK_DATA_DIR": str(data_dir)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr}"
    out, _, codes = done.stdout.rpartition("\ncodes ")
    return json.loads(codes), out, done.stderr


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory large enough for Chroma to have written its graph to disk."""
    folder = tmp_path_factory.mktemp("memory")
    said = [
        {
            "role": "user",
            "content": f"Number {number} keeps bees in orchard {number}. They swarm in the month of May.",
            "timestamp": f"2024-03-{1 + number % 28:02}T09:00:00Z",
            "session_id": f"s{number}",
        }
        for number in range(420)
    ]
    (folder / "history.json").write_text(json.dumps(said), encoding="utf-8")
    codes, _, said_wrong = run_daybook(folder / "data", ("import", str(folder / "history.json")))
    assert codes == [0], said_wrong
    assert list((folder / "data" / "chroma").glob("*/data_level0.bin"))
    return folder / "data"


@pytest.fixture
def copied(memory: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(memory, tmp_path / "data"))


def damage(data_dir: Path, name: str, how: str) -> None:
    (path,) = (data_dir / "chroma").glob(f"*/{name}")
    content = bytearray(path.read_bytes())
    if how == "cut":
        del content[len(content) // 2 :]
    elif how == "zeroed":
        content[:] = bytes(len(content))
    else:
        chance = random.Random(name)
        for _ in range(max(8, len(content) // 4)):
            content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)


@pytest.mark.parametrize("name", ["data_level0.bin", "header.bin", "link_lists.bin"])
@pytest.mark.parametrize(
    ("how", "command", "code"),
    [("cut", SEARCH, 0), ("zeroed", ("doctor",), 1), ("garbled", ("forget", "--session", "s9", "--yes"), 0)],
)
def test_a_damaged_graph_is_made_anew_and_the_answer_is_found_again(
    copied: Path, name: str, how: str, command: tuple[str, ...], code: int
) -> None:
    damage(copied, name, how)

    codes, out, err = run_daybook(copied, command, SEARCH, ("doctor",))

    assert codes == [code, 0, 0], out + err
    assert ANSWER in out
    assert "damaged" in out + err


@pytest.mark.parametrize("how", ["garbled", ""])
def test_a_graph_that_a_killed_process_left_is_never_read_but_made_anew(copied: Path, how: str) -> None:
    if how:
        damage(copied, "data_level0.bin", how)
    for checksums in (copied / "chroma").glob("*/checksums.json"):
        checksums.unlink()

    codes, out, err = run_daybook(copied, SEARCH, ("doctor",))

    assert codes == [0, 0], out + err
    assert ANSWER in out
    assert "damaged and is made anew" in err
