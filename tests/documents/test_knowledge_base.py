"""Documents kept, brought up to date, listed and removed, each as a whole."""

import asyncio
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput, UnknownItem
from daybook.documents.knowledge_base import Change, Changes, KnowledgeBase, Outcome, is_gone
from daybook.documents.stored_documents import SHARED, document_id
from daybook.store import Store
from tests.documents.conftest import OpenBase, passages_in, said_in
from tests.documents.document_forms import FORMS, Draft
from tests.store.conversations import MAY

pytestmark = pytest.mark.both_databases

RULES = Draft("Harbour rules", [("Mooring", ["Boats moor at the east quay."]), ("Winter", ["Closed."])])


def outcomes(changes: Changes) -> dict[str, Outcome]:
    return {Path(one.source).name: one.outcome for one in changes.changes}


def only(changes: Changes) -> Change:
    (change,) = changes.changes
    return change


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a document of every form, and what is passed over."""
    found = tmp_path / "library"
    (found / "deeper" / ".hidden").mkdir(parents=True)
    for ending, write in FORMS.items():
        (found / "deeper" / f"rules{ending}").write_bytes(write(RULES))
    (found / ".secret.md").write_text("hidden")
    (found / "deeper" / ".hidden" / "rules.md").write_text("hidden")
    (found / "photo.png").write_bytes(b"\x89PNG")
    outside = tmp_path / "outside.md"
    outside.write_text("Not of the folder.")
    (found / "link.md").symlink_to(outside)
    return found


async def test_a_folder_is_kept_with_its_folders_and_without_links_or_what_is_hidden(
    base: KnowledgeBase, folder: Path
) -> None:
    changes = await base.add([folder])

    assert outcomes(changes) == {f"rules{ending}": Outcome.ADDED for ending in FORMS}
    assert changes.passed_over == {".png": 1}
    documents = {Path(one.source).suffix: one for one in base.documents()}
    pdf = documents[".pdf"]
    data = (folder / "deeper" / "rules.pdf").read_bytes()
    assert (pdf.title, pdf.pages, pdf.media_type) == ("Harbour rules", 2, "application/pdf")
    assert (pdf.sha256, pdf.source) == (sha256(data).hexdigest(), str(folder / "deeper" / "rules.pdf"))
    assert (pdf.passages, pdf.shared, pdf.added_at) == (2, False, MAY)
    of_pdf = [one for one in passages_in(base) if one.document_id == pdf.document_id]
    assert [(one.heading, one.page, one.text) for one in of_pdf] == [
        ("Mooring", 1, "Boats moor at the east quay."),
        ("Winter", 2, "Closed."),
    ]


async def test_what_is_kept_is_found_by_words_and_by_meaning(base: KnowledgeBase, folder: Path) -> None:
    await base.add([folder / "deeper" / "rules.md"])

    index = await base.store.items.index("ada")

    assert len(index.words.search("quay", limit=5)) == 1
    assert base.store.stats("ada").passages == 2
    assert (base.store.stats("ada").documents, base.store.stats("ada").items) == (1, 0)


async def test_what_is_unchanged_is_passed_over_and_what_changed_is_replaced_whole(
    base: KnowledgeBase, base_of: OpenBase, tmp_path: Path
) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# Rules\n\nOne.\n\n# Winter\n\nTwo.\n\n# Summer\n\nThree.")
    first = only(await base.add([path]))
    again = only(await base.add([path]))
    path.write_text("# Rules\n\nOnly one.")

    later = base_of(at=MAY + timedelta(days=1))
    changed = only(await later.add([path]))

    assert (first.outcome, again.outcome, changed.outcome) == ("added", "unchanged", "replaced")
    assert said_in(base) == ["Only one."]
    (document,) = base.documents()
    assert first.document is not None
    assert document.document_id == first.document.document_id
    assert (document.passages, document.added_at) == (1, MAY + timedelta(days=1))


async def test_a_file_that_cannot_be_read_any_more_leaves_what_is_kept_and_hinders_no_other(
    base: KnowledgeBase, tmp_path: Path
) -> None:
    one, two = tmp_path / "a.md", tmp_path / "b.md"
    one.write_text("The quay is closed.")
    two.write_text("The crane is old.")
    await base.add([tmp_path])
    one.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(9))
    two.write_text("The crane is new.")

    changes = await base.add([tmp_path])

    refused = changes.of(Outcome.REFUSED)[0]
    assert refused.source == str(one)
    assert refused.problem.startswith("is damaged, or of another form")
    assert said_in(base) == ["The quay is closed.", "The crane is new."]


async def test_the_same_bytes_elsewhere_are_kept_and_told(base: KnowledgeBase, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("The quay is closed.")

    first, second = (await base.add([tmp_path])).changes

    assert first.document is not None
    assert (first.same_as, second.same_as) == ("", first.document.document_id)


async def test_a_document_has_one_id_for_each_owner_and_collection(base_of: OpenBase, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("The quay is closed.")
    ada, bob, shared = base_of("ada"), base_of("bob"), base_of(SHARED)

    await ada.add([path])
    await ada.add([path], collection="harbour")
    await bob.add([path])
    await shared.add([path])

    assert [one.collection for one in ada.documents()] == ["documents", "harbour"]
    assert [one.collection for one in ada.documents("harbour")] == ["harbour"]
    assert [one.shared for base in (ada, bob, shared) for one in base.documents()] == [
        False,
        False,
        False,
        True,
    ]
    ids = {one.document_id for base in (ada, bob, shared) for one in base.documents()}
    assert len(ids) == 4
    assert document_id("ada", "documents", str(path)) in ids


async def test_removing_takes_all_that_are_named_or_none_and_they_may_come_again(
    base: KnowledgeBase, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.md").write_text(f"The quay of {name}.")
    await base.add([tmp_path])
    first, second, _ = (one.document_id for one in base.documents())

    with pytest.raises(UnknownItem, match="there is no document 'k0'"):
        await base.remove([first, "k0"])
    assert len(base.documents()) == 3
    gone = await base.remove([first, second, first])

    assert [(one.document_id, one.passages) for one in gone] == [(first, 1), (second, 1)]
    assert said_in(base) == ["The quay of c."]
    assert len((await base.store.items.index("ada")).rounds) == 2
    assert len((await base.add([tmp_path])).of(Outcome.ADDED)) == 2


async def test_bytes_that_come_without_a_file_are_kept_under_their_name_and_never_looked_for(
    base: KnowledgeBase,
) -> None:
    first = await base.add_bytes(b"The quay is closed.", "../../etc/passwd")
    second = await base.add_bytes(b"The quay is open.", "passwd")

    assert (first.source, second.outcome) == ("upload:passwd", Outcome.REPLACED)
    assert not is_gone(base.documents()[0])
    assert (base.documents()[0].title, said_in(base)) == ("passwd", ["The quay is open."])


async def test_what_is_too_large_or_not_there_says_so(base_of: OpenBase, tmp_path: Path) -> None:
    (tmp_path / "large.md").write_text("x" * 101)
    base = base_of(limit=100)

    with pytest.raises(BadInput, match="there is no such file or folder"):
        await base.add([tmp_path / "nothing"])
    with pytest.raises(BadInput, match="is larger than 100 bytes"):
        await base.add_bytes(b"x" * 101, "large.md")
    assert "larger than 100 bytes: split it" in only(await base.add([tmp_path])).problem
    (tmp_path / "large.md").unlink()
    with pytest.raises(BadInput, match="this folder has no document that could be read"):
        await base.add([tmp_path])


async def test_an_interruption_leaves_whole_documents_and_the_same_call_goes_on(
    base: KnowledgeBase, tmp_path: Path
) -> None:
    for number in range(6):
        (tmp_path / f"{number}.md").write_text(f"# One\n\nQuay {number}.\n\n# Two\n\nCrane {number}.")
    reached = asyncio.Event()

    def note(done: int, _: int) -> None:
        if done == 3:
            reached.set()

    adding = asyncio.create_task(base.add([tmp_path], progress=note))
    await reached.wait()
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding

    there = base.documents()
    assert 3 <= len(there) < 6
    assert {one.passages for one in there} == {2}
    changes = await base.add([tmp_path])
    assert len(changes.of(Outcome.UNCHANGED)) == len(there)
    assert len(base.documents()) == 6


async def test_a_reindexing_makes_anew_what_passages_are_found_by(base: KnowledgeBase, store: Store) -> None:
    await base.add_bytes(b"The quay is closed.", "rules.txt")

    await store.reindex("ada")

    assert len((await store.items.index("ada")).words.search("quay", limit=5)) == 1


@pytest.mark.slow
async def test_a_file_of_nothing_but_headings_is_refused_before_it_is_embedded(
    base: KnowledgeBase, tmp_path: Path
) -> None:
    (tmp_path / "headings.md").write_text("# h\n" * 20_001)

    problem = only(await base.add([tmp_path])).problem

    assert problem == "makes 20,001 passages, more than 20,000: split it into parts"
    assert base.documents() == []
