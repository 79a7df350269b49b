import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers import import_sources, json_reader
from daybook.interfaces.importers.json_reader import read_records


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "file.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def complaint(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        list(read_records(path))
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


def values(path: Path) -> list[object]:
    return [record.value for record in read_records(path)]


@pytest.mark.parametrize(
    ("text", "places"),
    [('[{"a": 1}, {"a": 2}]\n', ("[0]", "[1]")), ('{"a": 1}\n\n{"a": 2}\n', ("line 1", "line 3"))],
)
def test_values_come_with_their_index_or_their_line(
    tmp_path: Path, text: str, places: tuple[str, str]
) -> None:
    found = [(record.value, record.where) for record in read_records(written(tmp_path, text))]

    assert found == list(zip(({"a": 1}, {"a": 2}), places, strict=True))


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 64])
def test_where_the_pieces_are_cut_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    given = [{"text": 'naïve 🦜 \n \\ " [', "n": -12.5e3}, [1, 23, 456], True, None, 78, "é"]
    monkeypatch.setattr(import_sources, "PIECE", piece)

    assert values(written(tmp_path, json.dumps(given, ensure_ascii=False))) == given
    assert values(written(tmp_path, json.dumps(given, indent=1))) == given


@pytest.mark.parametrize("piece", [1, 5, 1000])
def test_malformed_json_is_found_at_its_line_and_column_however_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    monkeypatch.setattr(import_sources, "PIECE", piece)
    path = written(tmp_path, '[\n  {"a": 1},\n  {"a": oops, "and": "something that is long enough"}\n]')

    assert complaint(path) == "line 3 column 9: not JSON: Expecting value"


def test_an_error_far_from_the_end_does_not_read_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    def pieces(path: Path, limit: int | None) -> Iterator[str]:
        yield '{"a": oops}' + " " * 100
        pytest.fail("the rest was read")

    monkeypatch.setattr(json_reader, "text_of", pieces)

    assert complaint(Path("file.json")) == "line 1 column 7: not JSON: Expecting value"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "the file is empty"),
        (" \n ", "the file is empty"),
        ('[{"a": 1}', "line 1 column 10: the file ends too early"),
        ('[{"a": 1} {"a": 2}]', "line 1 column 11: expected ',' here, found '{'"),
        ('[{"a": "never closed}]', "line 1 column 8: not JSON: Unterminated string starting at"),
        ('[{"a": 1}]\n{}', "line 2 column 1: there is more after the end of the list"),
        ('{"a": 1}\n{"a": \n', "line 3 column 1: not JSON: Expecting value"),
        ("[" * 100_000, "line 1 column 2: lists or objects are nested too deeply"),
        ("[" + "9" * 5_000 + "]", "line 1 column 2: a number has too many digits"),
    ],
)
def test_a_file_that_is_not_json_says_where(tmp_path: Path, content: str, problem: str) -> None:
    assert complaint(written(tmp_path, content)) == problem


def test_gzip_is_known_by_its_content(tmp_path: Path) -> None:
    assert values(written(tmp_path, gzip.compress(b'[{"a": 1}]'))) == [{"a": 1}]


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert values(written(tmp_path, b"\xef\xbb\xbf[1]")) == [1]


@pytest.mark.parametrize("piece", [1, 2, 1000])
@pytest.mark.parametrize(
    ("content", "offset"), [(b'["\xe9t\xe9"]', 2), (b"\xff\xfe[\x00]\x00", 0), ('["é"]'.encode()[:3], 2)]
)
def test_text_that_is_not_utf8_says_at_which_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, offset: int, piece: int
) -> None:
    monkeypatch.setattr(import_sources, "PIECE", piece)

    assert complaint(written(tmp_path, content)) == (
        f"byte {offset}: the text is not UTF-8; save the file as UTF-8"
    )


def test_gzip_that_is_cut_off_or_damaged_says_so(tmp_path: Path) -> None:
    packed = gzip.compress(json.dumps(list(range(9_000))).encode())
    damaged = packed[:200] + b"\x00" * 50 + packed[250:]

    assert complaint(written(tmp_path, packed[:-20])).startswith("the gzip data are cut off")
    assert complaint(written(tmp_path, damaged)).startswith("the gzip data are damaged")


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere.json") == "there is no such file"
    assert complaint(tmp_path) == "this is a folder; name a file in it"
