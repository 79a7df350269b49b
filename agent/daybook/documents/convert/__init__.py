"""Files of several forms, read as headings and stretches of text: one module a form.

Nothing is fetched from elsewhere, and nothing of a file is run. The forms are read in a process of their own
(`file_reader`), which is ended when a file takes too long or too much.
"""
