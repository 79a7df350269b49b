"""Documents written in each form that a knowledge base takes, from the same headings and paragraphs."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from textwrap import wrap

from docx import Document

_LINES, _WIDTH, _SIZE, _LEADING = 48, 90, 11, 14
"""Lines of a page of a PDF, characters of a line, size of its letters and height of a line, in points."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of a document."""

    title: str
    sections: Sequence[tuple[str, Sequence[str]]]
    """Headings with their paragraphs."""


def markdown(draft: Draft) -> bytes:
    """Write Markdown."""
    return "\n\n".join(_marked(draft, "# ", "## ")).encode() + b"\n"


def text(draft: Draft) -> bytes:
    """Write plain text; headings are paragraphs in it."""
    return "\n\n".join(_marked(draft, "", "")).encode() + b"\n"


def html(draft: Draft) -> bytes:
    """Write a page with a menu and a script, which are no part of its content."""
    body = [f"<h1>{escape(draft.title)}</h1>"]
    for heading, paragraphs in draft.sections:
        body.append(f"<h2>{escape(heading)}</h2>")
        body += [f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs]
    return (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{escape(draft.title)}</title>"
        f"<script>var menu = 'scripted';</script></head><body><nav>Menu</nav>{''.join(body)}</body></html>"
    ).encode()


def docx(draft: Draft) -> bytes:
    """Write a Word document."""
    document = Document()
    document.core_properties.title = draft.title
    document.add_heading(draft.title, 1)
    for heading, paragraphs in draft.sections:
        document.add_heading(heading, 2)
        for paragraph in paragraphs:
            document.add_paragraph(paragraph)
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def pdf(draft: Draft) -> bytes:
    """Write a PDF of text in Helvetica, a section a page or more, with an outline of the headings."""
    pages: list[list[str]] = []
    outline: list[tuple[str, int]] = []
    for heading, paragraphs in draft.sections:
        outline.append((heading, len(pages)))
        lines = [heading, ""]
        for paragraph in paragraphs:
            lines += [*wrap(paragraph, _WIDTH), ""]
        pages += [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    return pdf_of(pages, title=draft.title, outline=outline)


def pdf_of(
    pages: Sequence[Sequence[str]], *, title: str = "", outline: Sequence[tuple[str, int]] = ()
) -> bytes:
    """Write a PDF of pages of lines; the outline names pages, from 0."""
    first_page, first_entry = 4, 4 + 2 * len(pages)
    root = first_entry + len(outline)
    kids = " ".join(f"{first_page + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Outlines {root} 0 R >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for place, lines in enumerate(pages):
        shown = b"\n".join(b"%b Tj T*" % _string(line) for line in lines)
        content = b"BT /F1 %d Tf %d TL 56 786 Td\n%b\nET" % (_SIZE, _LEADING, shown)
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            + f"/Contents {first_page + 2 * place + 1} 0 R >>".encode(),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        ]
    for place, (heading, page) in enumerate(outline):
        following = f"/Next {first_entry + place + 1} 0 R " if place + 1 < len(outline) else ""
        target = f"/Dest [{first_page + 2 * page} 0 R /Fit] /Parent {root} 0 R"
        objects.append(b"<< /Title %b %b >>" % (_string(heading), f"{following}{target}".encode()))
    last = first_entry + len(outline) - 1
    ends = f"/First {first_entry} 0 R /Last {last} 0 R /Count {len(outline)}" if outline else ""
    objects += [f"<< /Type /Outlines {ends} >>".encode(), b"<< /Title %b >>" % _string(title)]
    return _file(objects)


FORMS: Mapping[str, Callable[[Draft], bytes]] = {
    ".md": markdown,
    ".txt": text,
    ".html": html,
    ".pdf": pdf,
    ".docx": docx,
}
"""Writers of each form, by the ending of its files."""


def _marked(draft: Draft, title: str, heading: str) -> Iterator[str]:
    yield title + draft.title
    for name, paragraphs in draft.sections:
        yield heading + name
        yield from paragraphs


def _string(line: str) -> bytes:
    return b"(" + re.sub(rb"([\\()])", rb"\\\1", line.encode("cp1252", "replace")) + b")"


def _file(objects: Sequence[bytes]) -> bytes:
    """Number the objects, and write where each begins; the last one is the metadata."""
    written, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    ends = (len(objects) + 1, len(objects), start)
    written += b"trailer << /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % ends
    return bytes(written)
