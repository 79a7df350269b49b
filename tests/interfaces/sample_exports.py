"""Small exports in the forms of other programs, made up here, with the fields that are seldom there."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Said = Sequence[tuple[str, str]]
"""Messages, each with its reply."""

_FIRST = 1_709_629_200.0
"""2024-03-05 09:00 UTC, in Unix seconds."""
_DAY = 86_400


def chatgpt_conversation(name: str, title: str, said: Said, first: float = _FIRST) -> dict[str, Any]:
    """Make a conversation of ChatGPT: a tree with a branch that was left, hidden nodes, a tool, thoughts."""
    root, context = f"{name}-root", f"{name}-context"
    nodes: dict[str, Any] = {
        root: _node(root, None, None),
        context: _node(context, root, _message("user", "About me", None, kind="user_editable_context")),
    }
    last = context
    for place, (question, answer) in enumerate(said):
        moment = first + 60 * place
        kinds = [
            ("user", question, "text"),
            ("assistant", "Weighing it.", "thoughts"),
            ("tool", "{}", "code"),
        ]
        for step, (role, text, kind) in enumerate([*kinds, ("assistant", answer, "text")]):
            node = f"{name}-{place}-{step}"
            nodes[node] = _node(node, last, _message(role, text, moment + step, kind=kind))
            last = node
        other = f"{name}-{place}-other"
        nodes[other] = _node(
            other, f"{name}-{place}-0", _message("assistant", "Never shown.", moment, kind="text")
        )
    for node in nodes.values():
        if node["parent"] is not None:
            nodes[node["parent"]]["children"].append(node["id"])
    return {
        "title": title,
        "create_time": first,
        "update_time": first + 60 * len(said),
        "mapping": nodes,
        "current_node": last,
        "conversation_id": name,
        "is_do_not_remember": False,
        "memory_scope": "global_enabled",
        "default_model_slug": "gpt-5",
    }


def _node(name: str, parent: str | None, message: dict[str, Any] | None) -> dict[str, Any]:
    return {"id": name, "message": message, "parent": parent, "children": []}


def _message(role: str, text: str, moment: float | None, *, kind: str) -> dict[str, Any]:
    hidden = {"is_visually_hidden_from_conversation": True} if kind == "user_editable_context" else {}
    return {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": moment,
        "content": {"content_type": kind, "parts": [text]},
        "status": "finished_successfully",
        "recipient": "all",
        "metadata": hidden,
    }


def chatgpt(said: Said) -> list[dict[str, Any]]:
    """Make an export of ChatGPT: two conversations, an attachment, and one that is not to be remembered."""
    first, second = chatgpt_conversation("c1", "Oslo", said[:2]), chatgpt_conversation("c2", "Nuts", said[2:])
    asked = first["mapping"]["c1-0-0"]["message"]
    asked["metadata"]["attachments"] = [{"id": "f1", "name": "ferry.pdf", "mime_type": "application/pdf"}]
    asked["content"] = {
        "content_type": "multimodal_text",
        "parts": [{"content_type": "image_asset_pointer", "asset_pointer": "file://x"}, said[0][0]],
    }
    secret = chatgpt_conversation("c3", "Secret", said[:1]) | {"is_do_not_remember": True}
    return [first, second, secret]


def claude(said: Said) -> list[dict[str, Any]]:
    """Make an export of Claude, with thoughts, a tool and an attachment."""
    found = []
    for place, (question, answer) in enumerate(said):
        day = f"2024-03-0{place + 1}"
        blocks: list[dict[str, Any]] = [
            {"type": "thinking", "thinking": "Hm."},
            {"type": "tool_use", "name": "web", "input": {}},
            {"type": "tool_result", "content": [{"type": "text", "text": "42"}]},
            {"type": "text", "text": answer, "citations": []},
        ]
        found.append(
            {
                "uuid": f"u{place}",
                "name": "A talk",
                "summary": "",
                "created_at": f"{day}T09:00:00.000000Z",
                "updated_at": f"{day}T10:00:00.000000Z",
                "account": {"uuid": "a"},
                "chat_messages": [
                    _claude_message("human", question, place, [{"type": "text", "text": question}]),
                    _claude_message("assistant", answer, place, blocks),
                ],
            }
        )
    return found


def _claude_message(sender: str, text: str, place: int, content: list[dict[str, Any]]) -> dict[str, Any]:
    notes = "The ferry runs hourly.\nBring nuts."
    attachment = {"file_name": "notes.txt", "file_size": 9, "extracted_content": notes}
    return {
        "uuid": f"{sender}-{place}",
        "text": text,
        "content": content,
        "sender": sender,
        "created_at": f"2024-03-0{place + 1}T09:00:0{place}.000000Z",
        "attachments": [attachment] if sender == "human" and place == 0 else [],
        "files": [{"file_name": "map.png"}] if place == 1 else [],
    }


def gemini(said: Said) -> list[dict[str, Any]]:
    """Make Takeout's activity of Gemini, the latest first."""
    found = [
        {
            "header": "Gemini Apps",
            "title": f"Prompted {question}",
            "time": f"2024-03-0{place + 1}T09:00:00.000Z",
            "products": ["Gemini Apps"],
            "activityControls": ["Gemini Apps Activity"],
            "safeHtmlItem": [{"html": f"<p>{answer}</p><ul><li>one</li><li>two &amp; three</li></ul>"}],
        }
        for place, (question, answer) in enumerate(said)
    ]
    found.append({**found[0], "title": "Gave feedback: Good response", "safeHtmlItem": []})
    return list(reversed(found))


