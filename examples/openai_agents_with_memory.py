"""An agent of the OpenAI Agents SDK that asks memory. It needs the package `openai-agents`, and a key."""

from agents import Agent, Runner, function_tool, set_default_openai_api, set_tracing_disabled

from daybook import Daybook, Role, Turn

set_default_openai_api("chat_completions")  # as every compatible server speaks it
set_tracing_disabled(True)  # else what is said goes to OpenAI's traces as well

with Daybook.open("openai-agents-memory") as daybook:
    ada = daybook.of("ada")
    ada.append([Turn(Role.USER, "I left the spare key with Mrs Adeyemi.")])

    def recall(question: str) -> str:
        """Ask what the user has said before; the answer holds dated quotes, or says that it is not known."""
        return ada.ask(question).text

    agent = Agent(
        name="Assistant",
        instructions="Recall before you answer.",
        model="gpt-5.5",
        tools=[function_tool(recall)],
    )
    print(Runner.run_sync(agent, "Who has my spare key?").final_output)
