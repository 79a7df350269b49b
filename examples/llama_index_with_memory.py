"""An agent of LlamaIndex that asks memory over MCP. It needs a key, and `daybook` on the PATH.

Install llama-index-core, llama-index-llms-openai-like and llama-index-tools-mcp into an environment of their
own: they take an older `openai` than Daybook.
"""

import asyncio
import os

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

server = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
model = OpenAILike(model="gpt-5.5", api_base=server, is_chat_model=True, is_function_calling_model=True)


async def main() -> None:
    """Tell memory something, and have an agent ask for it."""
    memory = BasicMCPClient(
        "daybook", args=["mcp", "--owner", "ada", "--data-dir", "llama-index-memory"], timeout=120
    )
    await memory.call_tool("remember", {"user_said": "I left the spare key with Mrs Adeyemi."})
    tools = await McpToolSpec(memory, allowed_tools=["recall"]).to_tool_list_async()

    agent = FunctionAgent(tools=tools, llm=model, system_prompt="Recall before you answer.", streaming=False)
    print(await agent.run("Who has my spare key?"))


asyncio.run(main())
