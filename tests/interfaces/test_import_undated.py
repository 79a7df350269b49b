"""Conversations without dates: ShareGPT, lines for fine-tuning, and messages without timestamps."""

import json
import os
from pathlib import Path

from daybook_eval.robustness.sample_exports import finetuning, sharegpt
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written


def test_conversations_of_sharegpt_get_the_date_that_is_given(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "share.json", sharegpt(SAID))

    done = daybook("import", path, "--date", "2023-05-30")

    found = kept(daybook)
    assert done.code == 0
    assert "what has no date was given 2023-05-30, as --date says" in done.out
    assert {one["said_at"][:10] for one in found.rounds} == {"2023-05-30"}
    assert found.turns["abc_0"] == [
        line for said, reply in SAID[:2] for line in (("user", said), ("assistant", reply))
    ]
    assert len(found.sessions) == 2


def test_lines_for_fine_tuning_get_the_date_of_their_file(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "train.jsonl", "\n".join(map(json.dumps, finetuning(SAID))))
    os.utime(path, (1_700_000_000, 1_700_000_000))

    done = daybook("import", path)

    found = kept(daybook)
    assert "what has no date was given the date of their file; --date says another" in done.out
    assert "left out: 3 system messages" in done.out
    assert {one["said_at"][:10] for one in found.rounds} == {"2023-11-14"}
    assert sorted(found.texts) == sorted(text for pair in SAID for text in pair)


def test_messages_without_a_timestamp_get_a_date_as_well(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "m.json", [{"role": "user", "content": "I keep bees."}])

    done = imported(daybook, path, "--date", "2023-05-30T10:00:00+02:00")

    assert done["notes"] == {"conversations without a date": 1}
    assert kept(daybook).rounds[0]["said_at"] == "2023-05-30T08:00:00+00:00"


def test_undated_conversations_keep_the_order_of_their_file(daybook: Command, tmp_path: Path) -> None:
    moved = [
        {"conversations": [{"from": "human", "value": text}]}
        for text in ("I live in Oslo.", "I moved to Graz.")
    ]

    imported(daybook, written(tmp_path / "share.json", moved), "--date", "2023-05-30")

    records = daybook("ledger", "--json").json["records"]
    assert [one["value"] for one in records if one["status"] == "active"] == ["Graz"]


def test_a_date_that_is_none_is_refused(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "share.json", sharegpt(SAID))

    assert "--date: cannot read the date 'lunch'" in refusal(daybook, path, "--date", "lunch")
