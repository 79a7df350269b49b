"""The example of the store runs as it stands, in a process of its own and without a network."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_example_with_langmem_finds_by_owner_and_forgets(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
    command = [sys.executable, str(ROOT / "examples" / "langmem_on_daybook.py"), str(tmp_path / "memory")]

    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "ada: What must not be in her cake? Hazelnuts make Ada ill.",
        "bob: Where does he sit? Bob takes the aisle seat on trains.",
        "forgotten of ada: 3 items, verified: True",
        "left of bob: 1 item",
    ]
