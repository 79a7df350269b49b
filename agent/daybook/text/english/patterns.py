"""Regular expressions of English wordings, written with plain spaces and over several lines."""

import re

_LAYOUT = re.compile(r"\\.|\[(?:\\.|[^\]\\]){1,99}\]|(?P<line>\n *)|(?P<space> )")


def regex(wording: str) -> re.Pattern[str]:
    """Compile an expression that takes capitals and small letters alike.

    A space outside of brackets stands for any white space. A line break stands for nothing, and so do the
    spaces that indent the line behind it.
    """
    return re.compile(written_out(wording), re.IGNORECASE)


def cased_regex(wording: str) -> re.Pattern[str]:
    """Compile an expression as `regex` does, but tell capitals from small letters."""
    return re.compile(written_out(wording))


def written_out(wording: str) -> str:
    """Write an expression of `regex` as `re` takes it."""
    return _LAYOUT.sub(lambda part: r"\s++" if part["space"] else "" if part["line"] else part[0], wording)
