"""A chat model that says what a test has written, without a server."""

from daybook.models.llm import ModelReply, ModelRequest, OnText


class ScriptedChat:
    """Replies in the order of the script; an error in it is raised."""

    name = "small"
    fingerprint = "scripted small"

    def __init__(self, *script: str | ModelReply | Exception) -> None:
        self._script = list(script)
        self.requests: list[ModelRequest] = []

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        self.requests.append(request)
        assert self._script, "this call is not in the script"
        line = self._script.pop(0)
        if isinstance(line, Exception):
            raise line
        reply = ModelReply(line, 100, 20) if isinstance(line, str) else line
        if on_text:
            on_text(reply.text)
        return reply

    def assert_spent(self) -> None:
        assert self._script == []
