"""An agent of Pydantic AI that asks memory. It needs the package `pydantic-ai-slim[openai]`, and a key.

The tool is a plain function, so any framework that calls functions takes it in the same way.
"""

from pydantic_ai import Agent

from daybook import Daybook, Role, Turn

with Daybook.open("pydantic-memory") as daybook:
    ada = daybook.of("ada")
    ada.append([Turn(Role.USER, "I left the spare key with Mrs Adeyemi.")])

    def recall(question: str) -> str:
        """Ask what the user has said before; the answer holds dated quotes, or says that it is not known."""
        return ada.ask(question).text

    agent = Agent("openai-chat:gpt-5.5", instructions="Recall before you answer.", tools=[recall])
    print(agent.run_sync("Who has my spare key?").output)
