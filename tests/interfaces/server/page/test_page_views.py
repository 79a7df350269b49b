from daybook.conversation import Role
from daybook.interfaces.server.page.page_templates import page_of
from daybook.interfaces.server.page.round_views import Piece, found_in, highlighted_text, read_place


def test_overlapping_stretches_are_lit_up_as_one() -> None:
    shown = highlighted_text("one two three four", [(4, 7), (6, 13)], most=None)

    assert shown.pieces == (Piece("one "), Piece("two three", highlighted=True), Piece(" four"))
    assert not shown.is_cut


def test_of_a_long_text_what_is_lit_up_is_shown_and_the_rest_is_left_out() -> None:
    text = "a " * 5_000 + "NEEDLE" + " b" * 5_000

    shown = highlighted_text(text, found_in(text, ["NEEDLE"]), most=600)

    assert [piece.text for piece in shown.pieces if piece.highlighted] == ["NEEDLE"]
    assert (shown.pieces[0], shown.pieces[-1]) == (Piece(""), Piece(""))
    assert sum(len(piece.text) for piece in shown.pieces) < 700
    assert (shown.is_cut, shown.length) == (True, 20_006)


def test_of_a_long_text_without_anything_lit_the_beginning_is_shown() -> None:
    shown = highlighted_text("word " * 1_000, [], most=100)

    assert shown.pieces[0].text == "word " * 20
    assert shown.pieces[-1] == Piece("")


def test_stretches_outside_of_a_text_light_nothing() -> None:
    assert highlighted_text("short", [(3, 99), (-5, 1), (50, 60)], most=None).pieces == (
        Piece("s", highlighted=True),
        Piece("ho"),
        Piece("rt", highlighted=True),
    )


def test_a_page_beyond_the_last_is_the_last_and_the_ways_repeat_the_query() -> None:
    page = page_of(range(101), 9, 50, {"q": "a&b", "about": ""})

    assert (list(page.items), page.first, page.last, page.number, page.pages) == ([100], 101, 101, 3, 3)
    assert page.way_to(2) == "?q=a%26b&page=2"


def test_a_place_that_is_none_lights_nothing() -> None:
    assert read_place("user:3:9") == {Role.USER: [(3, 9)]}
    for wrong in ("", "user", "user:a:b", "system:1:2", "user:-1:5", "user:1:" + "9" * 40, "user:١:٢٢"):
        assert read_place(wrong) in ({}, {Role.USER: [(1, 22)]})