def telegram(said: Said) -> dict[str, Any]:
    """Make Telegram's export of an account with a chat of two and a group."""
    two = [line for pair in said[:2] for line in zip(("Ada", "Bo"), pair, strict=True)]
    three = [line for pair in said[2:] for line in zip(("Ada", "Cy"), pair, strict=True)]
    chats = [
        {"name": "Bo", "type": "personal_chat", "id": 7, "messages": _telegram_messages(two)},
        {"name": "Goats", "type": "private_group", "id": 8, "messages": _telegram_messages(three)},
    ]
    return {
        "about": "Here is the data you requested.",
        "personal_information": {"user_id": 1, "first_name": "Ada", "phone_number": "+47 1"},
        "chats": {"about": "All chats.", "list": chats},
    }


def _telegram_messages(lines: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    ids = {"Ada": "user1", "Bo": "user7", "Cy": "user9"}
    found: list[dict[str, Any]] = [
        {"id": 0, "type": "service", "date_unixtime": str(int(_FIRST)), "action": "create_group", "text": ""}
    ]
    for place, (who, text) in enumerate(lines, 1):
        moment = int(_FIRST) + place * _DAY // 4
        parts: Any = [text[:9], {"type": "bold", "text": text[9:]}] if place % 2 else text
        found.append({"id": place, "type": "message", "date": "2024-03-05T09:00:00", "from": who}
                     | {"date_unixtime": str(moment), "from_id": ids[who], "text": parts})  # fmt: skip
    found[-1] |= {"photo": "photos/one.jpg", "width": 9, "height": 9}
    return found


def whatsapp(said: Said) -> str:
    """Make a chat of WhatsApp, of an Android phone with days first."""
    lines = ["13/02/2024, 09:00 - Messages and calls are end-to-end encrypted."]
    for place, (question, answer) in enumerate(said):
        lines += [
            f"{14 + place}/02/2024, 09:0{place} - Ada: {question}",
            f"{14 + place}/02/2024, 21:30 - Bo: {answer}",
        ]
    lines += ["18/02/2024, 22:10 - Bo: <Media omitted>", "18/02/2024, 22:11 - Ada: goats.jpg (file attached)"]
    return "\n".join(lines)


def sharegpt(said: Said) -> list[dict[str, Any]]:
    """Make conversations in ShareGPT's form."""
    turns = [{"from": "system", "value": "Be kind."}]
    for question, answer in said[:2]:
        turns += [{"from": "human", "value": question}, {"from": "gpt", "value": answer}]
    others = [{"from": "human", "value": said[2][0]}, {"from": "gpt", "value": said[2][1]}]
    return [{"id": "abc_0", "conversations": turns}, {"conversations": others}]


def finetuning(said: Said) -> list[dict[str, Any]]:
    """Make lines for fine-tuning."""
    return [
        {
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": [{"type": "text", "text": question}] if place else question},
                {"role": "assistant", "content": answer, "weight": 1},
            ]
        }
        for place, (question, answer) in enumerate(said)
    ]


def zipped(files: Mapping[str, object]) -> bytes:
    """Pack files into a zip: values are JSON, text or bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            member = zipfile.ZipInfo(name)  # a name alone would take the moment of the clock
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content if isinstance(content, str | bytes) else json.dumps(content))
    return packed.getvalue()


HASHED_WORDS_COMMAND = """
import sys
from daybook.interfaces.cli.program import run
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.examination import embedding_with
with embedding_with(HashedWords()):
    sys.exit(run(sys.argv[1:]))
"""
"""The command with an embedder that costs nothing."""


def write_export(path: Path, count: int) -> None:
    """Write a zip of ChatGPT's with so many conversations, a hundred a file, the latest first."""
    made = [
        chatgpt_conversation(
            f"conv-{place:06}",
            f"About {place}",
            [(f"How do I get better at chess? I have tried {place} weeks.", f"Play game {place} again.")],
            _FIRST + place * 10_000,
        )
        for place in reversed(range(count))
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in range(0, count, 100):
            archive.writestr(f"conversations-{part // 100:03}.json", json.dumps(made[part : part + 100]))
