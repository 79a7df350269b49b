"""Old chats as a file: kept apart until their owner has seen what is in it, imported, and taken back."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from tempfile import NamedTemporaryFile
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import Response

from daybook.conversation.errors import BadInput
from daybook.interfaces.demo.demonstration import HISTORY, bundled_file, demo_owner
from daybook.interfaces.importers.formats import ImportOptions
from daybook.interfaces.importers.import_run import ChosenFiles, Survey, choose_files, import_files, survey
from daybook.interfaces.importers.import_sources import KeptInput
from daybook.interfaces.rendering.import_output import files_passed_over, forms_in, lines_on, people_in
from daybook.interfaces.rendering.live import Report
from daybook.interfaces.server import access
from daybook.interfaces.server.access import Memory
from daybook.interfaces.server.page.page_templates import fragment, seen_at
from daybook.interfaces.server.page.visits import FormSender, Recent, RecentForms, Renderer
from daybook.interfaces.server.problems import Forbidden
from daybook.interfaces.server.streaming import StreamedWork
from daybook.interfaces.written_moments import written_moment
from daybook.library.daybook import Daybook
from daybook.store import Added, ByRounds

router = APIRouter()
_STEPS = 50
"""How often a stage of an import is reported, about."""


@dataclass(slots=True)
class Upload:
    """A file, what is in it, and its import once that is wanted."""

    file: KeptInput
    owner: str
    """The owner of the import."""
    options: ImportOptions
    chosen: ChosenFiles | None = None
    found: Survey | None = None
    """None if it cannot be read."""
    problem: str = ""
    """Why it cannot be read."""
    work: StreamedWork[Added] | None = None
    added: tuple[str, ...] = ()
    """The rounds that were new, once it is imported."""

    def look(self, options: ImportOptions) -> None:
        """Read all of it as the options say, and note what is in it, or why it cannot be read."""
        self.options, self.chosen, self.found, self.problem = options, None, None, ""
        try:
            self.chosen = choose_files(self.file, None, options.limit or 0)
            self.found = survey(self.chosen.files, options, lambda _: None)
        except BadInput as error:
            self.problem = str(error)

    def run(self, daybook: Daybook, begin: Callable[[str], Report]) -> Added:
        """Import it, and remove the file; an error says what was kept before it."""
        assert self.chosen is not None
        assert self.found is not None
        total, before = self.found.sessions, set(daybook.round_ids(owner=self.owner))
        try:
            (added,) = import_files(
                daybook, self.chosen.files, self.options, self.owner, total, lambda _: None, begin
            )
            return added
        finally:
            self.added = tuple(name for name in daybook.round_ids(owner=self.owner) if name not in before)
            self.file.path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Remove the file, unless it is being imported: that removes it in the end."""
        if self.work is None or self.work.is_done:
            self.file.path.unlink(missing_ok=True)


@router.get("/add")
async def forms(renderer: Renderer) -> Response:
    """Ask for a file."""
    return renderer.page("add.html", limit=access.BODY_LIMIT)


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
    owner = await to_thread(demo_owner, daybook)
    await daybook.aset_zone("UTC", owner=owner)
    return await _looked_at(daybook, recent, bundled_file(), HISTORY, visitor.owner, owner)


@router.get("/import/{key}")
async def show_import(recent: Recent, renderer: Renderer, key: str) -> Response:
    """Show what is in a file; once it is being imported, how far that is, and what came of it.

    Raises:
        UnknownItem: it is not kept any more.
    """
    upload: Upload = recent.imports.find(renderer.visitor.owner, key)
    if upload.work is None:
        return renderer.page("import.html", key=key, upload=upload, streamed="", **_described(upload))
    work = upload.work

    async def pieces() -> AsyncIterator[str]:
        yield '<div class="draft" role="status">'
        async for piece in work.told():
            yield piece
        yield "</div>"
        added = await work.finished()
        yield fragment("imported", added, visitor=renderer.visitor, key=key if upload.added else "")

    return renderer.streamed("import.html", pieces(), key=key, upload=upload)


@router.post("/import/{key}/look")
async def look_again(
    recent: Recent,
    visitor: FormSender,
    key: str,
    me: Annotated[str, Form()] = "",
    date: Annotated[str, Form()] = "",
) -> Response:
    """Read a file once more, with what its owner says about it."""
    upload = _waiting(recent, visitor.owner, key)
    try:
        moment = written_moment(date) if date.strip() else None
    except ValueError as error:
        raise BadInput(str(error), source="date") from None
    await to_thread(upload.look, replace(upload.options, me=me.strip() or None, date=moment))
    return seen_at(f"/import/{key}")


@router.post("/import/{key}/back")
async def take_back(recent: Recent, visitor: FormSender, key: str) -> Response:
    """Lead to what would go if the rounds that an import added were forgotten."""
    upload: Upload = recent.imports.find(visitor.owner, key)
    return seen_at(f"/forget/{recent.selectors.put(visitor.owner, ByRounds(upload.added))}")


@router.post("/import/{key}")
async def begin_import(
    request: Request, daybook: Memory, recent: Recent, visitor: FormSender, key: str
) -> Response:
    """Begin to import a file; that goes on to its end, whoever looks."""
    upload = _waiting(recent, visitor.owner, key)
    if upload.problem:
        raise BadInput(upload.problem, source=upload.file.name)

    async def imported(tell: Callable[[str], None]) -> Added:
        return await to_thread(upload.run, daybook, lambda name: _reporting(tell, name))

    upload.work = StreamedWork(imported, request.app.state.tasks)
    return seen_at(f"/import/{key}")


async def _looked_at(
    daybook: Daybook, recent: RecentForms, data: bytes, name: str, seen_by: str, owner: str
) -> Response:
    """Write a file where this user alone may read it, and read it to its end."""
    options = ImportOptions(limit=daybook.settings.import_limit, zone=await daybook.azone(owner=owner))
    with NamedTemporaryFile(prefix="daybook-import-", delete=False) as file:
        file.write(data)
    base_name = PurePath(name.replace("\\", "/")).name or "the file"
    upload = Upload(KeptInput(Path(file.name), base_name), owner, options)
    key = recent.imports.put(seen_by, upload)
    await to_thread(upload.look, options)
    return seen_at(f"/import/{key}")


def _waiting(recent: RecentForms, owner: str, key: str) -> Upload:
    """Find a file whose import has not begun."""
    upload: Upload = recent.imports.find(owner, key)
    if upload.work is not None:
        raise BadInput("is being imported already", source=upload.file.name)
    return upload


def _described(upload: Upload) -> dict[str, object]:
    if upload.found is None or upload.chosen is None:
        return {"found": None}
    return {
        "found": upload.found,
        "recognised": forms_in(upload.chosen),
        "people": people_in(upload.found),
        "lines": [*lines_on(upload.found), *files_passed_over(upload.chosen)],
    }


def _reporting(tell: Callable[[str], None], name: str) -> Report:
    """Begin a stage of an import, which tells now and then how far it is."""
    told = -1

    def report(done: int, of: int | None) -> None:
        nonlocal told
        step = _STEPS * done // max(of or done, 1)
        if step != told:
            told = step
            tell(fragment("step", f"{name}: {done:,}" + (f" of {of:,}" if of else "")))

    return report
