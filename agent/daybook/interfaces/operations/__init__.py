"""The operations of a memory for programs and models, and their results, once for every interface.

`operation_table` lists the operations and does them; `memory_json` and `ledger_json` are the JSON of
the command line and of HTTP. An interface adds its transport, whose memory it is, and its errors.
"""
