"""The report as a page that needs nothing else: the tables of the terminal in HTML."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from daybook_eval.report.loading import Reported
from daybook_eval.report.terminal import parts_of
from daybook_eval.tables import Line, Listing

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 14px; }
th, td { border-bottom: 1px solid #8884; padding: .2rem .7rem .2rem 0; text-align: left; }
td { vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(runs: Sequence[Reported], compared: Sequence[Mapping[str, Any]], questions: bool | None) -> str:
    """Write runs and their differences as one page; it runs no script and fetches nothing."""
    title = " and ".join(run.name for run in runs)
    body = "\n".join(_markup(parts_of(runs, compared, questions)))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _markup(parts: Iterable[Listing | Line]) -> Iterator[str]:
    for part in parts:
        match part:
            case Listing(columns, rows):
                yield "<table>"
                names = [escape(name.lstrip("#=")) for name in columns]
                classes = [' class="number"' if name.startswith("#") else "" for name in columns]
                heads = zip(classes, names, strict=True)
                yield "<tr>" + "".join(f"<th{kind}>{name}</th>" for kind, name in heads) + "</tr>"
                for row in rows:
                    cells = zip(classes, row, strict=True)
                    yield "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in cells) + "</tr>"
                yield "</table>"
            case str():
                yield f"<p>{escape(part)}</p>" if part else ""
            case _:
                told = (said if isinstance(said, str) else said[0] for said in part)
                yield f"<p><strong>{escape(''.join(told))}</strong></p>"
