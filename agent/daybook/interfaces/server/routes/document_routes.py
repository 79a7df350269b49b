"""Documents that answers may rest on: kept, listed and taken out."""

from asyncio import to_thread
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query, Response, UploadFile

from daybook.conversation import Document
from daybook.interfaces.operations.memory_json import ChangeJson, DocumentJson, DocumentsJson, RemovedJson
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.request_models import BEARER, OWNER, OwnerNamed
from daybook.library.results import COLLECTION, Outcome

router = APIRouter(prefix="/v1/documents", tags=["documents"], dependencies=[BEARER])

DocumentId = Annotated[str, Path(pattern=r"^\w+$")]
_KEPT: dict[int | str, dict[str, Any]] = {
    200: {"model": ChangeJson, "description": "it was replaced, or is what was kept already"}
}


@router.post("", status_code=201, responses=_KEPT)
async def add_file(
    daybook: Memory,
    caller: CalledBy,
    response: Response,
    file: Annotated[UploadFile, File(description="Markdown, plain text, HTML, PDF or DOCX")],
    collection: Annotated[str, Form()] = COLLECTION,
    owner: Annotated[str | None, Form(description=OWNER, pattern=r"\S")] = None,
) -> ChangeJson:
    """Keep a document that is sent as a file (multipart/form-data); the same name again replaces it."""
    whose, name = caller.owner_of(owner), file.filename or ""
    change = await daybook.documents.aadd_text(await file.read(), name, owner=whose, collection=collection)
    if change.outcome is not Outcome.ADDED:
        response.status_code = HTTPStatus.OK
    view = await to_thread(ChangeJson.of, change)
    return view.model_copy(update={"document": view.document and view.document.without_path()})


@router.get("", response_description="as `daybook kb list --json`")
async def list_documents(
    daybook: Memory, owner: OwnerNamed, collection: Annotated[str | None, Query()] = None
) -> DocumentsJson:
    """List the documents that an owner is answered from, their own and then the shared ones."""
    found = await daybook.documents.alist(owner=owner, collection=collection)
    return DocumentsJson(documents=await to_thread(_without_paths, found))


@router.delete("/{document_id}", response_description="what went")
async def delete_document(document_id: DocumentId, daybook: Memory, owner: OwnerNamed) -> RemovedJson:
    """Take a document out. It may be kept again: `POST /v1/forget` is for what is to be gone for good."""
    gone = await daybook.documents.aremove(document_id, owner=owner)
    view = await to_thread(RemovedJson.of, gone)
    return view.model_copy(update={"removed": [document.without_path() for document in view.removed]})


def _without_paths(documents: Sequence[Document]) -> list[DocumentJson]:
    return [DocumentJson.of(document).without_path() for document in documents]
