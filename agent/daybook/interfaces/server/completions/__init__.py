"""OpenAI's chat completions with memory: any client of OpenAI's that is pointed here remembers."""
