from daybook.conversation import Role
from daybook.interfaces.server.page.page_templates import page_of
from daybook.interfaces.server.page.sessions_page import found_in, pieces, read_place


def test_overlapping_stretches_are_lit_up_and_what_lies_outside_lights_nothing() -> None:
    text = "one two three four"

    lit = pieces(text, [*found_in(text, ["two", "seven"]), (6, 13), (-5, 1), (50, 60)])

    words = [("o", True), ("ne ", False), ("two", True), (" three", True), (" four", False)]
    assert lit == words
    assert pieces(text, []) == [(text, False)]


def test_a_page_beyond_the_last_is_the_last_and_the_ways_repeat_the_query() -> None:
    page = page_of(range(101), 9, 50, id="a&b")

    assert (list(page.items), page.number, page.pages) == ([100], 3, 3)
    assert page.way_to(2) == "?id=a%26b&page=2"


def test_a_place_that_is_none_lights_nothing() -> None:
    assert read_place("user:3:9") == {Role.USER: [(3, 9)]}
    for wrong in ("", "user", "user:a:b", "system:1:2", "user:-1:5", "user:1:" + "9" * 40, "user:١:٢٢"):
        assert read_place(wrong) in ({}, {Role.USER: [(1, 22)]})
