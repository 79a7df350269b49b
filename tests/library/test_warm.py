"""Parts loaded before the first question need not be loaded by it."""

from pathlib import Path

from daybook import Daybook, Role, Turn
from tests.interfaces.daybook_command import HashedWords


class Counting(HashedWords):
    """Counts the calls of an embedder."""

    calls = 0

    async def embed(self, texts):  # type: ignore[no-untyped-def]
        self.calls += 1
        return await super().embed(texts)


async def test_warming_loads_embedder_index_and_examples_and_keeps_nothing(tmp_path: Path) -> None:
    embedder = Counting()
    async with Daybook.open(tmp_path / "data", embedder=embedder) as daybook:
        await daybook.aappend([Turn(Role.USER, "I have a cat called Miso.")], owner="ada")
        told = embedder.calls

        await daybook.awarm(owner="ada")
        warmed = embedder.calls
        context = await daybook.acontext_for("I have a cat called what?", owner="ada")
        asked = embedder.calls
        await daybook.awarm(owner="nobody")
        owners = await daybook.aowners()

    assert warmed > told
    assert asked - warmed < warmed - told
    assert "Miso" in context.text
    assert owners == ["ada"]
