"""What agents noted about somebody, and conversations without dates."""

import json
import os
from pathlib import Path
from typing import Any

from daybook_eval.robustness.sample_exports import finetuning, langgraph, mem0, sharegpt
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written


def test_memories_of_mem0_are_found_and_quoted_as_its_own_but_nothing_is_learnt_from_them(
    daybook: Command, tmp_path: Path
) -> None:
    imported(daybook, written(tmp_path / "mem0.json", mem0(SAID)))

    found = kept(daybook)
    assert found.turns["mem0-m2"] == [("assistant", SAID[2][0])]
    assert found.rounds[0]["said_at"] == "2024-03-01T17:00:00+00:00"
    assert "Mem0:" in daybook("show", "mem0-m2").out
    assert daybook("search", "hazelnuts", "--json").json["rounds"][0]["session_id"] == "mem0-m2"
    assert daybook("ledger", "--json").json["records"] == []


def test_memories_of_several_users_are_not_mixed(daybook: Command, tmp_path: Path) -> None:
    given: Any = mem0(SAID)
    given["results"][0]["user_id"] = "bo"
    path = written(tmp_path / "mem0.json", given)

    assert "which of these are you: 'ada', 'bo'?" in refusal(daybook, path)

    done = imported(daybook, path, "--me", "bo", "--owner", "bo")
    assert list(kept(daybook, "bo").turns.values()) == [[("assistant", SAID[0][0])]]
    assert done["left_out"] == {"memories of other users": 2}


def test_a_memory_that_changed_is_kept_beside_what_it_was(daybook: Command, tmp_path: Path) -> None:
    given: Any = mem0(SAID)
    path = written(tmp_path / "mem0.json", given)
    imported(daybook, path)
    given["results"][0] |= {"memory": "Keeps goats in Linz", "updated_at": "2024-06-01T09:00:00Z"}

    done = imported(daybook, written(tmp_path / "mem0.json", given["results"]))

    assert (done["owners"][0]["added"], done["owners"][0]["skipped"]) == (1, 2)
    assert {text for _, text in kept(daybook).turns["mem0-m0"]} == {SAID[0][0], "Keeps goats in Linz"}


def test_items_of_a_langgraph_store_are_kept_under_their_names(daybook: Command, tmp_path: Path) -> None:
    imported(daybook, written(tmp_path / "items.json", langgraph(SAID)))

    found = kept(daybook)
    assert found.turns["memories/ada/k1"] == [("assistant", SAID[1][0])]
    assert found.turns["memories/ada/k0"] == [("assistant", f'{{"told": "{SAID[0][0]}"}}')]
    assert daybook("ledger", "--json").json["records"] == []


def test_a_part_of_a_namespace_chooses_the_items(daybook: Command, tmp_path: Path) -> None:
    given = langgraph(SAID)
    given[0]["namespace"] = ["memories", "bo"]
    path = written(tmp_path / "items.json", given)

    assert "no namespace in it has the part 'cy'" in refusal(daybook, path, "--me", "cy")
    assert any("namespaces that all go to one memory" in note for note in imported(daybook, path)["notes"])
    imported(daybook, path, "--me", "bo", "--owner", "bo")
    assert list(kept(daybook, "bo").sessions) == ["memories/bo/k0"]


def test_conversations_of_sharegpt_get_the_date_that_is_given(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "share.json", sharegpt(SAID))

    done = daybook("import", path, "--date", "2023-05-30")

    found = kept(daybook)
    assert done.code == 0
    assert "what has no date was given 2023-05-30, as --date says" in done.out
    assert {round_["said_at"][:10] for round_ in found.rounds} == {"2023-05-30"}
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
    assert {round_["said_at"][:10] for round_ in found.rounds} == {"2023-11-14"}
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
    assert [record["value"] for record in records if record["status"] == "active"] == ["Graz"]


def test_a_date_that_is_none_is_refused(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "share.json", sharegpt(SAID))

    assert "--date: cannot read the date 'lunch'" in refusal(daybook, path, "--date", "lunch")
