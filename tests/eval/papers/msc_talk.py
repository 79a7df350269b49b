"""A small file of Multi-Session Chat: two people who repeat, change and add to what is known of them."""

import gzip
import json
from pathlib import Path
from typing import Any


def said(speaker: int, text: str, learnt: str = "") -> dict[str, Any]:
    turn: dict[str, Any] = {"id": f"bot_{speaker}", "text": text}
    return turn | ({"problem_data": {"persona": learnt}, "persona_text": learnt} if learnt else {})


def talk(name: str = "valid_1") -> dict[str, Any]:
    return {
        "initial_data_id": name,
        "dialog": [
            said(0, "How is the boat?"),
            said(1, "Fine. I have a sister.", "I have a sister."),
            said(0, "Do you still drink so much tea?"),
            said(1, "Yes, I love green tea.", "I love green tea."),
            said(0, "What does your sister do?"),
            said(1, "She paints. I have a sister who paints.", "I have a sister."),
        ],
        "init_personachat": {
            "init_personas": [
                ["I live in Oslo."],
                ["I love green tea.", "I have two dogs.", "I live in Ulm."],
            ]
        },
    }


def msc_folder(folder: Path, *names: str) -> Path:
    """Write dialogues of those ids as the one file of a folder, and return the folder."""
    folder.mkdir(exist_ok=True)
    file = folder / "msc_session3_valid.json.gz"
    file.write_bytes(gzip.compress(json.dumps([talk(name) for name in names or ("valid_1",)]).encode()))
    return folder
