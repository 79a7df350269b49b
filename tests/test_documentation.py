"""Every command with its options, configuration and Python in the documentation works."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from daybook.interfaces.cli.program import build_app
from daybook_eval.cli.app import build_app as build_evaluation

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "plugins").rglob("*.md")])
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROGRAMS: dict[str, Any] = {
    "daybook": typer.main.get_command(build_app()),
    "daybook-eval": typer.main.get_command(build_evaluation()),
}
WRAPPERS = {"uv", "run", "python3", "-m", ".uv/bin/uv"}


def blocks(*languages: str) -> Iterator[tuple[str, str]]:
    """Give the page and the text of each block in one of these languages."""
    for page in PAGES:
        for language, text in BLOCK.findall(page.read_text("utf-8")):
            if language in languages:
                yield str(page.relative_to(ROOT)), text


def calls(*languages: str) -> Iterator[tuple[str, str, list[str]]]:
    """Give the page, the program and the arguments of each call of a command of ours."""
    for page, text in blocks(*languages):
        for line in text.replace("\\\n", " ").splitlines():
            for part in re.split(r" \| | && |; ", line.removeprefix("$ ")):
                words = split(part)
                while words and (words[0] in WRAPPERS or re.match(r"[A-Z_]+=", words[0])):
                    words = words[1:]
                if words and words[0] in PROGRAMS:
                    yield page, words[0], words[1:]


def split(line: str) -> list[str]:
    try:
        return shlex.split(line.replace("…", ""), comments=True)
    except ValueError:  # the apostrophe of a line that is shown, not typed
        return []


def parse(program: str, arguments: list[str]) -> None:
    """Read arguments as the command would, and run nothing.

    Raises:
        typer.TyperException: there is no such command, option or argument.
    """
    command = PROGRAMS[program]
    context = command.make_context(program, arguments or ["--help"])
    while hasattr(command, "resolve_command") and (rest := [*context._protected_args, *context.args]):
        name, command, rest = command.resolve_command(context, rest)
        context = command.make_context(name, rest, parent=context)


def test_every_command_of_the_documentation_takes_what_is_typed() -> None:
    wrong, found = [], list(calls("sh", "bash", "text"))
    for page, program, arguments in found:
        try:
            parse(program, arguments)
        except typer.Exit:  # --help and --version
            pass
        except typer.TyperException as error:
            wrong.append(f"{page}: {program} {' '.join(arguments)}: {error.format_message()}")

    assert wrong == []
    assert len(found) > 50


def test_every_command_within_a_sentence_of_the_documentation_is_there() -> None:
    wrong, found = [], 0
    for page in PAGES:
        sentences = BLOCK.sub("", page.read_text("utf-8"))
        for line in re.findall(r"`((?:daybook|daybook-eval) [^`|]+)`", sentences):
            program, *arguments = split(" ".join(line.split()))
            if page.name == "CHANGELOG.md" or {"--install-completion", "ray"} & {*arguments}:
                continue
            found += 1
            try:
                parse(program, arguments)
            except typer.Exit:
                pass
            except typer.TyperException as error:  # an argument that the sentence leaves out is no mistake
                if error.format_message().startswith("No such"):
                    wrong.append(f"{page.name}: {line}: {error.format_message()}")

    assert wrong == []
    assert found > 50


def test_every_configuration_of_the_documentation_can_be_read() -> None:
    for _, text in blocks("json"):
        json.loads(text)
    for _, text in blocks("toml"):
        tomllib.loads(text)


def rows(text: str) -> Iterator[list[str]]:
    """Give the cells of each row of the tables in a text."""
    for line in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
        yield line.split(" | ")


def test_the_readmes_figures_are_those_of_their_page() -> None:
    page = (ROOT / "docs" / "figures.md").read_text("utf-8")
    levels = dict(re.findall(r"among the first k (\w+): .*?\n\n(.*?)\n\n", page, re.DOTALL))
    asked = {row[0]: row[2] for row in rows(page) if len(row) == 7 and row[3] in ("yes", "no")}
    (table,) = re.findall(r"<!-- figures.*?-->(.*?)<!-- /figures -->", README.read_text("utf-8"), re.DOTALL)
    (_, *systems), _, *ours = rows(table)

    assert len(ours) == len(asked) == 5
    for title, questions, level, *values in ([*row[0].split(", "), *row[1:]] for row in ours):
        (columns, _, *of_level) = rows(levels[level])
        place = columns.index("all@10")
        found = {row[1]: row[place].split()[0] for row in of_level if row[0] == title}
        assert questions == f"{asked[title]} questions"
        assert dict(zip(systems, values, strict=True)) == {name: found[name] for name in systems}


def test_figures_stand_on_their_page_and_in_the_readmes_table_alone() -> None:
    share = re.compile(r"(?<![\w.])\.\d{3}\b|\d(?<!95)%|(?<![\d.])\d+ of \d+ (?:questions|cases|messages)")
    allowed = {ROOT / "docs" / "figures.md", ROOT / "CHANGELOG.md"}
    texts = {page: page.read_text("utf-8") for page in PAGES if page not in allowed}
    texts[README] = re.sub(r"<!-- figures.*?<!-- /figures -->", "", texts[README], flags=re.DOTALL)

    assert {page.name: found for page, text in texts.items() if (found := share.findall(text))} == {}
