"""Examples of question rewriting: a dialogue, the question that follows, and the same standing alone.

As JSON Lines, one example a line: {"id", "source", "dialogue": [{"role", "content"}],
"question", "rewrite", "answer", "passage"}.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from daybook.conversation.errors import BadInput


class Said(BaseModel):
    """A turn of the dialogue."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: str
    """ "user" or "assistant"."""
    content: str


class RewritingExample(BaseModel):
    """A question in its dialogue with the wording that is right."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    source: str
    """Where it is from: "cast2019", or the name of a file or a model."""
    dialogue: tuple[Said, ...]
    question: str
    """As it was put."""
    rewrite: str
    """The same standing alone; word for word the question where that needs nothing."""
    answer: str = ""
    """A right reply; "" if the answer is not known."""
    passage: str = ""
    """The text that the answer stands in; "" where there is none."""


def read_examples(path: Path) -> Iterator[RewritingExample]:
    """Read a file of examples; raises BadInput if a line is no example, or there is no such file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadInput(f"it cannot be read: {error.strerror}", source=str(path)) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield RewritingExample.model_validate_json(line)
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, wrong["loc"])) or "the line"
            raise BadInput(f"{where}: {wrong['msg']}", source=f"{path}, line {number}") from error


def read_topics(folder: Path) -> dict[int, list[RewritingExample]]:
    """Read the questions of each topic that have a stand-alone form by hand, as examples.

    The dialogue is what the user asked before.
    """
    lines = (folder / "cast2019_resolved.tsv").read_text(encoding="utf-8").splitlines()
    resolved = dict(line.split("\t", 1) for line in lines)
    topics: dict[int, list[RewritingExample]] = {}
    for topic in json.loads((folder / "cast2019_topics.json").read_text(encoding="utf-8")):
        said: list[Said] = []
        for turn in topic["turn"]:
            question = " ".join(turn["raw_utterance"].split())
            rewrite = resolved.get(f"{topic['number']}_{turn['number']}")
            if rewrite is not None:
                topics.setdefault(topic["number"], []).append(
                    RewritingExample(
                        id=f"cast-{topic['number']}-{len(said) + 1}",
                        source="cast2019",
                        dialogue=tuple(said),
                        question=question,
                        rewrite=" ".join(rewrite.split()),
                    )
                )
            said.append(Said(role="user", content=question))
    return topics
