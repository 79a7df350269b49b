"""Markup that cannot be broken out of: every text is escaped unless it was made by these functions."""

from collections.abc import Iterable
from html import escape

_ALONE = frozenset({"meta", "circle", "line", "path", "rect", "polyline", "polygon"})
"""Elements without an end tag, or that never hold anything."""


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


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


def table(
    columns: Iterable[object], rows: Iterable[Iterable[object]], *, caption: str = "", numbers_from: int = 1
) -> Html:
    """Write a table whose first cells name the rows."""

    def style(place: int) -> str | None:
        return "number" if place >= numbers_from else None

    head = join(tag("th", name, scope="col", class_=style(i)) for i, name in enumerate(columns))
    body = join(
        tag(
            "tr",
            *(
                tag("th" if not i else "td", cell, scope=None if i else "row", class_=style(i))
                for i, cell in enumerate(row)
            ),
        )
        for row in rows
    )
    parts = [tag("caption", caption)] if caption else []
    whole = tag("table", *parts, tag("thead", tag("tr", head)), tag("tbody", body))
    return tag("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption or "table")
