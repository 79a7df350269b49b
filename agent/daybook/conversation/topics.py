"""The topics of the memory partition (HiMeS, section 3.2), and the topic of each slot."""

from collections.abc import Mapping
from types import MappingProxyType

from daybook.conversation.slots import SLOTS

_TABLE = {
    "Greetings & Self-introduction": (
        "Greeting forms, Self-introduction structure, Cultural taboos, Context adaptation"
    ),
    "Interpersonal Relationships": (
        "Relationship building, Conflict resolution, Boundary setting, Digital etiquette"
    ),
    "Etiquette & Cultural Differences": (
        "Dining etiquette, Business protocols, Holiday customs, Body language"
    ),
    "Travel": "Itinerary planning, Transportation methods, Accommodation types, Cultural experiences",
    "Dining": "Cuisine types, Ordering techniques, Food culture, Special dietary needs",
    "Shopping": "Payment methods, Product inquiries, Return policies, Specialty markets",
    "Health": "Symptom description, Medical procedures, Fitness communication, Psychological support",
    "Movies & Music": "Genre preferences, Work recommendations, Event information, Thematic analysis",
    "Books & Learning": "Reading methods, Study strategies, Resource acquisition, Knowledge application",
    "Technology & Innovation": "Product evaluation, Tech ethics, Innovation cases, Future trends",
    "History & Culture": "Civilization comparison, Historical events, Cultural heritage, Figure analysis",
    "Emotional Communication": (
        "Emotion recognition, Empathy expression, Intimate relationships, Personal growth"
    ),
    "Opinion Expression": "Argument structure, Persuasion techniques, Debate methods, Cultural variations",
    "Directions & Navigation": "Landmark orientation, Transport options, Emergency handling, Digital tools",
    "Time & Planning": "Schedule management, Punctuality norms, Long-term planning, Efficiency techniques",
    "Weather & Environment": "Climate characteristics, Eco-issues, Disaster response, Outdoor guidelines",
}
TOPICS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {topic: tuple(below.split(", ")) for topic, below in _TABLE.items()}
)
"""The sub-topics of every topic. Source: HiMeS, Table 6 (names are the paper's)."""

_BEST_FOR: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "identity": ("Greetings & Self-introduction", "Self-introduction structure"),
        "identity.education": ("Books & Learning", "Study strategies"),
        "identity.relationship": ("Emotional Communication", "Intimate relationships"),
        "identity.payment": ("Shopping", "Payment methods"),
        "family": ("Interpersonal Relationships", "Relationship building"),
        "family.partner": ("Emotional Communication", "Intimate relationships"),
        "social": ("Interpersonal Relationships", "Relationship building"),
        "possession": ("Shopping", "Product inquiries"),
        "preference": ("Opinion Expression", "Cultural variations"),
        "preference.food": ("Dining", "Cuisine types"),
        "habit": ("Time & Planning", "Schedule management"),
        "skill": ("Books & Learning", "Knowledge application"),
        "constraint": ("Interpersonal Relationships", "Boundary setting"),
        "constraint.allergy": ("Dining", "Special dietary needs"),
        "constraint.diet": ("Dining", "Special dietary needs"),
        "health": ("Health", "Symptom description"),
        "health.treatment": ("Health", "Medical procedures"),
        "money": ("Time & Planning", "Long-term planning"),
        "faith": ("History & Culture", "Cultural heritage"),
        "politics": ("Opinion Expression", "Argument structure"),
        "sexuality": ("Emotional Communication", "Intimate relationships"),
        "children": ("Interpersonal Relationships", "Relationship building"),
        "telephone": ("Greetings & Self-introduction", "Self-introduction structure"),
        "goal": ("Emotional Communication", "Personal growth"),
        "plan": ("Time & Planning", "Long-term planning"),
        "event": ("History & Culture", "Historical events"),
        "private": ("Emotional Communication", "Personal growth"),
        "other": ("Greetings & Self-introduction", "Self-introduction structure"),
    }
)
"""Topic and sub-topic of slots, and of the rest of their families. Ours: the paper asks a model."""


def topic_of_slot(slot: str) -> tuple[str, str]:
    """Return the topic and sub-topic of records of a slot.

    Raises:
        KeyError: there is no such slot.
    """
    return _BEST_FOR.get(slot) or _BEST_FOR[SLOTS[slot].family]


def topic_descriptions() -> dict[str, list[str]]:
    """Describe every topic by its sub-topics, for an embedder to compare texts with."""
    return {topic: [f"{topic}: {below}" for below in subtopics] for topic, subtopics in TOPICS.items()}
