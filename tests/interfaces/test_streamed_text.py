import io

from rich.console import Console

from daybook.interfaces.rendering.streamed import StreamedText
from daybook.interfaces.rendering.tables import laid_out


def streamed(*pieces: str, width: int) -> str:
    file = io.StringIO()
    text = StreamedText(file, width)
    for piece in pieces:
        text.write(piece)
    text.close()
    return file.getvalue()


def printed(columns: list[str], rows: list[list[str]], width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    with console.capture() as capture:
        console.print(laid_out(columns, rows, width))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_word_that_comes_in_pieces_is_not_broken_at_the_edge() -> None:
    assert streamed("one tw", "o thr", "ee four", width=9) == "one two\nthree\nfour\n"


def test_a_word_longer_than_the_line_is_left_to_the_terminal() -> None:
    assert streamed("see https://example.org/a now", width=10) == "see https://example.org/a now\n"


def test_line_breaks_indents_and_empty_lines_stay_also_where_a_break_comes_in_halves() -> None:
    assert streamed("a:\r", "\n\n  - b\n", "  - c", width=20) == "a:\n\n  - b\n  - c\n"


def test_a_script_without_spaces_is_shown_before_it_ends() -> None:
    file = io.StringIO()
    StreamedText(file, 80).write("雨" * 40)

    assert file.getvalue() == "雨" * 40


def test_an_escape_sequence_in_pieces_is_harmless() -> None:
    assert streamed("\x1b", "]0;owned", "\x07", width=80) == "␛]0;owned␇\n"


def test_a_table_that_fits_is_a_table() -> None:
    assert printed(["slot", "#age"], [["residence", "3"]], 40) == ["slot       age", "residence    3"]


def test_a_table_that_does_not_fit_is_a_block_for_each_row() -> None:
    row = ["identity.residence", "0.90", "m56018740e07f5c78", "", "I live in Leeds these days"]

    lines = printed(["slot", "#sure", "=record", "state", "said"], [row], 30)

    assert lines == [
        "identity.residence",
        "  sure 0.90 ·",
        "  m56018740e07f5c78 · I live",
        "  in Leeds these days",
    ]
