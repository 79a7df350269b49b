"""What was attached to a message, as text: its name, and the beginning of what it says, as a quotation."""

from __future__ import annotations

EXCERPT = 2_000
"""Characters kept of the text of an attachment: enough to find it by, too few to drown what was said."""


def attached(name: str, content: str = "") -> str:
    """Name an attachment; its text is quoted line by line, since its words are not those of who sent it."""
    shown = name or "text"
    if not content.strip():
        return f"[attached: {shown}]"
    size = f"{len(content):,} characters"
    beginning = f", the first {EXCERPT:,}" if len(content) > EXCERPT else ""
    return f"[attached: {shown}, {size}{beginning}]\n{as_quotation(content[:EXCERPT])}"


def as_quotation(text: str) -> str:
    """Mark every line as a quotation: what is quoted is found, but never taken for the owner's own words."""
    return "\n".join(f"> {line}" for line in text.strip().splitlines())
