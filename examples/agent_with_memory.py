"""Ten lines that add, ask and print: `python examples/agent_with_memory.py`."""

from daybook import Daybook
from daybook.conversation import Role, Turn

with Daybook.open("memory") as daybook:
    said = Turn(Role.USER, "I left the car on level 3 of the Harbour garage, next to the lift.")
    daybook.append([said, Turn(Role.ASSISTANT, "Level 3, noted.")], owner="ada", session_id="friday")

    answer = daybook.ask("Where did I leave the car?", owner="ada")
    print(answer.text)
    for one in answer.evidence:
        print(f"  {one.session_id}: “{one.quote}”")
