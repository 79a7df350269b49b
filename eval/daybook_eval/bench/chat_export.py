"""An export of many ChatGPT conversations, made up here: how long its import takes, and how much memory.

The command imports it in a process of its own, is killed after some seconds, imports again to the end, and
once more.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from daybook_eval.robustness.sample_exports import chatgpt_conversation

_A_FILE = 100
"""Conversations of one conversations-000.json."""
_FIRST = 1_640_995_200.0
HASHED_WORDS_COMMAND = """
import sys
from daybook.interfaces.cli.program import run
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.examination import embedding_with
with embedding_with(HashedWords()):
    sys.exit(run(sys.argv[1:]))
"""
"""The command with an embedder that costs nothing."""
_TOPICS = (
    "bread bicycles hiking taxes tomatoes Lisbon Kyoto guitars spreadsheets goats novels running".split()
)
_PLACES = "Oslo Ghent Lyon Turin Porto Graz Leeds Utrecht Bergen Malmo".split()
_ASKED = (
    "How do I get better at {topic}? I have tried for {count} weeks now.",
    "My friend in {place} is into {topic}. What could I give for a birthday?",
    "I moved to {place} last month, and I want to keep up {topic}.",
    "Plan me {count} days in {place}, with something about {topic}.",
    "Explain {topic} to me as if I knew nothing. I work as a teacher.",
)
_ANSWERED = (
    "Here is a way to go about {topic}. First take stock of what you have. Then choose one small step a day "
    "and write down how it went. After {count} days look back at what helped, and drop what did not.\n\n",
    "In {place} there are several good spots for {topic}. Ask around, compare prices, and keep an eye on "
    "the weather. A morning is often the best time, since few people are about.\n\n",
)


def made_conversations(count: int, most: int) -> Iterator[dict[str, Any]]:
    """Make conversations of 1 to `most` rounds with replies of 1 to 4 paragraphs, the latest first."""
    random = Random(1)
    for place in reversed(range(count)):
        said = [
            (_filled(random, _ASKED, 1), _filled(random, _ANSWERED, 4))
            for _ in range(random.randint(1, most))
        ]
        yield chatgpt_conversation(f"conv-{place:06}", f"About {place}", said, _FIRST + place * 10_000)


def _filled(random: Random, texts: tuple[str, ...], most: int) -> str:
    return "".join(
        random.choice(texts).format(
            topic=random.choice(_TOPICS), place=random.choice(_PLACES), count=random.randint(2, 99)
        )
        for _ in range(random.randint(1, most))
    ).strip()


def write_export(path: Path, count: int, most: int = 4) -> int:
    """Write a zip as ChatGPT makes it; returns the bytes that it holds, unpacked."""
    made, size = made_conversations(count, most), 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in range((count + _A_FILE - 1) // _A_FILE):
            text = json.dumps([conversation for _, conversation in zip(range(_A_FILE), made, strict=False)])
            size += len(text)
            archive.writestr(f"conversations-{part:03}.json", text)
    return size


def _run(export: Path, data_dir: Path, command: list[str], kill_after: float | None = None) -> dict[str, Any]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    arguments = ["import", str(export), "--json", "--data-dir", str(data_dir)]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(kill_after)  # what it prints fits into a pipe
        if process.poll() is None:
            process.kill()
        out, err = process.communicate()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor_seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return {
        "seconds": round(perf_counter() - began, 1),
        "processor_seconds": round(processor_seconds, 1),
        "peak_mb": round(used.ru_maxrss / 1024),
        "code": process.returncode,
        "told": json.loads(out)["owners"] if process.returncode == 0 else err[-300:],
        "load": os.getloadavg()[0],
    }


def measure(conversations: int, rounds: int, write: Path | None, kill_after: float, hashed: bool) -> None:
    """Import an export, interrupted and continued, and print the figures of each; or only write it."""
    if write is not None:
        print(f"{write_export(write, conversations, rounds):,} bytes, unpacked")
        return
    with tempfile.TemporaryDirectory(prefix="daybook-export-") as scratch:
        export, data_dir = Path(scratch) / "export.zip", Path(scratch) / "memory"
        command = [str(Path(sys.executable).with_name("daybook"))]
        if hashed:
            command = [sys.executable, "-c", HASHED_WORDS_COMMAND]
        size = write_export(export, conversations, rounds)
        print(json.dumps({"conversations": conversations, "bytes": size, "cores": os.cpu_count()}))
        for seconds in (kill_after, None, None):
            print(json.dumps(_run(export, data_dir, command, seconds)), flush=True)
