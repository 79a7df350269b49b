"""The chat models that judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack

from daybook.errors import BadSettings
from daybook.llm import Budget, ChatModel, Meter, load_chat_models
from daybook.settings import ModelRole, Price, Settings


def open_judges(
    settings: Settings, names: Sequence[str], stack: AsyncExitStack, *, or_else: str = ""
) -> list[ChatModel]:
    """Make the judges; a limit on what one question may cost is no limit on judging.

    Args:
        settings: name the server, and the model that reads where `names` is empty.
        names: of chat models; one that comes twice is one judge.
        stack: closes them.
        or_else: what else the user could do where no model is named; goes into the message.

    Raises:
        BadSettings: no model is named, or as `load_chat_models` raises it.
    """
    if not names and (default := settings.models.model_of(ModelRole.READ)):
        names = [default[0]]
    if not names:
        raise BadSettings(
            "no judge: name a chat model with --model, or set DAYBOOK_CHAT_MODEL (and OPENAI_API_KEY or"
            f" OPENAI_BASE_URL){or_else}"
        )
    found = []
    for name in dict.fromkeys(names):
        only = {f"{role}_model": None for role in ModelRole} | {"chat_model": name, "question_cost": None}
        models = load_chat_models(settings.changed(**only))
        stack.push_async_callback(models.aclose)
        model = models.of(ModelRole.READ)
        assert model is not None
        found.append(model)
    return found


def wrote_answers(judges: Sequence[ChatModel], writers: Sequence[str]) -> tuple[str, ...]:
    """Name the judges that are among those who wrote the answers as well."""
    return tuple(judge.name for judge in judges if {judge.name, judge.fingerprint} & set(writers))


def judging_meter(prices: Mapping[str, Price], thinking_tokens: int) -> Meter:
    """Make a meter for judging, which has no budget."""
    return Meter(Budget(), prices, spare_tokens=thinking_tokens)
