"""Documents that answers may rest on: kept, listed and taken out."""

from asyncio import to_thread
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query, UploadFile
from fastapi.responses import Response
from pydantic import Field

from daybook.interfaces.operations.answer_shapes import (
    ChangeShape,
    DocumentShape,
    DocumentsShape,
    RemovedShape,
    change_shape,
    documents_shape,
    removed_shape,
)
from daybook.interfaces.server.access import CalledBy, Caller, Memory
from daybook.interfaces.server.problems import Forbidden, SafeJSONResponse
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
    200: {"model": ChangeShape, "description": "it was replaced, or is what was kept already"}
}


class DocumentRequest(OwnedRequest):
    """A document as text."""

    name: str = Field(description="its name; the ending says what it is", examples=["rules.md"])
    text: str = Field(
        description="what it says", examples=["# Harbour rules\n\nThe quay is closed in winter."]
    )
    collection: str = COLLECTION
    shared: bool = Field(False, description=_SHARED)


@router.post("", status_code=201, response_model=ChangeShape, responses=_KEPT)
async def add_text(request: DocumentRequest, daybook: Memory, caller: CalledBy) -> Response:
    """Keep a document that is sent as text; the same name again replaces it."""
    owner = _writer(caller, request.owner, shared=request.shared)
    change = await daybook.documents.aadd_text(
        request.text, request.name, owner=owner, collection=request.collection, shared=request.shared
    )
    return await _answer(change)


@router.post("/file", status_code=201, response_model=ChangeShape, responses=_KEPT)
async def add_file(
    daybook: Memory,
    caller: CalledBy,
    file: Annotated[UploadFile, File(description="Markdown, plain text, HTML, PDF or DOCX")],
    collection: Annotated[str, Form()] = COLLECTION,
    shared: Annotated[bool, Form(description=_SHARED)] = False,
    owner: Annotated[str | None, Form(description=OWNER, pattern=r"\S")] = None,
) -> Response:
    """Keep a document that is sent as a file (multipart/form-data); the same name again replaces it."""
    writer = _writer(caller, owner, shared=shared)
    change = await daybook.documents.aadd_text(
        await file.read(), file.filename or "", owner=writer, collection=collection, shared=shared
    )
    return await _answer(change)


@router.get("", response_model=DocumentsShape, response_description="as `daybook kb list --json`")
async def list_documents(
    daybook: Memory, owner: OwnerNamed, collection: Annotated[str | None, Query()] = None
) -> Response:
    """List the documents that an owner is answered from, their own and then the shared ones."""
    found = await daybook.documents.alist(owner=owner, collection=collection)
    shape = await to_thread(documents_shape, found)
    return SafeJSONResponse({"documents": [_without_path(document) for document in shape["documents"]]})


@router.delete("/{document_id}", response_model=RemovedShape, response_description="what went")
async def delete_document(
    document_id: DocumentId,
    daybook: Memory,
    caller: CalledBy,
    owner: OwnerParameter = None,
    shared: Annotated[bool, Query(description=_SHARED)] = False,
) -> Response:
    """Take a document out. It may be kept again: `POST /v1/forget` is for what is to be gone for good."""
    writer = _writer(caller, owner, shared=shared)
    gone = await daybook.documents.aremove(document_id, owner=writer, shared=shared)
    shape = await to_thread(removed_shape, gone)
    shape["removed"] = [_without_path(document) for document in shape["removed"]]
    return SafeJSONResponse(shape)


def _writer(caller: Caller, named: str | None, *, shared: bool) -> str:
    """Say whose documents a request changes; shared ones need a token that opens any owner's memory."""
    if shared and caller.owner is not None:
        raise Forbidden("shared documents are everybody's: they need a token made with --any-owner")
    return caller.owner_of(named)


async def _answer(change: Change) -> Response:
    shape = await to_thread(change_shape, change)
    if "document" in shape:
        shape["document"] = _without_path(shape["document"])
    return SafeJSONResponse(shape, HTTPStatus.CREATED if change.outcome is Outcome.ADDED else HTTPStatus.OK)


def _without_path(document: DocumentShape) -> DocumentShape:
    """Name the file that a document was read from, and not where it lies on this machine."""
    return {**document, "source": document["source"].replace("\\", "/").rpartition("/")[2]}
