"""Forgotten parts of documents are gone with proof, and come back from no file and no archive."""

from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook.documents.knowledge_base import KnowledgeBase, Outcome
from daybook.documents.stored_documents import SHARED
from daybook.interfaces.importers.archive_reader import read_archive
from daybook.library.archive import restore_archive, write_archive
from daybook.store import ByPhrase, Everything, Receipt, Store
from tests.documents.conftest import OpenBase, said_in
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY

pytestmark = pytest.mark.both_databases

TEXT = "# Rules\n\nThe quay is closed. Ask Grandmother Winifred.\n\n# Fees\n\nA boat pays twelve crowns.\n"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.md"
    path.write_text(TEXT)
    return path


def holds_bytes(store: Store, needle: bytes) -> bool:
    return any(needle in path.read_bytes() for path in store.data_dir.rglob("*") if path.is_file())


async def test_a_phrase_takes_the_passages_that_hold_it_and_leaves_the_file(
    base: KnowledgeBase, store: Store, rules: Path
) -> None:
    await base.add([rules])

    preview = store.preview_forget("ada", ByPhrase("grandmother winifred"))
    receipt = await store.forget("ada", ByPhrase("grandmother winifred"))

    assert preview.texts == ("The quay is closed. Ask Grandmother Winifred.",)
    assert receipt.verified
    assert (receipt.removed["items"], receipt.removed["documents"], receipt.removed["passages"]) == (1, 0, 1)
    told = f"{rules}: what a document was read from is not Daybook's, and may still say it"
    assert receipt.unreached == (told,)
    assert said_in(base) == ["A boat pays twelve crowns."]
    assert base.documents()[0].passages == 1
    assert rules.read_text() == TEXT
    assert not holds_bytes(store, b"Winifred")


async def test_a_later_version_is_read_without_the_sentences_that_hold_it(
    base: KnowledgeBase, store: Store, rules: Path
) -> None:
    await base.add([rules])
    await store.forget("ada", ByPhrase("Grandmother Winifred"))

    unchanged = (await base.add([rules])).changes[0]
    rules.write_text(f"A new beginning.\n\n{TEXT}\nAnd grandmother\nWINIFRED again. The end.\n")
    changed = (await base.add([rules])).changes[0]

    assert (unchanged.outcome, changed.outcome) == (Outcome.UNCHANGED, Outcome.REPLACED)
    assert said_in(base) == [
        "A new beginning.",
        "The quay is closed.",
        "A boat pays twelve crowns.\n\nThe end.",
    ]
    assert not holds_bytes(store, b"inifred")


async def test_a_heading_that_holds_it_is_left_out_as_well(
    base: KnowledgeBase, store: Store, rules: Path
) -> None:
    rules.write_text("# Rules\n\nOne.\n\n# Winifred's boat\n\nIt leaks.\n")
    await base.add([rules])
    await store.forget("ada", ByPhrase("Winifred"))
    rules.write_text("# Rules\n\nOne.\n\n# Winifred's boat\n\nIt leaks badly.\n")

    await base.add([rules])

    assert said_in(base) == ["One.\n\nIt leaks badly."]


async def test_words_of_the_form_take_nothing(base: KnowledgeBase, store: Store, rules: Path) -> None:
    await base.add([rules])

    for word in ("document", "title", "markdown", "text", "heading", "position", rules.parent.name):
        receipt = await store.forget("ada", ByPhrase(word))
        assert receipt.removed["items"] == 0, word


async def test_a_name_of_a_file_that_holds_it_takes_the_document_which_is_not_kept_again(
    base: KnowledgeBase, store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "aunt winifred.txt"
    path.write_text("The quay is closed.")
    await base.add([path])

    receipt = await store.forget("ada", ByPhrase("Winifred"))

    assert receipt.verified
    assert (receipt.removed["documents"], receipt.removed["passages"]) == (1, 1)
    assert base.documents() == []
    assert (await base.add([path])).changes[0].outcome is Outcome.FORGOTTEN
    assert base.documents() == []


async def test_forgetting_everything_takes_an_owners_documents_and_no_other(
    base_of: OpenBase, store: Store, rules: Path
) -> None:
    ada, bob, shared = base_of("ada"), base_of("bob"), base_of(SHARED)
    for base in (ada, bob, shared):
        await base.add([rules])

    receipt = await store.forget("ada", Everything())

    assert receipt.verified
    assert (receipt.removed["documents"], receipt.removed["passages"]) == (1, 2)
    assert [len(base.documents()) for base in (ada, bob, shared)] == [0, 1, 1]
    rules.write_text("Something else.")
    assert (await ada.add([rules])).changes[0].outcome is Outcome.FORGOTTEN
    await ada.add_bytes(b"The quay.", "quay.txt")
    await store.forget("ada", Everything())
    with pytest.raises(BadInput, match="was forgotten, and is not kept again"):
        await ada.add_bytes(b"The quay.", "quay.txt")


async def test_what_is_forgotten_while_a_file_is_read_is_not_kept(
    base: KnowledgeBase, store: Store, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await base.add([rules])
    rules.write_text(f"{TEXT}\nMore.\n")
    put, done = store.items.put, list[Receipt]()

    async def forget_first(*arguments: object, **named: object) -> None:
        if not done:
            done.append(await store.forget("ada", ByPhrase("Winifred")))
        await put(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(store.items, "put", forget_first)
    await base.add([rules])

    assert done[0].verified
    assert said_in(base) == ["The quay is closed.", "A boat pays twelve crowns.\n\nMore."]


async def test_an_archive_brings_documents_in_elsewhere(
    base: KnowledgeBase, store: Store, open_store: OpenStore, rules: Path, tmp_path: Path
) -> None:
    await base.add([rules])
    write_archive(store, tmp_path / "ada.jsonl", owner="ada", written_at=MAY)

    await restore_archive(store, read_archive(tmp_path / "ada.jsonl"), owner=SHARED, posted_at=MAY)

    shared = KnowledgeBase(store, SHARED, base.windows, base.count_tokens, base.clock, base.limit)
    (document,) = shared.documents()
    assert (document.title, document.passages, document.shared) == ("Rules", 2, True)
    assert said_in(shared) == said_in(base)
    assert (await shared.add([rules])).changes[0].outcome is Outcome.UNCHANGED


async def test_an_archive_brings_back_no_passage_that_was_forgotten_and_mixes_no_versions(
    base: KnowledgeBase, store: Store, rules: Path, tmp_path: Path
) -> None:
    await base.add([rules])
    old, kept = tmp_path / "old.jsonl", tmp_path / "kept.jsonl"
    write_archive(store, old, owner="ada", written_at=MAY)
    kept.write_bytes(old.read_bytes())  # a copy that nobody knows of
    rules.write_text("A boat pays nothing.")
    await base.add([rules])

    await restore_archive(store, read_archive(kept), owner="ada", posted_at=MAY)
    assert said_in(base) == ["A boat pays nothing."]
    rules.write_text(TEXT)
    await base.add([rules])
    await store.forget("ada", ByPhrase("Winifred"))
    await base.remove([base.documents()[0].document_id])
    await restore_archive(store, read_archive(kept), owner="ada", posted_at=MAY)

    assert said_in(base) == ["A boat pays twelve crowns."]
