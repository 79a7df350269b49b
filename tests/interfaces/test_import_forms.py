"""Forms of exports as they are found: each by a small file of invented content, read without a memory.

A row of a table says what is in a file, and what is kept of it; beside each stand its siblings: phones of other
languages, other orders of keys, other versions of a program.
"""
# ruff: noqa: E501

import json
import os
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import OTHER_BRANCHES
from daybook.interfaces.importers.formats import FileReading, ImportOptions, read_histories, zone_named
from daybook.interfaces.importers.import_run import ChosenFiles, choose_files
from daybook.interfaces.importers.whatsapp_lines import hour_of_day, period_in
from tests.interfaces.exports import written

Read = Callable[..., "Found"]


class Found:
    """The turns of a file, and what was left out."""

    def __init__(self, path: Path, options: ImportOptions, kind: str | None = None) -> None:
        reading = FileReading(path, options)
        (history,) = read_histories(reading, choose_files(path, kind, 1 << 20).files[0].kind)
        sessions = list(history.sessions)
        self.turns = [turn for session in sessions for turn in session.turns]
        self.left_out: Mapping[str, int] = reading.left_out
        self.notes: Mapping[str, int] = reading.notes
        self.titles = [session.title for session in sessions]

    @property
    def said(self) -> list[tuple[str, str]]:
        return [(turn.role.value, turn.content) for turn in self.turns]

    @property
    def by(self) -> list[tuple[str, str, str]]:
        return [(turn.role.value, turn.speaker or "", turn.content) for turn in self.turns]

    @property
    def clocks(self) -> list[str]:
        return [f"{turn.said_at.astimezone(UTC):%Y-%m-%d %H:%M}" for turn in self.turns if turn.said_at]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_it(content: object, name: str = "file.json", **options: Any) -> Found:
        path = Path(written(tmp_path / name, content))
        os.utime(path, (1_780_000_000, 1_780_000_000))  # 2026
        return Found(path, ImportOptions(**options))

    return read_it


def refused(read: Read, content: object, name: str = "file.json", **options: Any) -> str:
    with pytest.raises(BadInput) as caught:
        read(content, name, **options)
    return caught.value.problem


def claude_message(uuid: str, parent: str | None, sender: str, text: str, minute: int, **more: Any) -> Any:
    block = [{"type": "text", "text": text}]
    message = {
        "uuid": uuid,
        "sender": sender,
        "content": block,
        "created_at": f"2026-03-01T10:{minute:02}:00Z",
    }
    return message | ({} if parent is None else {"parent_message_uuid": parent}) | more


ROOT = "00000000-0000-4000-8000-000000000000"
TREE = [
    claude_message("a", ROOT, "human", "My boat is the Tern.", 1),
    claude_message("b", "a", "assistant", "A fine name.", 2),
    claude_message("c", "a", "assistant", "A small bird.", 3),
    claude_message("d", "b", "human", "It leaks.", 4),
    claude_message("e", "c", "human", "It is dry.", 5),
]
"""A reply made anew, and both branches gone on with."""


