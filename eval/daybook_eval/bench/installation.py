"""What an installation weighs: daybook-eval bench installation [EXTRA]...

Builds the wheel of the checkout, and installs it by uv into empty environments, with what each extra brings
from the index: `ray` and `train` bring hundreds of megabytes, and on Linux PyTorch several thousand.
"""

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.markup import escape
from rich.table import Table

ROOT = Path(__file__).parents[3]


def measure(extras: Sequence[str] | None) -> None:
    """Print a row for the wheel alone, and one for each extra; all that there are by default."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = Table("installed", "MB", "distributions", "more than alone", title=None)
    with TemporaryDirectory() as folder:
        _uv("build", "-q", "--wheel", "-o", folder)
        (wheel,) = Path(folder).glob("*.whl")
        alone = _weigh(Path(folder) / "alone", str(wheel))
        table.add_row(project["name"], *map(str, alone), "")
        for extra in extras or sorted(project["optional-dependencies"]):
            megabytes, count = _weigh(Path(folder) / extra, f"{wheel}[{extra}]")
            more = f"+{megabytes - alone[0]} MB, +{count - alone[1]}"
            table.add_row(escape(f"{project['name']}[{extra}]"), str(megabytes), str(count), more)
    Console().print(table)


def _weigh(folder: Path, wanted: str) -> tuple[int, int]:
    """Install into an empty environment as pip would; its megabytes, and how many distributions there are."""
    _uv("venv", "-q", "--python", sys.executable, str(folder))
    _uv("pip", "install", "-q", "--no-config", "--python", str(folder), wanted)
    packages = next(folder.glob("lib*/python*/site-packages"))
    size = sum(path.stat().st_size for path in packages.rglob("*") if path.is_file())
    return round(size / 1e6), len(list(packages.glob("*.dist-info")))


def _uv(*arguments: str) -> None:
    subprocess.run(["uv", *arguments], cwd=ROOT, check=True)
