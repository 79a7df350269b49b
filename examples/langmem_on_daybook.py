"""LangMem's tools with a Daybook behind them: what is noted is found by its owner alone, and forgotten.

    uv run --with langmem python examples/langmem_on_daybook.py [DIRECTORY]

No model is asked, so that it runs anywhere. An agent gets the same two tools:
`create_agent(model, tools=[manage, search], store=store)`.
"""

import json
import sys
from tempfile import mkdtemp

from langmem import create_manage_memory_tool, create_search_memory_tool

from daybook import Daybook, DaybookStore, Everything

NAMESPACE = ("memories", "{langgraph_user_id}")
NOTES = {
    "ada": ["Ada takes the window seat on trains", "Hazelnuts make Ada ill", "Ada's sister lives in Lund"],
    "bob": ["Bob takes the aisle seat on trains"],
}


def main(directory: str) -> None:
    """Note a few things of two people, ask for them, and forget one of the two."""
    with Daybook.open(directory) as daybook:
        store = DaybookStore(daybook, owner_at=1)  # the label behind "memories" says whose it is
        manage = create_manage_memory_tool(NAMESPACE, store=store)
        search = create_search_memory_tool(NAMESPACE, store=store)
        for person, notes in NOTES.items():
            for note in notes:
                manage.invoke({"content": note}, {"configurable": {"langgraph_user_id": person}})
        for person, query in (("ada", "What must not be in her cake?"), ("bob", "Where does he sit?")):
            config = {"configurable": {"langgraph_user_id": person}}
            (found,) = json.loads(search.invoke({"query": query, "limit": 1}, config))
            print(f"{person}: {query} {found['value']['content']}.")
        receipt = daybook.forget(Everything(), owner="ada")
        print(f"forgotten of ada: {receipt.removed['items']} items, verified: {receipt.verified}")
        print(f"left of bob: {len(store.search(('memories', 'bob')))} item")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else mkdtemp(prefix="daybook-"))