@pytest.mark.parametrize(
    ("messages", "leaf", "said", "others"),
    [
        (TREE, None, ["My boat is the Tern.", "A small bird.", "It is dry."], 2),
        (TREE, "d", ["My boat is the Tern.", "A fine name.", "It leaks."], 2),
        (TREE, "b", ["My boat is the Tern.", "A fine name."], 3),
        (TREE, "gone", ["My boat is the Tern.", "A small bird.", "It is dry."], 2),
        (TREE[::-1], None, ["My boat is the Tern.", "A small bird.", "It is dry."], 2),
        ([dict(reversed(message.items())) for message in TREE], "d", ["My boat is the Tern.", "A fine name.", "It leaks."], 2),
        ([TREE[0], TREE[1], claude_message("x", "lost", "human", "Still here.", 9)], None,
         ["My boat is the Tern.", "A fine name.", "Still here."], 0),
        ([claude_message("a", "b", "human", "One.", 1), claude_message("b", "a", "assistant", "Two.", 2)], "b",
         ["One.", "Two."], 0),
        ([claude_message(name, None, "human", f"Word {name}.", 1) for name in "ab"], None, ["Word a.", "Word b."], 0),
    ],
)  # fmt: skip
def test_of_claude_the_branch_shown_last_is_kept(
    read: Read, messages: list[Any], leaf: str | None, said: list[str], others: int
) -> None:
    given = {"uuid": "1", "name": "Boat", "chat_messages": messages, "current_leaf_message_uuid": leaf}

    found = read([given])

    assert [text for _, text in found.said] == said
    assert found.left_out.get(OTHER_BRANCHES, 0) == others


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        ([{"type": "tool_use", "name": "artifacts", "input": {"command": "create", "title": "Notice", "content": "Dear Quill"}}],
         "[document: Notice]\nDear Quill"),
        ([{"type": "tool_use", "name": "artifacts", "input": {"command": "update", "id": "x", "new_str": "Dear Tod"}}],
         "[document: x]\nDear Tod"),
        ([{"type": "tool_use", "name": "create_file", "input": {"path": "/a.md", "file_text": "# Sails"}}],
         "[document: /a.md]\n# Sails"),
        ([{"type": "text", "text": 'Here:\n<antThinking>hm</antThinking><antArtifact identifier="x" title="Ode">O sea</antArtifact>\nDone.'}],
         "Here:\n\n[document: Ode]\nO sea\n\nDone."),
        ([{"type": "text", "text": '<antArtifact title="Ode">O sea'}], "[document: Ode]\nO sea"),
    ],
)  # fmt: skip
def test_what_claude_writes_beside_the_chat_is_a_document_of_its_own(
    read: Read, blocks: list[Any], text: str
) -> None:
    messages = [
        claude_message("a", ROOT, "human", "Write.", 1),
        claude_message(
            "b", "a", "assistant", "", 2, content=[*blocks, {"type": "tool_result", "content": []}]
        ),
    ]

    assert read([{"uuid": "1", "chat_messages": messages}]).said == [("user", "Write."), ("assistant", text)]


def test_documents_of_claudes_projects_are_the_assistants(read: Read) -> None:
    docs = [
        {"uuid": "d", "filename": "plan.md", "content": "Row north.", "created_at": "2026-01-02T10:00:00Z"}
    ]

    found = read(
        [{"uuid": "p", "name": "Trip", "prompt_template": "Be brief", "docs": [*docs, {"content": ""}]}]
    )

    assert found.said == [("assistant", "[document: plan.md]\nRow north.")]
    assert found.titles == ["Trip"]
    assert found.left_out == {"instructions of projects": 1, "documents without text": 1}


def chatgpt(*nodes: tuple[str, str, dict[str, Any]]) -> Any:
    """A chat of nodes in a row: role, recipient, content."""
    mapping: dict[str, Any] = {}
    for place, (role, recipient, content) in enumerate(nodes):
        message = {
            "author": {"role": role},
            "content": content,
            "recipient": recipient,
            "create_time": 1_770_000_000 + place,
        }
        mapping[f"n{place}"] = {"parent": f"n{place - 1}", "children": [f"n{place + 1}"], "message": message}
    return [{"title": "x", "mapping": mapping, "current_node": f"n{len(nodes) - 1}", "conversation_id": "g"}]


def spoken(text: str) -> dict[str, Any]:
    return {"content_type": "text", "parts": [text]}


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        ("Gull rents boats. \ue200cite\ue202turn0search3\ue201 It opens at nine.", "Gull rents boats. It opens at nine."),
        ("See the file \ue200filecite\ue202turn0file0\ue202L1-L9\ue201.", "See the file."),
        ('Ask \ue200entity\ue202["company","Gull Boats","hire"]\ue201 first.', "Ask Gull Boats first."),
        ("Go to \ue200url\ue202the pier\ue202turn0search1\ue201 now.", "Go to the pier now."),
        ("\ue203Marked\ue204 words.\ue206", "Marked words."),
        ("It is so.【12†source】 And so【4:0†plan.pdf】.", "It is so. And so."),
    ],
)  # fmt: skip
def test_marks_of_citations_are_left_out_and_words_stay(read: Read, reply: str, kept: str) -> None:
    assert (
        read(chatgpt(("user", "all", spoken("Where?")), ("assistant", "all", spoken(reply)))).said[1][1]
        == kept
    )


