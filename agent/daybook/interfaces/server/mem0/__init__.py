"""Mem0's HTTP surfaces, the hosted service's and its open-source server's, over a memory of Daybook.

What Mem0 calls a memory is a round here: kept word for word, under the round's id, and never reworded. So a
program that speaks to Mem0 speaks to Daybook once its host and key are changed.
"""
