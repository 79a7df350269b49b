"""Files of each form, read as headings and text; what cannot be read is refused in a line."""

import gzip
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from docx import Document
from docx.oxml import OxmlElement
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle

from daybook.documents.convert.file_reader import Form, Reader
from daybook.documents.convert.text_blocks import Block, Unreadable
from tests.documents.document_forms import FORMS, Draft, pdf_of

DRAFT = Draft(
    "Harbour rules",
    [("Mooring", ["Boats moor at the east quay.", "The fee is 12 crowns (a day)."]), ("Winter", ["Closed."])],
)


def read(reader: Reader, data: bytes, name: str) -> list[Block]:
    return list(reader.read(data, name)[1].blocks)


def refused(reader: Reader, data: bytes, name: str = "file") -> str:
    with pytest.raises(Unreadable) as caught:
        reader.read(data, name)
    return str(caught.value)


@pytest.mark.parametrize("ending", FORMS)
def test_every_form_gives_the_same_words_in_their_order(reader: Reader, ending: str) -> None:
    _, found = reader.read(FORMS[ending](DRAFT), f"rules{ending}")

    words = " ".join(" ".join(block.text for block in found.blocks).split())
    told = "Mooring Boats moor at the east quay. The fee is 12 crowns (a day). Winter Closed."
    assert words in (told, f"Harbour rules {told}")
    assert "scripted" not in words
    assert "Menu" not in words


@pytest.mark.parametrize("ending", [".html", ".docx", ".pdf"])
def test_a_title_that_the_file_names_is_its_title(reader: Reader, ending: str) -> None:
    assert reader.read(FORMS[ending](DRAFT), f"rules{ending}")[1].title == "Harbour rules"


def test_the_form_is_told_by_what_a_file_holds_before_its_name(reader: Reader) -> None:
    assert reader.read(FORMS[".pdf"](DRAFT), "rules.txt")[0] is Form.PDF
    assert reader.read(FORMS[".docx"](DRAFT), "rules")[0] is Form.DOCX
    assert reader.read(FORMS[".html"](DRAFT), "rules")[0] is Form.HTML
    assert reader.read(b"# A heading?", "rules.txt")[0] is Form.TEXT


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"]
)
def test_text_is_read_in_whatever_encoding_it_is(reader: Reader, encoding: str) -> None:
    text = "The café at the quay opens at nine.\r\n\r\nIt is closed in winter."

    found = read(reader, text.encode(encoding), "notes.txt")

    assert [block.text for block in found] == [
        "The café at the quay opens at nine.",
        "It is closed in winter.",
    ]


def test_a_page_is_read_in_the_encoding_that_it_names(reader: Reader) -> None:
    page = "<html><head><meta charset='iso-8859-2'></head><p>Łódź</p></html>".encode("iso-8859-2")

    assert read(reader, page, "page.html") == [Block("Łódź")]


def test_of_markdown_code_and_tables_are_kept_whole_and_metadata_name_the_title(reader: Reader) -> None:
    written = (
        "---\ntitle: 'Harbour *rules*'\n---\n# The [rules](http://a.example)\n\n"
        "```sh\n# no heading\n\nls\n```\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n<div hidden>unseen</div>\n<p>seen</p>\n\n- one\n- two\n"
    )

    form, found = reader.read(written.encode(), "rules.md")

    assert (form, found.title) == (Form.MARKDOWN, "Harbour *rules*")
    assert list(found.blocks) == [
        Block("title: 'Harbour *rules*'"),
        Block("The rules", level=1),
        Block("```sh\n# no heading\n\nls\n```", whole=True),
        Block("| a | b |\n|---|---|\n| 1 | 2 |", whole=True),
        Block("seen"),
        Block("- one\n- two"),
    ]


def test_of_a_page_nothing_is_read_that_is_not_seen(reader: Reader) -> None:
    page = (
        "<html><title>T</title><body><!-- a comment --><script>s()</script><style>x{}</style>"
        "<p hidden>gone</p><p style='display: none'>gone</p><p aria-hidden='true'>gone</p>"
        "<h2>Fees <span hidden>gone</span>now</h2><template>gone</template><input value='gone'>"
        "<table><tr><th>Boat</th><th>Fee</th></tr>"
        "<tr><td>small<i hidden>gone</i></td><td>12</td></tr></table>"
        "<pre>a\n  b</pre><p>One<br>two <b>th</b>ree.</p><ul><li>x</li><li>y</li></ul></body></html>"
    )

    assert read(reader, page.encode(), "page.html") == [
        Block("Fees now", level=2),
        Block("| Boat | Fee |\n| small | 12 |", whole=True),
        Block("a\n  b", whole=True),
        Block("One\ntwo three."),
        Block("- x"),
        Block("- y"),
    ]


def test_of_word_files_tables_are_rows_and_what_was_deleted_or_hidden_is_left_out(reader: Reader) -> None:
    document = Document()
    document.add_heading("Fees", 3)
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "small boat", "12"
    paragraph = document.add_paragraph("kept")
    paragraph.add_run(" hidden").font.hidden = True
    for tag, text in (("w:del", " deleted"), ("w:ins", " inserted")):
        run = paragraph.add_run(text)
        change = OxmlElement(tag)
        paragraph._p.append(change)
        change.append(run._r)
    file = BytesIO()
    document.save(file)

    assert read(reader, file.getvalue(), "fees.docx") == [
        Block("Fees", level=3),
        Block("| small boat | 12 |", whole=True),
        Block("kept inserted"),
    ]


