"""The commands, each thin: read the arguments, call Daybook, print what it says.

What they need is imported inside them, so that `daybook --help` stays quick.
"""
