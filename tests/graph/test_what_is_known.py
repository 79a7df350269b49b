from tests.small_memory import said

MOVED = [
    said("bath", 1, "I live in Bath.", "A lovely city."),
    said("rain", 3, "It has rained for a week here.", "Take an umbrella."),
    said("leeds", 9, "I moved to Leeds last week.", "How is it there?"),
]
WHERE = "Where do I live now?"
