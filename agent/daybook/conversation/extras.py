"""Packages that an installation may lack, and the one line that says how to get them."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version

from daybook.conversation.errors import BadSettings

DISTRIBUTION = "daybook-memory"
"""The name for pip; the import and the command are `daybook`."""


def install(extra: str, *packages: str) -> str:
    """Return the command that installs an extra of this distribution, with further packages behind it."""
    return " ".join([f"pip install '{DISTRIBUTION}[{extra}]'", *packages])


def installed_version() -> str:
    """Return the version that is installed, such as "0.3.0"."""
    return version(DISTRIBUTION)


@contextmanager
def needs(extra: str, purpose: str) -> Iterator[None]:
    """Say what to install where an import inside the block fails.

    Args:
        extra: the one that brings what is imported.
        purpose: what cannot be done without it, as the subject of "needs".

    Raises:
        BadSettings: a package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "daybook"):  # a fault of ours
            raise
        raise BadSettings(f"{purpose} needs {package}: {install(extra)}") from None
