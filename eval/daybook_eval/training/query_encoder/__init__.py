"""The query encoder: MiniLM trained to turn questions into vectors that lie near the rounds that answer them.

Only the side of the questions is trained, against vectors of rounds that stay as they are, so that no memory
has to be embedded again. What is shipped, `tools/query_encoder.safetensors`, holds low-rank
differences to MiniLM's weights; `daybook-eval train-query-encoder` makes it anew, and
`tools/make_minilm.py` the bundled files from it.
"""
