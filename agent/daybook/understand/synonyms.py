"""Other words for the same thing: what people ask with and what they said it with often differ."""

from __future__ import annotations

import re

_BRIDGES: tuple[tuple[str, str], ...] = (
    # what is asked for, in whole words; what it may have been called when it was said
    (r"commut(?:e|es|ed|ing)", "travel time to work, drive, train, bus"),
    (r"travel\s+time|way\s+to\s+work", "commute"),
    (r"siblings?", "brother, sister"),
    (r"parents?", "mom, dad, mother, father"),
    (r"grandparents?", "grandma, grandpa, grandmother, grandfather"),
    (
        r"relatives?|family(?:\s+members?)?",
        "mother, father, sister, brother, aunt, uncle, cousin, grandma",
    ),
    (r"spouse|partner", "husband, wife, boyfriend, girlfriend"),
    (r"pets?", "dog, cat, puppy, kitten, fish, bird, hamster"),
    (r"bab(?:y|ies)|became\s+(?:a\s+)?parents?", "born, newborn, son, daughter"),
    (r"doctors?|physicians?|medical", "Dr., appointment, clinic, dentist, specialist, check-up"),
    (r"vehicles?", "car, truck, bike, motorcycle, van"),
    (r"(?:mode\s+of\s+)?transport(?:ation)?", "bus, train, taxi, car, bike, flight, subway"),
    (r"(?:musical\s+)?instruments?", "guitar, piano, violin, drums, keyboard, flute, ukulele"),
    (r"appliances?|gadgets?", "oven, blender, toaster, mixer, coffee maker, vacuum"),
    (r"kitchen", "cooking, oven, sink, stove, fridge, toaster"),
    (r"furniture", "sofa, table, chair, bed, desk, shelf, bookshelf, dresser"),
    (r"devices?|electronics", "phone, laptop, tablet, camera, headphones, speaker, charger"),
    (r"jewel(?:le)?ry", "necklace, ring, bracelet, earrings, watch"),
    (r"cloth(?:es|ing)|outfits?", "shirt, dress, jeans, jacket, sweater, shoes"),
    (r"shoes?|footwear", "boots, sneakers, sandals, heels"),
    (r"fruits?", "apple, banana, orange, berries, mango, grapes"),
    (r"citrus", "lemon, lime, orange, grapefruit"),
    (r"vegetables?|veggies", "tomatoes, peppers, carrots, lettuce, beans, spinach"),
    (r"drinks?|beverages?", "coffee, tea, juice, wine, beer, cocktail"),
    (r"meals?", "breakfast, lunch, dinner"),
    (r"restaurants?|eater(?:y|ies)", "cafe, diner, bistro, dined, ate at"),
    (r"workouts?|exercis(?:e|es|ing)", "gym, run, jog, yoga, swim, training"),
    (r"sports?(?:\s+events?)?", "game, match, race, tournament, basketball, football, soccer"),
    (r"festivals?|concerts?|gigs?", "music, live show, band"),
    (
        r"trips?|vacations?|holidays?|travel(?:s|l?ed|l?ing)?",
        "visited, flew, went to, stayed, hotel",
    ),
    (r"camping", "tent, campsite, national park, hike"),
    (r"moved?|relocat(?:e|ed|ion)", "new apartment, new house, moved in"),
    (r"jobs?|role|occupation|career", "work as, position, company, employer"),
    (r"salary|income|earn(?:ed|ings)?", "paid, pay, wage"),
    (r"degree|graduat(?:e|ed|ion)", "university, college, studied, bachelor's, master's"),
    (r"course|certification|class(?:es)?", "completed, lessons, workshop, certificate"),
    (r"mon(?:ey|etary)|spen[dt]|expenses?|cost", "bought, paid, price, $"),
    (r"acquir(?:e|ed)|purchas(?:e|ed)|b(?:uy|ought)|got", "bought, purchased, picked up, got"),
    (r"repair(?:ed)?|fix(?:ed)?|replac(?:e|ed)|servic(?:e|ed)", "repaired, fixed, replaced, new"),
    (r"sick|ill(?:ness)?|health", "flu, cold, fever, pain, diagnosed"),
    (r"event(?:s)?", "attended, went to, participated"),
    (r"movies?|films?", "watched, saw, cinema"),
    (r"books?|novels?", "read, reading, finished, author, pages"),
    (r"gr[ae]w|garden(?:ing)?|plants?|planted", "planted, seeds, seedlings, pot, flowers"),
)
_COMPILED = tuple((re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), other) for asked, other in _BRIDGES)


def with_synonyms(text: str) -> str | None:
    """Add to a text the other words for what it names.

    Returns:
        The text with the words after it; None where the table knows none that it lacks.
    """
    lowered = text.lower()
    added: list[str] = []
    for asked, other in _COMPILED:
        if asked.search(text):
            added += [word for word in other.split(", ") if word.lower() not in lowered and word not in added]
    return f"{text} ({', '.join(added)})" if added else None
