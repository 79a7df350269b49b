"""What can be added to a memory: old chats as a file, after a look at what is in it, texts, and documents."""

from asyncio import to_thread
from collections.abc import AsyncIterator, Callable
from datetime import UTC
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import Response

from daybook.conversation.errors import BadInput
from daybook.interfaces.demo.demonstration import DEMO_OWNER, HISTORY, bundled_file
from daybook.interfaces.importers.formats import DateOrder, ImportOptions, format_places, zone_named
from daybook.interfaces.rendering.import_output import (
    files_passed_over,
    forms_in,
    languages_in,
    lines_on,
    people_in,
)
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import day_field, fragment, page_of, seen_at
from daybook.interfaces.server.page.uploads import Upload, reporting
from daybook.interfaces.server.page.visits import FormSender, Recent, RecentForms, Renderer
from daybook.interfaces.server.problems import Forbidden
from daybook.interfaces.server.streaming import Telling
from daybook.library.daybook import Daybook
from daybook.library.results import Outcome
from daybook.store import Added

router = APIRouter()
_DOCUMENTS = 50
"""On one page."""


@router.get("/add")
async def forms(daybook: Memory, renderer: Renderer) -> Response:
    """Show what can be added."""
    return add_page(daybook, renderer, first=False)


def add_page(daybook: Daybook, renderer: Renderer, *, first: bool) -> Response:
    """Show what can be added; `first` where nothing is kept yet."""
    return renderer.page("add.html", first=first, limit=daybook.settings.server.body_limit)


@router.post("/import")
async def look_at_file(
    daybook: Memory, recent: Recent, visitor: FormSender, file: Annotated[UploadFile, File()]
) -> Response:
    """Take a file, and read it to its end; nothing of it is remembered yet."""
    owner, data = visitor.owner, await file.read()
    return await _looked_at(daybook, recent, data, file.filename or "", owner, owner)


@router.post("/import/demo")
async def look_at_demonstration(daybook: Memory, recent: Recent, visitor: FormSender) -> Response:
    """Take the history of the demonstration, which goes to a memory of its own.

    Raises:
        Forbidden: the token opens one memory only.
    """
    if not visitor.any_owner:
        raise Forbidden("the demonstration has a memory of its own, and this token opens another one only")
    return await _looked_at(daybook, recent, bundled_file(), HISTORY, visitor.owner, DEMO_OWNER)


@router.get("/import/{key}")
async def show_import(recent: Recent, renderer: Renderer, key: str) -> Response:
    """Show what is in a file; once it is being imported, how far that is, and what came of it.

    Raises:
        UnknownItem: it is not kept any more.
    """
    upload = recent.imports.find(renderer.visitor.owner, key)
    if upload.work is None:
        return renderer.page("import.html", key=key, upload=upload, streamed="", **_described(upload))
    work = upload.work

    async def pieces() -> AsyncIterator[str]:
        yield '<div class="draft" role="status">'
        async for piece in work.told():
            yield piece
        yield "</div>"
        added = await work.finished()
        yield fragment("imported", added, visitor=renderer.visitor)

    return renderer.streamed("import.html", pieces(), key=key, upload=upload)


@router.post("/import/{key}/look")
async def look_again(
    recent: Recent,
    visitor: FormSender,
    key: str,
    me: Annotated[str, Form()] = "",
    date: Annotated[str, Form()] = "",
    date_order: Annotated[DateOrder | None, Form()] = None,
    time_zone: Annotated[str, Form()] = "",
    form: Annotated[str, Form()] = "",
) -> Response:
    """Read a file once more, with what its owner says about it."""
    upload = _waiting(recent, visitor.owner, key)
    moment = day_field(date, "date")
    zone = zone_named(time_zone.strip()) if time_zone.strip() else UTC
    if form and form not in format_places():
        raise BadInput(f"{form!r} is no format", source="format")
    upload.kind = form or None
    options = ImportOptions(
        me=me.strip() or None, date=moment, date_order=date_order, zone=zone, limit=upload.options.limit
    )
    await to_thread(upload.look, options)
    return seen_at(f"/import/{key}")


@router.post("/import/{key}/leave")
async def leave(recent: Recent, visitor: FormSender, key: str) -> Response:
    """Let a file go."""
    _waiting(recent, visitor.owner, key)
    recent.imports.drop_one(visitor.owner, key)
    return seen_at("/add")


@router.post("/import/{key}")
async def begin_import(
    request: Request, daybook: Memory, recent: Recent, visitor: FormSender, key: str
) -> Response:
    """Begin to import a file; that goes on to its end, whoever looks."""
    upload = _waiting(recent, visitor.owner, key)
    if upload.problem:
        raise BadInput(upload.problem, source=upload.file.name)

    async def imported(tell: Callable[[str], None]) -> Added:
        return await to_thread(
            upload.run, daybook, lambda name: reporting(lambda line: tell(fragment("step", line)), name)
        )

    upload.work = Telling(imported, request.app.state.tasks)
    return seen_at(f"/import/{key}")


async def _looked_at(
    daybook: Daybook, recent: RecentForms, data: bytes, name: str, seen_by: str, owner: str
) -> Response:
    upload = await to_thread(Upload.of, data, name, owner, daybook.settings.import_limit)
    key = recent.imports.put(seen_by, upload)
    await to_thread(upload.look, upload.options)
    return seen_at(f"/import/{key}")


def _waiting(recent: RecentForms, owner: str, key: str) -> Upload:
    """Find a file whose import has not begun."""
    upload = recent.imports.find(owner, key)
    if upload.work is not None:
        raise BadInput("is being imported already", source=upload.file.name)
    return upload


def _described(upload: Upload) -> dict[str, object]:
    if upload.found is None or upload.chosen is None:
        return {"found": None, "forms": list(format_places())}
    return {
        "found": upload.found,
        "recognised": forms_in(upload.chosen, told=upload.kind is not None),
        "people": people_in(upload.found),
        "forms": list(format_places()),
        "languages": languages_in(upload.found.language_shares),
        "passed_over": list(files_passed_over(upload.chosen)),
        "lines": list(lines_on(upload.found)),
    }


@router.get("/documents")
async def documents(
    daybook: Memory, renderer: Renderer, done: Outcome | None = None, id: str = "", page: int = 1
) -> Response:
    """List the documents, the owner's own and then the shared ones."""
    found = await daybook.documents.alist(owner=renderer.visitor.owner)
    listed = page_of(found, page, _DOCUMENTS, {})
    rows = [(document, PurePath(document.source.replace("\\", "/")).name) for document in listed.items]
    changed = next((document for document in found if document.document_id == id), None)
    return renderer.page(
        "documents.html",
        page=listed,
        rows=rows,
        done=done,
        changed=changed,
        limit=min(daybook.settings.server.body_limit, daybook.settings.document_limit),
    )


@router.post("/documents")
async def add_document(daybook: Memory, visitor: FormSender, file: Annotated[UploadFile, File()]) -> Response:
    """Keep a document; the same name again replaces it."""
    change = await daybook.documents.aadd_text(await file.read(), file.filename or "", owner=visitor.owner)
    name = change.document.document_id if change.document else ""
    return seen_at(f"/documents?done={change.outcome}&id={name}")


@router.post("/documents/{document_id}/remove")
async def remove_document(daybook: Memory, visitor: FormSender, document_id: str) -> Response:
    """Take one of the owner's own documents out. It may be added again, which what is forgotten may not."""
    await daybook.documents.aremove(document_id, owner=visitor.owner)
    return seen_at(f"/documents?done={Outcome.GONE}")
