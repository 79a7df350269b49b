"""Writes dialogues with the question that ends them, and the same standing alone (HiMeS, section 4.1).

By rules (`examples`), from vocabularies of our own, and by chat models that take turns (`simulation`).
"""
