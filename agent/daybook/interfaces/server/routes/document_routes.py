"""Documents that answers may rest on: kept, listed and taken out."""

from asyncio import to_thread
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query, Response, UploadFile
from pydantic import Field

from daybook.conversation import Document
from daybook.interfaces.operations.memory_json import ChangeJson, DocumentJson, DocumentsJson, RemovedJson
from daybook.interfaces.server.access import CalledBy, Caller, Memory
from daybook.interfaces.server.problems import Forbidden
from daybook.interfaces.server.request_models import (
    BEARER,
    OWNER,
    OwnedRequest,
    OwnerNamed,
    OwnerParameter,
)
from daybook.library.results import COLLECTION, Change, Outcome

router = APIRouter(prefix="/v1/documents", tags=["documents"], dependencies=[BEARER])

DocumentId = Annotated[str, Path(pattern=r"^\w+$")]
_SHARED = "documents that every owner is answered from; needs a token that opens any owner's memory"
_KEPT: dict[int | str, dict[str, Any]] = {
    200: {"model": ChangeJson, "description": "it was replaced, or is what was kept already"}
}


class DocumentRequest(OwnedRequest):
    """A document as text."""

    name: str = Field(description="its name; the ending says what it is", examples=["rules.md"])
    text: str = Field(
        description="what it says", examples=["# Harbour rules\n\nThe quay is closed in winter."]
    )
    collection: str = COLLECTION
    shared: bool = Field(False, description=_SHARED)


@router.post("", status_code=201, responses=_KEPT)
async def add_text(
    request: DocumentRequest, daybook: Memory, caller: CalledBy, response: Response
) -> ChangeJson:
    """Keep a document that is sent as text; the same name again replaces it."""
    owner = _writer(caller, request.owner, shared=request.shared)
    change = await daybook.documents.aadd_text(
        request.text, request.name, owner=owner, collection=request.collection, shared=request.shared
    )
    return await _viewed(change, response)


@router.post("/file", status_code=201, responses=_KEPT)
async def add_file(
    daybook: Memory,
    caller: CalledBy,
    response: Response,
    file: Annotated[UploadFile, File(description="Markdown, plain text, HTML, PDF or DOCX")],
    collection: Annotated[str, Form()] = COLLECTION,
    shared: Annotated[bool, Form(description=_SHARED)] = False,
    owner: Annotated[str | None, Form(description=OWNER, pattern=r"\S")] = None,
) -> ChangeJson:
    """Keep a document that is sent as a file (multipart/form-data); the same name again replaces it."""
    writer = _writer(caller, owner, shared=shared)
    change = await daybook.documents.aadd_text(
        await file.read(), file.filename or "", owner=writer, collection=collection, shared=shared
    )
    return await _viewed(change, response)


@router.get("", response_description="as `daybook kb list --json`")
async def list_documents(
    daybook: Memory, owner: OwnerNamed, collection: Annotated[str | None, Query()] = None
) -> DocumentsJson:
    """List the documents that an owner is answered from, their own and then the shared ones."""
    found = await daybook.documents.alist(owner=owner, collection=collection)
    return DocumentsJson(documents=await to_thread(_without_paths, found))


@router.delete("/{document_id}", response_description="what went")
async def delete_document(
    document_id: DocumentId,
    daybook: Memory,
    caller: CalledBy,
    owner: OwnerParameter = None,
    shared: Annotated[bool, Query(description=_SHARED)] = False,
) -> RemovedJson:
    """Take a document out. It may be kept again: `POST /v1/forget` is for what is to be gone for good."""
    writer = _writer(caller, owner, shared=shared)
    gone = await daybook.documents.aremove(document_id, owner=writer, shared=shared)
    view = await to_thread(RemovedJson.of, gone)
    return view.model_copy(update={"removed": [document.without_path() for document in view.removed]})


def _writer(caller: Caller, named: str | None, *, shared: bool) -> str:
    """Say whose documents a request changes; shared ones need a token that opens any owner's memory."""
    if shared and caller.owner is not None:
        raise Forbidden("shared documents are everybody's: they need a token made with --any-owner")
    return caller.owner_of(named)


async def _viewed(change: Change, response: Response) -> ChangeJson:
    view = await to_thread(ChangeJson.of, change)
    if change.outcome is not Outcome.ADDED:
        response.status_code = HTTPStatus.OK
    return view.model_copy(update={"document": view.document and view.document.without_path()})


def _without_paths(documents: Sequence[Document]) -> list[DocumentJson]:
    return [DocumentJson.of(document).without_path() for document in documents]