@pytest.mark.parametrize(
    ("recipient", "written_into", "kept"),
    [
        ("canmore.create_textdoc", {"name": "list", "content": "- sponge"}, "[document: list]\n- sponge\n\nDone."),
        ("canmore.update_textdoc", {"updates": [{"pattern": ".*", "replacement": "- rope"}]}, "[document: text]\n- rope\n\nDone."),
        ("canmore.comment_textdoc", {"comments": []}, "Done."),
        ("bio", {"content": "Likes rope"}, "Done."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["text", "code"])
def test_a_canvas_is_kept_as_the_assistants_document(
    read: Read, recipient: str, written_into: Any, kept: str, kind: str
) -> None:
    text = json.dumps(written_into)
    content = {"content_type": "code", "text": text} if kind == "code" else spoken(text)
    nodes = [
        ("user", "all", spoken("Write.")),
        ("assistant", recipient, content),
        ("assistant", "all", spoken("Done.")),
    ]

    assert read(chatgpt(*nodes)).said == [("user", "Write."), ("assistant", kept)]


@pytest.mark.parametrize(
    ("role", "recipient", "content", "kept"),
    [
        ("user", "all", {"content_type": "user_editable_context", "user_profile": "Likes tar"}, None),
        ("assistant", "all", {"content_type": "thoughts", "thoughts": [{"content": "Hm"}]}, None),
        ("assistant", "all", {"content_type": "reasoning_recap", "content": "Thought for 3 s"}, None),
        ("assistant", "web", {"content_type": "code", "text": "search('tar')"}, None),
        ("tool", "all", spoken("Found tar"), None),
        ("system", "all", spoken(""), None),
        ("user", "all", {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer", "asset_pointer": "x"}, "What boat?"]},
         "[attached: image]\n\nWhat boat?"),
        ("user", "all", {"content_type": "multimodal_text", "parts": [{"content_type": "audio_transcription", "text": "Which colour?"}]}, "Which colour?"),
    ],
)  # fmt: skip
def test_of_chatgpt_what_people_say_is_kept_and_what_is_between_programs_is_counted(
    read: Read, role: str, recipient: str, content: Any, kept: str | None
) -> None:
    found = read(chatgpt((role, recipient, content), ("assistant", "all", spoken("Yes."))))

    assert [text for _, text in found.said] == [*([kept] if kept else []), "Yes."]
    assert sum(found.left_out.values()) == (kept is None)


def deepseek(*nodes: tuple[str, dict[str, Any]]) -> Any:
    """A chat of messages, each with the name of the one before it."""
    mapping: dict[str, Any] = {"root": {"parent": None, "message": None}}
    for place, (parent, message) in enumerate(nodes, 1):
        at = {"files": [], "inserted_at": f"2026-02-01T09:00:{place:02}.000000+08:00"}
        mapping[str(place)] = {"parent": parent, "children": [], "message": at | message}
    return [{"id": "d", "title": "T", "inserted_at": "2026-02-01T09:00:00+08:00", "mapping": mapping}]


def fragments(*given: tuple[str, str]) -> dict[str, Any]:
    return {"fragments": [{"type": kind, "content": text} for kind, text in given]}


def test_deepseek_is_read_by_its_fragments_along_the_latest_branch(read: Read) -> None:
    found = read(
        deepseek(
            ("root", fragments(("REQUEST", "Which bell?"))),
            ("1", fragments(("THINK", "Hm."), ("RESPONSE", "A tin one."))),
            ("1", fragments(("SEARCH", "bells"), ("RESPONSE", "A brass one [citation:2]."))),
        )
    )

    assert found.said == [("user", "Which bell?"), ("assistant", "A brass one.")]
    assert found.clocks[0] == "2026-02-01 01:00"
    assert found.left_out == {OTHER_BRANCHES: 1, "tool messages": 1}


def test_deepseeks_older_messages_have_no_fragments_and_take_turns(read: Read) -> None:
    asked = {"content": "Which bell?", "reasoning_content": None}
    reply = {"content": "A brass one.", "reasoning_content": "Lagos", "search_results": [{"title": "Bells"}]}

    assert read(deepseek(("root", asked), ("1", reply))).said == [
        ("user", "Which bell?"),
        ("assistant", "A brass one."),
    ]


THINKING = "<think>\nPerhaps from Lagos.\n</think>\n\nA brass bell."


@pytest.mark.parametrize(
    "content",
    [
        [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": THINKING}],
        [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": [{"type": "reasoning", "text": "Lagos"}, {"type": "text", "text": "A brass bell."}]}],
        [{"messages": [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": THINKING}]}],
        [{"messages": [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": [{"type": "thinking", "thinking": "Lagos"}, {"type": "text", "text": "A brass bell."}]}]}],
        [{"role": "user", "content": "Which?"}, {"reasoning_content": "Lagos", "content": "A brass bell.", "role": "assistant"}],
        [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": "Lagos\n</think>\n\nA brass bell."}],
        [{"conversations": [{"from": "human", "value": "Which?"}, {"from": "gpt", "value": THINKING}]}],
        [{"conversations": [{"from": "human", "value": "Which?"}, {"from": "gpt", "value": THINKING.replace("think>", "reasoning>")}]}],
        [{"uuid": "1", "chat_messages": [claude_message("a", ROOT, "human", "Which?", 1), claude_message("b", "a", "assistant", THINKING, 2)]}],
        chatgpt(("user", "all", spoken("Which?")), ("assistant", "all", spoken(THINKING))),
    ],
)  # fmt: skip
def test_what_an_assistant_thinks_first_is_left_out_of_every_format(read: Read, content: object) -> None:
    assert read(content).said == [("user", "Which?"), ("assistant", "A brass bell.")]


def test_an_owners_own_word_for_the_tag_stays(read: Read) -> None:
    asked = "<think> what is that for?</think>"

    assert read([{"messages": [{"role": "user", "content": asked}]}]).said == [("user", asked)]


def telegram(*messages: dict[str, Any], account: int | None = None) -> Any:
    given = [
        {"id": place, "type": "message", "date_unixtime": str(1_714_730_460 + place), "text": "", **message}
        for place, message in enumerate(messages)
    ]
    chat = {"name": "Group", "type": "private_group", "id": 5, "messages": given}
    if account is None:
        return chat
    return {"personal_information": {"user_id": account}, "chats": {"list": [chat]}}


NAMESAKES = (
    {"from": "Ilka", "from_id": "user11", "text": "I live in Kassel."},
    {"from": "Ilka", "from_id": "user22", "text": "I live in Vaasa."},
)


@pytest.mark.parametrize(
    ("account", "me", "owners"),
    [
        (11, None, ["I live in Kassel."]),
        (22, None, ["I live in Vaasa."]),
        (22, "Ilka", ["I live in Vaasa."]),
        (None, "user11", ["I live in Kassel."]),
        (None, "22", ["I live in Vaasa."]),
        (11, "user22", ["I live in Vaasa."]),
    ],
)
def test_people_of_telegram_are_ids(
    read: Read, account: int | None, me: str | None, owners: list[str]
) -> None:
    found = read(telegram(*NAMESAKES, account=account), me=me)

    assert [text for role, name, text in found.by if role == "user" and name == "Ilka"] == owners
    assert len(found.by) == 2


def test_namesakes_are_asked_apart_and_a_changed_name_is_one_person(read: Read) -> None:
    problem = refused(read, telegram(*NAMESAKES), me="ilka")
    renamed = ({"from": "Ilka K.", "from_id": "user11", "text": "New name."}, *NAMESAKES[:1])

    assert "'Ilka (user11)', 'Ilka (user22)'" in problem
    assert "'Ilka (user11)', 'Ilka (user22)'" in refused(read, telegram(*NAMESAKES))
    assert {role for role, *_ in read(telegram(*renamed), me="Ilka K.").by} == {"user"}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"poll": {"question": "Which evening?", "answers": [{"text": "Tuesday"}, {"text": "Sunday"}]}},
         "[poll] Which evening?\n- Tuesday\n- Sunday"),
        ({"poll": {"question": {"text": ["Which ", {"type": "bold", "text": "day"}]}, "answers": []}}, "[poll] Which day"),
        ({"todo_list": {"title": "Regatta", "items": [{"text": "flares"}, {"title": "sail"}]}},
         "[to do] Regatta\n- flares\n- sail"),
        ({"todo_list": {"title": "Regatta", "answers": [{"text": "flares", "id": 1}]}}, "[to do] Regatta\n- flares"),
        ({"contact_information": {"first_name": "Tordis", "last_name": "", "phone_number": "+47 0"}}, "[contact] Tordis, +47 0"),
        ({"place_name": "Boathouse", "address": "Quay 9", "location_information": {"latitude": 1.5}}, "[place] Boathouse, Quay 9"),
        ({"location_information": {"latitude": 59.9, "longitude": 10.7}}, "[place] 59.9 10.7"),
        ({"game_title": "Chess"}, "[game] Chess"),
        ({"text": "Look", "photo": "p.jpg"}, "Look\n\n[attached: photo]"),
        ({"media_type": "voice_message", "file": "(not included)"}, "[attached: voice message]"),
        ({"sticker_emoji": "🐐", "media_type": "sticker"}, "[sticker 🐐]"),
        ({"text": "Sold", "forwarded_from": "News"}, "[forwarded from News]\n> Sold"),
        ({"text": ["see ", {"type": "link", "text": "https://x.example"}]}, "see https://x.example"),
    ],
)  # fmt: skip
def test_what_telegram_keeps_beside_the_text_is_text(read: Read, fields: Any, text: str) -> None:
    found = read(telegram({"from": "Ilka", "from_id": "user11", **fields}), me="Ilka")

    assert found.by == [("user", "Ilka", text)]


def whatsapp(read: Read, evening: str, morning: str = "", **options: Any) -> list[str]:
    lines = [f"{evening} - Ada: hello"] + ([f"{morning} - Bo: fine"] if morning else [])
    return read("\n".join(lines), "chat.txt", **({"me": "Ada"} | options)).clocks


@pytest.mark.parametrize(
    ("evening", "morning"),
    [
        ("ÖS 9:29", "ÖÖ 8:05"), ("9:29 CH", "8:05 SA"), ("du. 9:29", "de. 8:05"), ("9.29 ip.", "8.05 ap."),
        ("9:29 em", "8:05 fm"), ("晚上9:29", "上午8:05"), ("下午9:29", "上午8:05"), ("9:29 PTG", "8:05 PG"),
        ("9:29 odp.", "8:05 dop."), ("9:29 пп", "8:05 дп"), ("9:29 nm.", "8:05 vm."), ("오후 9:29", "오전 8:05"),
        ("9:29 μ.μ.", "8:05 π.μ."), ("9:29 م", "8:05 ص"), ("9:29 ب.ظ.", "8:05 ق.ظ."), ("9:29 p. m.", "8:05 a. m."),
        ("9:29 אחה״צ", "8:05 לפנה״צ"), ("9:29 रात", "8:05 सुबह"), ("午後9:29", "午前8:05"), ("9:29\u202fPM", "8:05\u202fAM"),
        ("kl. 21.29", "kl. 08.05"), ("21 h 29", "8 h 05"), ("9:29 e pasdites", "8:05 e paradites"), ("9:29 popiet", "8:05 priešpiet"),
        ("பிற்பகல் 9:29", "முற்பகல் 8:05"), ("9:29 сл.об.", "8:05 пр.об."), ("٩:٢٩ م", "٨:٠٥ ص"), ("۲۱:۲۹", "۰۸:۰۵"), ("२१:२९", "०८:०५"),
    ],
)  # fmt: skip
def test_half_of_the_day_is_read_in_any_language(read: Read, evening: str, morning: str) -> None:
    clocks = whatsapp(read, f"28.03.2025, {evening}", f"29.03.2025, {morning}")

    assert clocks == ["2025-03-28 21:29", "2025-03-29 08:05"]


@pytest.mark.parametrize(
    "date",
    [
        "28/03/2025", "28.03.25", "2025-03-28", "2025. 03. 28.", "2025/3/28", "28.03.25 г.", "\u200f٢٨\u200f/٣\u200f/٢٠٢٥،",
        "۲۰۲۵/۳/۲۸،\u200f", "28/3/2568", "28/3/68", "2025年3月28日", "2025년 3월 28일", "28. 3. 2025.", "\u200e28/03/2025",
        "28-03-2025", "3/28/25,", "28.3.2025 klo", "28/03/2025 à", "২৮/৩/২৫,",
    ],
)  # fmt: skip
def test_a_date_is_read_in_any_script_and_in_buddhist_years(read: Read, date: str) -> None:
    assert whatsapp(read, f"{date} 21:29") == ["2025-03-28 21:29"]


def test_a_leap_day_of_a_buddhist_year_is_read(read: Read) -> None:
    assert whatsapp(read, "29/2/2567 21:29") == ["2024-02-29 21:29"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("28/03/2025, 9:29 zork", "'zork' beside them, and it is not known which half"),
        ("28/03/2025, 9:29 ip. b", "not known which half"),
        ("28/03/2031, 9:29", "such as 28/03/2031, are not between 2009 and 2026"),
        ("28/3/1404, 9:29", "such as 28/3/1404, are not between"),
    ],
)
def test_a_clock_or_a_year_that_is_not_known_is_refused_by_name(read: Read, line: str, problem: str) -> None:
    assert problem in refused(read, f"{line} - Ada: hello", "chat.txt", me="Ada")


def test_a_line_within_a_message_that_names_a_later_date_belongs_to_it(read: Read) -> None:
    lines = [f"{day}/03/2025, 21:29 - Ada: hello {day}" for day in range(10, 30)]
    text = "\n".join([*lines, "01/01/2099, 10:00 - party: all of us"])

    assert read(text, "chat.txt", me="Ada").said[-1][1] == "hello 29\n01/01/2099, 10:00 - party: all of us"


PHONES = {
    "en": ("3/28/25, 9:29\u202fPM - ", ["<Media omitted>", "null", "You deleted this message", "Missed video call", "IMG.jpg (file attached)"], "<This message was edited>"),
    "ja": ("2025/03/28 21:29 - ", ["<メディアは含まれていません>", "このメッセージは削除されました"], "<このメッセージは編集されました>"),
    "ja-ios": ("[2025/03/28 午後9:29:05] ", ["\u200e画像は含まれていません"], "\u200e<このメッセージは編集されました>"),
    "ar": ("٢٨\u200f/٣\u200f/٢٠٢٥، ٩:٢٩ م - ", ["<تم استبعاد الوسائط>", "حذفتَ هذه الرسالة", "تم حذف هذه الرسالة"], "<تم تعديل هذه الرسالة>"),
    "th": ("28/3/2568 21:29 - ", ["<ไม่รวมสื่อ>", "คุณได้ลบข้อความนี้"], "<ข้อความนี้ถูกแก้ไข>"),
    "hi": ("28/03/25, 9:29 pm - ", ["<मीडिया के बिना>", "आपने यह मैसेज डिलीट किया"], "<यह मैसेज एडिट किया गया>"),
    "pl": ("28.03.2025, 21:29 - ", ["<pominięto multimedia>", "Ta wiadomość została usunięta", "Nieodebrane połączenie głosowe"], "<Ta wiadomość została zmieniona>"),
    "pt-BR": ("28/03/2025 21:29 - ", ["<Mídia oculta>", "Mensagem apagada", "Você apagou esta mensagem", "Ligação de voz perdida"], "<Mensagem editada>"),
    "de": ("28.03.25, 21:29 - ", ["<Medien ausgeschlossen>", "Diese Nachricht wurde gelöscht.", "Verpasster Sprachanruf"], "<Diese Nachricht wurde bearbeitet.>"),
    "es-MX": ("28/3/2025, 9:29 p.\u00a0m. - ", ["<Multimedia omitido>", "Eliminaste este mensaje.", "Llamada perdida"], "<Se editó este mensaje.>"),
    "fr-ios": ("[28/03/2025 21:29:05] ", ["\u200eimage absente", "\u200eVous avez supprimé ce message.", "\u200eAppel vocal manqué"], "\u200e<Ce message a été modifié>"),
    "nl-ios": ("[28-03-2025 21:29:05] ", ["\u200eafbeelding weggelaten", "\u200eU hebt dit bericht verwijderd."], "\u200e<Dit bericht is bewerkt>"),
    "ru": ("28.03.2025, 21:29 - ", ["<Без медиафайлов>", "Сообщение удалено", "Пропущенный аудиозвонок"], "<Сообщение изменено>"),
    "it": ("28/03/25, 21:29 - ", ["<Media omessi>", "Hai eliminato questo messaggio", "Chiamata vocale persa"], "<Questo messaggio è stato modificato>"),
    "id": ("28/03/25 21.29 - ", ["<Media tidak disertakan>", "Pesan ini dihapus", "Panggilan suara tak terjawab"], "<Pesan ini diedit>"),
    "da": ("28.03.2025 21.29 - ", ["<Medier udeladt>", "Du slettede denne besked"], "<Denne besked blev redigeret>"),
    "tr": ("28.03.2025 21:29 - ", ["<Medya dahil edilmedi>", "Bu mesajı sildiniz"], "<Bu mesaj düzenlendi>"),
    "ko": ("2025년 3월 28일 오후 9:29, ", ["<미디어 파일을 제외한 대화내용>", "삭제된 메시지입니다"], "<이 메시지는 수정되었습니다>"),
    "zh-TW": ("2025/3/28 晚上9:29 - ", ["<已忽略多媒體檔>", "你已刪除此訊息"], "<已編輯此訊息>"),
    "he": ("28.3.2025, 21:29 - ", ["<המדיה לא נכללה>", "מחקת הודעה זו"], "<ההודעה נערכה>"),
    "any": ("28/03/2025, 21:29 - ", ["\u200enotice of no table"], "\u200e<a mark in a language of no table>"),
}  # fmt: skip
"""By the language of a phone: how its lines begin, what WhatsApp writes in the place of a message, and the mark of an edited one."""


@pytest.mark.parametrize("phone", PHONES)
def test_what_whatsapp_writes_itself_is_nobodys_words_in_any_phones_language(read: Read, phone: str) -> None:
    beginning, notices, edited = PHONES[phone]
    colon = " :" if phone == "ko" else ":"
    chat = [("Ada", "hello"), *(("Bo", notice) for notice in notices), ("Ada", f"I moved {edited}")]

    found = read("\n".join(f"{beginning}{who}{colon} {text}" for who, text in chat), "chat.txt", me="Ada")

    assert [text for _, text in found.said if not text.startswith("[attached")] == ["hello", "I moved"]
    assert found.clocks[0] == "2025-03-28 21:29"


@pytest.mark.parametrize(
    "text",
    [
        "my tag is <b>",
        "I wrote null there",
        "You deleted this message and I was cross",
        "note: the key is here",
        "POLL:\nWhich day?\nOPTION: Sunday (2 votes)",
    ],
)
def test_words_that_are_like_whatsapps_own_stay(read: Read, text: str) -> None:
    assert read(f"28/03/2025, 21:29 - Ada: {text}", "chat.txt", me="Ada").said == [("user", text)]


@pytest.mark.parametrize("content", [
    "28/03/2025, 21:29 - Ada: hello",
    [{"role": "user", "content": "hello", "timestamp": "2025-03-28T21:29:00"}],
    telegram({"from": "Ada", "from_id": "user1", "text": "hello", "date_unixtime": None, "date": "2025-03-28T21:29:00"}),
    [{"messages": [{"role": "user", "content": "hello", "timestamp": "2025/03/28 21:29"}]}],
])  # fmt: skip
def test_times_without_a_zone_are_read_in_the_one_that_is_named_which_is_said(
    read: Read, content: Any
) -> None:
    found = read(content, "chat.txt", me="Ada", zone=zone_named("America/New_York"))

    assert found.clocks == ["2025-03-29 01:29"]
    assert any("America/New_York" in note for note in found.notes)


def test_times_with_a_zone_keep_theirs_and_a_zone_that_is_none_is_refused(read: Read) -> None:
    content = [{"role": "user", "content": "hello", "timestamp": "2025-03-28T21:29:00+02:00"}]
    found = read(content, zone=zone_named("America/New_York"))

    assert (found.clocks, found.notes) == (["2025-03-28 19:29"], {})
    with pytest.raises(BadInput, match="'Atlantis' is no time zone"):
        zone_named("Atlantis")


def test_messages_of_le_chat_are_dated_by_the_names_that_it_has_for_the_fields(read: Read) -> None:
    said = {"id": "1", "chatId": "x", "createdAt": "2025-03-28T21:29:00.000Z", "contentChunks": None}

    found = read([said | {"role": "user", "content": "hello"}, said | {"content": "hi", "role": "assistant"}])

    assert (found.said, found.clocks[0]) == ([("user", "hello"), ("assistant", "hi")], "2025-03-28 21:29")


@pytest.mark.parametrize(
    ("title", "content"),
    [
        ("Grok", {"conversations": [{"conversation": {"id": "x"}, "responses": []}]}),
        ("Open WebUI", [{"id": "x", "title": "t", "chat": {"history": {"messages": {}}}}]),
        (
            "LibreChat",
            {"conversationId": "x", "endpoint": "openAI", "messages": [{"text": "hi", "sender": "User"}]},
        ),
        (
            "Messenger or Instagram",
            {"participants": [{"name": "A"}], "messages": [{"sender_name": "A", "timestamp_ms": 1}]},
        ),
        (
            "Messenger or Instagram",
            {"participants": ["A"], "threadName": "x", "messages": [{"senderName": "A", "text": "hi"}]},
        ),
        ("Slack", [{"type": "message", "user": "U1", "ts": "1.2", "text": "hi"}]),
        ("Slack", [{"id": "C1", "name": "general", "creator": "U1", "members": []}]),
        ("Slack", [{"id": "U1", "team_id": "T1", "profile": {}}]),
        ("Mem0", {"results": [{"id": "m1", "memory": "Keeps goats", "hash": "9f", "user_id": "ada"}]}),
        ("Discord", [{"ID": 1, "Timestamp": "2025-01-01 10:00:00", "Contents": "hi", "Attachments": ""}]),
        ("Discord", {"guild": {}, "channel": {}, "messages": [{"id": "1", "content": "hi"}]}),
    ],
)
def test_a_form_that_is_not_read_is_refused_by_name_with_what_to_do(
    read: Read, title: str, content: object
) -> None:
    problem = refused(read, content)

    assert problem.startswith(f"this is an export of {title}, which is not read: ")
    assert '"role", "content", "timestamp"' in problem


def zip_of(path: Path, members: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


CHAT = json.dumps([{"role": "user", "content": "hi", "timestamp": "2026-01-05T10:00:00Z"}])


def chosen(path: Path, limit: int = 1 << 20) -> ChosenFiles:
    return choose_files(path, None, limit)


def test_a_zip_is_opened_once_and_what_is_passed_over_is_a_line_for_each_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zip_of(tmp_path / "z.zip", {"chat.json": CHAT} | {f"{place}.json": "{}" for place in range(50)})
    opened: list[object] = []
    real = zipfile.ZipFile.__init__

    def counted(self: zipfile.ZipFile, *given: Any, **more: Any) -> None:
        opened.extend(given[:1])
        real(self, *given, **more)

    monkeypatch.setattr(zipfile.ZipFile, "__init__", counted)

    found = chosen(path)

    assert len(found.files) == opened.count(path) == len(found.passed_over) == 1
    assert "0.json (and 49 more): the format is not recognised" in found.passed_over[0]


@pytest.mark.parametrize(
    ("attribute", "most", "problem"),
    [
        ("_MAX_FILES", 50, "has 51 files that could hold chats"),
        ("_LARGEST_LISTING", 500, "has too many files"),
    ],
)
def test_a_zip_of_too_many_files_is_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attribute: str, most: int, problem: str
) -> None:
    path = zip_of(tmp_path / "z.zip", {f"{place}.json": CHAT for place in range(51)})
    monkeypatch.setattr(f"daybook.interfaces.importers.import_sources.{attribute}", most)
    monkeypatch.setattr(zipfile.ZipFile, "open", None)

    with pytest.raises(BadInput, match=problem):
        chosen(path)


def test_sizes_of_a_zip_are_bounded_as_a_whole(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "z.zip", {f"{place}.json": CHAT for place in range(20)})

    with pytest.raises(BadInput, match="unpacked, more than the"):
        chosen(path, limit=10 * len(CHAT))


def test_what_a_mac_adds_is_passed_over_and_nested_folders_are_read(tmp_path: Path) -> None:
    path = zip_of(
        tmp_path / "z.zip",
        {"a/b/chat.json": "\ufeff" + CHAT, "__MACOSX/a/b/._chat.json": "x", "a/.DS.json": ""},
    )

    found = chosen(path)

    assert [str(file.source).removeprefix(str(path)) for file in found.files] == ["/a/b/chat.json"]
    assert found.passed_over == ()


def test_a_file_that_two_formats_fit_says_so(tmp_path: Path) -> None:
    path = Path(written(tmp_path / "x.json", [{"role": "user", "content": "hi", "chat_messages": []}]))

    (file,) = chosen(path).files

    assert (file.kind, file.others) == ("messages", ("claude",))


def test_moments_of_the_table_of_halves_are_all_read() -> None:
    for mark in ("am", "오전", "上午", "ص"):
        assert [hour_of_day(mark, hour) for hour in (12, 1, 11)] == [0, 1, 11]
    for mark in ("pm", "오후", "下午", "م"):
        assert [hour_of_day(mark, hour) for hour in (12, 1, 11)] == [12, 13, 23]
    # of "b" Welsh makes the morning and Sardinian the afternoon
    assert (period_in("kl."), period_in("г.,"), period_in("zork"), period_in("b")) == ("", "", None, None)


def test_now_is_used_where_a_zip_has_no_date(tmp_path: Path) -> None:
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("_chat.txt"), "28/03/2025, 21:29 - Ada: hello")  # of 1980
    (file,) = chosen(path).files
    (history,) = read_histories(FileReading(file.source, ImportOptions(me="Ada")), file.kind)

    assert [session.started_at for session in history.sessions] == [datetime(2025, 3, 28, 21, 29, tzinfo=UTC)]
