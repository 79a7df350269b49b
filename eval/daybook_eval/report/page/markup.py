"""Markup that cannot be broken out of: every text is escaped unless it was made by these functions."""

from collections.abc import Iterable
from html import escape

from markupsafe import Markup

_ALONE = frozenset({"meta", "circle", "line", "path", "rect", "polyline", "polygon"})
"""Elements without an end tag, or that never hold anything."""
Html = Markup
"""Text that is markup already."""


def text(value: object) -> Html:
    """Write a value as text. Control characters, which no page may hold, become U+FFFD."""
    if isinstance(value, Html):
        return value
    fit = "".join(sign if sign >= " " or sign in "\n\t" else "\ufffd" for sign in str(value))
    return Html(escape(fit.encode("utf-8", "replace").decode("utf-8"), quote=True))


def tag(element: str, /, *children: object, **attributes: object) -> Html:
    """Write an element; children are texts but for `Html`.

    Of attributes an underscore at the end is dropped (`class_`), others become hyphens, and None is left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if element in _ALONE and not children:
        return Html(f"<{element}{written}/>")
    return Html(f"<{element}{written}>{''.join(map(text, children))}</{element}>")


def join(parts: Iterable[object]) -> Html:
    """Put parts one after the other."""
    return Html("".join(map(text, parts)))
