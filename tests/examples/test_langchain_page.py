"""docs/langchain.md says what the tools are."""

import re
from pathlib import Path

from daybook import Daybook, memory_tools

PAGE = (Path(__file__).parents[2] / "docs" / "langchain.md").read_text(encoding="utf-8")


def test_the_page_lists_every_tool_with_its_arguments(tmp_path: Path) -> None:
    told = {
        name: re.findall(r"\w+", arguments)
        for name, arguments in re.findall(r"^\| `(\w+)\((.*)\)` \|", PAGE, re.M)
    }

    with Daybook.open(tmp_path) as daybook:
        assert told == {tool.name: list(tool.args) for tool in memory_tools(daybook)}
