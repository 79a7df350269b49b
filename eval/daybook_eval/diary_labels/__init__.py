"""Entries of the diary in real turns, labelled by reading: worth a line, which days, understood alone."""
