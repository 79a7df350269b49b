"""A process of its own over a memory that another one has open: puts, deletes, and says what it finds."""

import json
import sys

from daybook import Daybook, DaybookStore
from tests.store.bag_of_words import BagOfWords

with Daybook.open(sys.argv[1], embedder=BagOfWords()) as daybook:
    store = DaybookStore(daybook, owner="ada")
    store.put(("notes",), "there", {"text": "tea from there"})
    store.put(("notes",), "passing", {"text": "tea in passing"})
    store.delete(("notes",), "passing")
    found = sorted(item.key for item in store.search(("notes",), query="tea"))
    sys.stdout.write(json.dumps(found))
