"""Ten lines that add, ask and print: `python examples/agent_with_memory.py`."""

from daybook import Daybook, Role, Turn

with Daybook.open("memory") as daybook:
    said = Turn(Role.USER, "I left the car on level 3 of the Harbour garage, next to the lift.")
    ada = daybook.of("ada")
    ada.append([said, Turn(Role.ASSISTANT, "Level 3, noted.")], session_id="friday")

    answer = ada.ask("Where did I leave the car?")
    print(answer.text)
    for one in answer.evidence:
        print(f"  {one.session_id}: “{one.quote}”")
