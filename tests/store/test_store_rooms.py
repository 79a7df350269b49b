"""The sub-rooms of the store: what each may use of the rest, and who may use it."""

from tests.test_architecture import modules

STORE = "daybook.store."


def used_by(room: str) -> set[str]:
    """Name the other parts of the store that the modules of a sub-room import."""
    inside = [found for name, found in modules().items() if name.startswith(f"daybook/store/{room}/")]
    targets = (target for found in inside for target in found)
    parts = {target.removeprefix(STORE).partition(".")[0] for target in targets if target.startswith(STORE)}
    return parts - {room}


def users_of(room: str) -> set[str]:
    """Name the modules of the store outside of a sub-room that import it."""
    return {
        name.removeprefix("daybook/store/")
        for name, found in modules().items()
        if name.startswith("daybook/store/") and not name.startswith(f"daybook/store/{room}/")
        if any(target.startswith(f"{STORE}{room}") for target in found)
    }


def test_the_database_knows_nothing_of_what_is_stored_in_it() -> None:
    assert used_by("sql") == set()


def test_forgetting_is_entered_from_the_top_of_the_store_only() -> None:
    assert users_of("forgetting") == {"__init__.py", "memory_store.py", "places.py"}