def test_of_a_pdf_pages_are_numbered_and_a_sentence_over_their_border_is_whole(reader: Reader) -> None:
    pages = [
        ["Rules", "The quay is closed in winter, and boats"],
        ["lie in the inner basin. It has", "no crane."],
    ]

    _, found = reader.read(pdf_of(pages, outline=[("Rules", 0), ("Basin", 1)][:1]), "rules.pdf")

    assert found.pages == 2
    assert list(found.blocks) == [
        Block("Rules", 1, level=1),
        Block("The quay is closed in winter, and boats\nlie in the inner basin.", 1),
        Block("It has\nno crane.", 2),
    ]


def test_an_encrypted_or_scanned_or_damaged_pdf_says_so(reader: Reader) -> None:
    sound = FORMS[".pdf"](DRAFT)
    writer, file = PdfWriter(clone_from=PdfReader(BytesIO(sound))), BytesIO()
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(file)

    assert refused(reader, file.getvalue()) == "is encrypted: save a copy without its password"
    assert "has no text, only pictures of pages (a scan)" in refused(reader, pdf_of([[]]))
    assert "damaged" in refused(reader, sound[:60])
    assert refused(reader, b"not a PDF", "rules.pdf").startswith("is damaged, or of another form")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "is damaged, or of another form: Markdown, plain text, HTML, PDF"),
        (gzip.compress(b"words", mtime=0), "is damaged, or of another form"),
        (b"{\\rtf1 words}", "is damaged, or of another form"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99),
            "is encrypted, or of an old Office: save it as DOCX",
        ),
        (b" \n\t\n", "is empty"),
        (b"PK\x03\x04 word/document.xml cut off", "is damaged"),
    ],
)
def test_what_is_of_no_form_is_refused(reader: Reader, data: bytes, told: str) -> None:
    assert refused(reader, data).startswith(told)


def test_a_heading_as_long_as_a_page_is_text_and_levels_have_an_end(reader: Reader) -> None:
    found = read(reader, b"# " + b"word " * 100 + b"\n\nText.", "long.md")
    assert [block.level for block in found] == [0, 0]

    nested = b"".join(b"<h%d>x</h%d>" % (level, level) for level in range(1, 10))
    assert {block.level for block in read(reader, b"<html>" + nested, "deep.html")} == {0, 1, 2, 3, 4, 5, 6}


def test_a_zip_bomb_is_refused_before_it_is_unpacked(reader: Reader) -> None:
    bomb = zipped({"word/document.xml": b"x", "word/media/image.bin": bytes(210_000_000)})

    assert len(bomb) < 1_000_000
    assert "which is too large: split it into parts" in refused(reader, bomb)


def test_a_word_file_whose_xml_calls_entities_gives_none_of_them(reader: Reader) -> None:
    with ZipFile(BytesIO(FORMS[".docx"](DRAFT))) as sound:
        parts = {name: sound.read(name) for name in sound.namelist()}
    start = parts["word/document.xml"].index(b"<w:document")
    entities = b'<!DOCTYPE d [<!ENTITY a "lol"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    body = parts["word/document.xml"]
    parts["word/document.xml"] = (body[:start] + entities + body[start:]).replace(
        b"Closed.", b"&f;&a; Closed."
    )

    assert not any("root:" in block.text for block in read(reader, zipped(parts), "rules.docx"))


def test_a_file_that_takes_too_long_is_ended_and_the_next_one_is_read() -> None:
    with Reader(seconds=0.2) as reader:
        assert refused(reader, b"<html>" + b"<b>x" * 400_000, "long.html").startswith(
            "took longer than 0.2 s"
        )
        reader._seconds = 60.0
        assert read(reader, b"short", "short.txt") == [Block("short")]


def test_when_the_process_ends_the_file_is_damaged_and_the_next_one_is_read(reader: Reader) -> None:
    assert read(reader, b"short", "short.txt") == [Block("short")]
    assert reader._process is not None
    reader._process.kill()
    reader._process.wait()

    assert refused(reader, FORMS[".pdf"](DRAFT)).startswith("is damaged")
    assert read(reader, b"short", "short.txt") == [Block("short")]


def test_running_headers_are_left_out_and_printed_page_numbers_are_kept(reader: Reader) -> None:
    words = ("One sentence ends here.", "Another begins and goes", "on over the border.", "Last.")
    pages = [["Harbour rules, May", text, f"- {number} -"] for number, text in enumerate(words, 1)]
    writer, file = PdfWriter(clone_from=PdfReader(BytesIO(pdf_of(pages)))), BytesIO()
    writer.set_page_label(0, 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    writer.set_page_label(2, 3, style=PageLabelStyle.DECIMAL)
    writer.write(file)

    assert read(reader, file.getvalue(), "rules.pdf") == [
        Block("One sentence ends here.", 1, page_label="i"),
        Block("Another begins and goes\non over the border.", 2, page_label="ii"),
        Block("Last.", 4, page_label="2"),
    ]


def zipped(parts: dict[str, bytes]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()
