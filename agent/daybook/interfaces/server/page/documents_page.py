"""Documents that answers may rest on: added, listed and taken out."""

from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, File, UploadFile
from fastapi.responses import Response

from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import page_of, seen_at
from daybook.interfaces.server.page.visits import FormSender, Renderer
from daybook.library.results import Outcome

router = APIRouter(prefix="/documents")
_LISTED = 50


@router.get("")
async def documents(
    daybook: Memory, renderer: Renderer, done: Outcome | None = None, id: str = "", page: int = 1
) -> Response:
    """List the documents, the owner's own and then the shared ones."""
    found = await daybook.documents.alist(owner=renderer.visitor.owner)
    listed = page_of(found, page, _LISTED, {})
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


@router.post("")
async def add(daybook: Memory, visitor: FormSender, file: Annotated[UploadFile, File()]) -> Response:
    """Keep a document; the same name again replaces it."""
    change = await daybook.documents.aadd_text(await file.read(), file.filename or "", owner=visitor.owner)
    name = change.document.document_id if change.document else ""
    return seen_at(f"/documents?done={change.outcome}&id={name}")


@router.post("/{document_id}/remove")
async def remove(daybook: Memory, visitor: FormSender, document_id: str) -> Response:
    """Take one of the owner's own documents out. It may be added again, which what is forgotten may not."""
    await daybook.documents.aremove(document_id, owner=visitor.owner)
    return seen_at(f"/documents?done={Outcome.GONE}")
