"""Files of several forms, read as headings and stretches of text: one module a form.

Each has `convert`, which raises `Unreadable` for what is damaged, too large or without text.

Nothing is fetched, and nothing of a file is run. A process of its own (`file_reader`) reads them, and is
ended when a file takes too long or too much.
"""
