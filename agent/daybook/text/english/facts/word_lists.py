"""Word lists (word_lists.toml): which slot a thing goes to, what is a trade, what a name."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

_READ = tomllib.loads((Path(__file__).parent / "word_lists.toml").read_text("utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(word.replace("_", " ") for word in _READ[name].split())


PETS = _words("pets")
ANIMALS = PETS | _words("animals")
FOODS = _words("foods")
MUSIC = _words("music")
FILMS = _words("films")
BOOKS = _words("books")
SPORTS = _words("sports")
PLACES = _words("places")
INSTRUMENTS = _words("instruments")
LANGUAGES = _words("languages")
THINGS = _words("things")
"""What is owned for years."""
VEHICLES = _words("vehicles")
BRANDS = _words("brands")
HOMES = _words("homes")
SURROUNDINGS = _words("surroundings")
OCCUPATIONS = _words("occupations")
DOG_BREEDS = _words("dog_breeds")
BREEDS = DOG_BREEDS | _words("cat_breeds")
DEMONYMS = _words("demonyms")
SUBJECTS = _words("subjects")
OUT_OF_WORK = _words("out_of_work")
STATUSES = _words("statuses")
KNOWN_PLACES = _words("known_places")
"""Countries, states of the USA and great cities, for those who write without capitals."""
WORKPLACES = _words("workplaces")
"""Houses that people work in, and say "the" of."""
NO_NAMES = _words("no_names")
"""Words that nobody is called, and that are written in capitals where a sentence, or a day, begins."""
NO_PERSONS = _words("no_persons")
"""Other words that introduce nobody: "hi, I'm new"."""
NO_EVENTS = _words("no_events")
"""Verbs whose past by itself tells of no single event; some do with the right object."""
AFTER_RELATIVES = _words("after_relatives")
"""What may come after a relative who is meant himself: not "my baby carrots"."""
DIETS: Mapping[str, str] = _READ["diets"]
"""Diets, by the ways to say them."""
COUNTABLE = {
    word: word + "s" if not word.endswith("y") else word[:-1] + "ies"
    for word in "peanut nut walnut almond cashew egg strawberry blueberry mushroom dog cat bee spider "
    "horse apple banana onion carrot olive pickle avocado pistachio hazelnut prawn".split()
} | {"tree nut": "tree nuts", "tomato": "tomatoes", "potato": "potatoes"}
"""Things that are liked, or not borne, in the plural."""
