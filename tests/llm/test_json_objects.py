from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daybook.llm.json_objects import json_objects


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('```json\n{"a": 1}\n```', [{"a": 1}]),
        ('Sure, here it is:\n{"a": 1}\nI hope that helps.', [{"a": 1}]),
        ('{"a": [1, 2,],}', [{"a": [1, 2]}]),
        ('{"a": "one,}",}', [{"a": "one,}"}]),
        ('{"a": "two\nlines"}', [{"a": "two\nlines"}]),
        ('<think>maybe {"a": 1}?</think>{"a": 2}', [{"a": 1}, {"a": 2}]),
        ('the set {x} is {"a": 1}', [{"a": 1}]),
        ('{"a": {"b": "}"}}', [{"a": {"b": "}"}}]),
        (r'{"a": "a \" and a }"}', [{"a": 'a " and a }'}]),
        ("", []),
        ("I cannot say.", []),
        ("[1, 2]", []),
        ('{"a": NaN}', []),
        ("{'a': __import__('os').getcwd()}", []),
    ],
)
def test_objects_are_found_in_what_is_around_them(text: str, found: list[object]) -> None:
    assert list(json_objects(text)) == found


@pytest.mark.parametrize("text", ['{"a": [{"b": 1}, {"b": 2}', '{"a": {"b": 1}, "c": "cut o', '{"a": "x\\'])
def test_an_object_that_is_cut_off_gives_nothing_not_even_its_parts(text: str) -> None:
    assert list(json_objects(text)) == []


def test_an_object_inside_a_string_is_a_string() -> None:
    text = '{"quote": "{\\"answer\\": \\"yes\\"}"}'

    assert list(json_objects(text)) == [{"quote": '{"answer": "yes"}'}]


@pytest.mark.parametrize(
    "text", ["{" * 100_000, '{"a":' * 50_000, '{"a":' * 20_000 + "1" + "}" * 20_000, '"' * 99_999]
)
def test_nonsense_of_any_size_and_depth_is_passed_over(text: str) -> None:
    assert list(json_objects(text)) == []


@given(st.text(alphabet='{}",:\\ ab1[]\n'))
def test_no_text_is_too_odd_to_be_looked_through(text: str) -> None:
    assert all(isinstance(found, dict) for found in json_objects(text))


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_any_object_comes_back_from_within_prose(value: dict[str, object]) -> None:
    assert list(json_objects(f"Here: {json.dumps(value)} - done.")) == [value]
