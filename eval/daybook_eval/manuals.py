"""Debian's own manuals as PDF: words that run together, and twenty questions that they answer.

They are not kept here: `apt install debian-policy developers-reference debian-reference-en poppler-utils`
puts them where this looks, and `pdftotext`, which tells what their words are.
"""

import gzip
import re
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook.documents.convert.pdf import convert
from daybook.models.embedding import load_embedder
from daybook_eval.study import memory
from daybook_eval.tables import Report, Table

OWNER = "reader"
PLACES = {
    "debian-policy": Path("/usr/share/doc/debian-policy/policy.pdf.gz"),
    "developers-reference": Path("/usr/share/developers-reference/developers-reference.pdf"),
    "debian-reference": Path("/usr/share/debian-reference/debian-reference.en.pdf"),
}
"""Where the packages of Debian 12 put them."""
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 6
"""Letters of a word that may be two run together."""


QUESTIONS: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
"""By manual: questions, and words of which the answer must hold one."""


def installed_manuals(folder: Path | None = None) -> dict[str, Path]:
    """Find the manuals that are installed, or that lie in a folder; raises BadInput if there is none."""
    places = {name: (folder / place.name if folder else place).resolve() for name, place in PLACES.items()}
    found = {name: place for name, place in places.items() if place.is_file()}
    if not found:
        where = folder or "the places of Debian's packages"
        raise BadInput(
            f"no manual in {where}: apt install debian-policy developers-reference", source="manuals"
        )
    return found


def run_together(words: Sequence[str], known: frozenset[str]) -> list[str]:
    """List the words that are two known ones (in lower case) without a space between."""

    def is_two(word: str) -> bool:
        splits = ((word[:place], word[place:]) for place in range(1, len(word)))
        return word not in known and any(part in known and other in known for part, other in splits)

    return [word for word in words if len(word) >= _FEWEST and is_two(word.casefold())]


def report(folder: Path | None) -> Report:
    """Count the words that run together, and ask the questions, by rules alone; see `installed_manuals`."""
    rows, lines = [], []
    manuals, embedder = installed_manuals(folder), load_embedder("minilm")
    for name, place in manuals.items():
        data = gzip.decompress(place.read_bytes()) if place.suffix == ".gz" else place.read_bytes()
        words = _WORD.findall(" ".join(block.text for block in convert(data).blocks))
        known = frozenset(map(str.casefold, _WORD.findall(_by_pdftotext(data))))
        wrong = run_together(words, known)
        asked = QUESTIONS[name]
        right = 0
        with memory(embedder) as daybook:
            daybook.documents.add_text(data, f"{name}.pdf", owner=OWNER)
            for question, needed in asked.items():
                answer = daybook.ask(question, owner=OWNER)
                quotes = " ".join(item.quote for item in answer.documents)
                if any(words in quotes for words in needed):
                    right += 1
                else:
                    lines.append(f"{name}: {question} -> {quotes[:160] or 'not known'}")
        rows.append((name, len(words), len(wrong), f"{right} of {len(asked)}"))
    columns = ("manual", "words", "run together", "answered")
    shape = [dict(zip(columns, row, strict=True)) for row in rows]
    return Report([Table("Debian's manuals as PDF, without a chat model", columns, rows)], shape, lines)


def _by_pdftotext(data: bytes) -> str:
    try:
        done = subprocess.run(["pdftotext", "-", "-"], input=data, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BadInput(
            f"pdftotext is needed: apt install poppler-utils ({error})", source="manuals"
        ) from None
    return done.stdout.decode("utf-8", "replace")
