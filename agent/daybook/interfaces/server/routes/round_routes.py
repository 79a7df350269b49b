"""Sessions, rounds and documents: kept, read and taken out."""

from asyncio import to_thread
from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query, Response, UploadFile
from pydantic import Field

from daybook.conversation import Document
from daybook.conversation.errors import UnknownItem
from daybook.interfaces.operations.memory_json import (
    ChangeJson,
    DocumentJson,
    DocumentsJson,
    RemovedJson,
    RoundJson,
    RoundsJson,
    SessionsJson,
)
from daybook.interfaces.operations.memory_operations import remember
from daybook.interfaces.operations.operation_results import Remembered
from daybook.interfaces.operations.operation_table import Fetch, GivenFact, Remember
from daybook.interfaces.server.access import CalledBy, Memory
from daybook.interfaces.server.request_models import BEARER, OWNER, OwnedRequest, OwnerNamed, made_from
from daybook.library.results import COLLECTION, Outcome

router = APIRouter(prefix="/v1", tags=["rounds"], dependencies=[BEARER])

SessionId = Annotated[str, Field(min_length=1, examples=["2024-03-05-parking"])]
RoundId = Annotated[str, Path(pattern=r"^\w+$")]


class RoundRequest(OwnedRequest):
    """A round of a conversation that a program of yours had."""

    user: str = Field(description="the owner's words", examples=["I parked the car on level four."])
    assistant: str = Field("", description="the reply, if it is to be kept", examples=["Level four it is."])
    session_id: SessionId | None = Field(
        None, description="the session that goes on; that of the day by default"
    )
    said_at: datetime | None = Field(None, description="now by default")
    recalled: list[str] = Field(
        [], description="ids of the rounds that the reply was made from, so that it is never learnt from"
    )
    facts: list[GivenFact] = Field([], description="what your own model found in `user` that lasts")
    consent: str = Field(
        "",
        description="the family that the reply before asked consent for, where `user` says yes or no to it",
    )


@router.post(
    "/rounds",
    status_code=201,
    responses={200: {"model": Remembered, "description": "it was there already, or answered a question"}},
    **made_from(Remember),
)
async def add_round(
    request: RoundRequest, daybook: Memory, caller: CalledBy, response: Response
) -> Remembered:
    """Keep one round at the end of a session, and say what was learnt of it.

    The same call made twice keeps one: the second is answered with status 200 and `already_there`. So is an
    answer to a question of `consent`, which is carried out and not kept.
    """
    remembered = await remember(
        daybook,
        caller.owner_of(request.owner),
        request.user,
        assistant_said=request.assistant,
        session_id=request.session_id,
        said_at=request.said_at,
        recalled=request.recalled,
        facts=request.facts,
        consent=request.consent,
    )
    if remembered.already_there or not remembered.stored:
        response.status_code = HTTPStatus.OK
    return remembered


@router.get("/sessions", response_description="as `daybook sessions --json`")
async def list_sessions(daybook: Memory, owner: OwnerNamed) -> SessionsJson:
    """List the sessions of an owner in time order."""
    return SessionsJson.listing(await daybook.asessions(owner=owner))


@router.get("/sessions/{session_id:path}/rounds", response_description="as `daybook show --json`")
async def session_rounds(session_id: str, daybook: Memory, owner: OwnerNamed) -> RoundsJson:
    """Give the rounds of a session, word for word."""
    return RoundsJson.listing(await daybook.arounds(owner=owner, session_id=session_id))


@router.get("/rounds/{round_id}", **made_from(Fetch))
async def one_round(round_id: RoundId, daybook: Memory, owner: OwnerNamed) -> RoundJson:
    """Give a round, word for word."""
    found = await daybook.afetch([round_id], owner=owner)
    if not found:
        raise UnknownItem(f"{owner!r} has no round {round_id!r}: a search finds rounds")
    return RoundJson.of(found[0])


documents = APIRouter(prefix="/v1/documents", tags=["documents"], dependencies=[BEARER])

DocumentId = Annotated[str, Path(pattern=r"^\w+$")]
_KEPT: dict[int | str, dict[str, Any]] = {
    200: {"model": ChangeJson, "description": "it was replaced, or is what was kept already"}
}


@documents.post("", status_code=201, responses=_KEPT)
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


@documents.get("", response_description="as `daybook kb list --json`")
async def list_documents(
    daybook: Memory, owner: OwnerNamed, collection: Annotated[str | None, Query()] = None
) -> DocumentsJson:
    """List the documents that an owner is answered from, their own and then the shared ones."""
    found = await daybook.documents.alist(owner=owner, collection=collection)
    return DocumentsJson(documents=await to_thread(_without_paths, found))


@documents.delete("/{document_id}", response_description="what went")
async def delete_document(document_id: DocumentId, daybook: Memory, owner: OwnerNamed) -> RemovedJson:
    """Take a document out. It may be kept again: `POST /v1/forget` is for what is to be gone for good."""
    gone = await daybook.documents.aremove(document_id, owner=owner)
    view = await to_thread(RemovedJson.of, gone)
    return view.model_copy(update={"removed": [document.without_path() for document in view.removed]})


def _without_paths(documents: Sequence[Document]) -> list[DocumentJson]:
    return [DocumentJson.of(document).without_path() for document in documents]
