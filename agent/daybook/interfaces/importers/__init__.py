"""Chat histories in files, as sessions: `formats` has what can be imported, `import_run` keeps it.

To add a form: write a module with a `ChatFormat` in it, and name it in `FORMATS`, or, in a package of
yours, as an entry point of the group "daybook.formats" ("signal = my_package.signal:SIGNAL"); both are
loaded alike. `looks_like` tells the form by the fields of the first record (`begins_like` by the beginning
of a text); `read_sessions` gets a `FileReading` and yields sessions. A record may be anything: `fields`
takes what is there, and leaves the rest. Moments are read by `reading.moment`, which knows the zone; what
is left out is counted in `reading.left_out`, what else to tell in `reading.note`. `conversations` has the
common parts: sessions of one conversation (`conversation_reader`), or cut at silences
(`sessions_by_silence`), the branches of trees, attachments, documents, who the owner is. `deepseek` is the
shortest example.
"""
