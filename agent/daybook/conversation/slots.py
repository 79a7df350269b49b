"""The slots: kinds of facts about an owner, and whether each is multi-valued, sensitive or a constraint."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from daybook.conversation.ledger_records import ValueType


@dataclass(frozen=True, slots=True)
class Slot:
    """A kind of fact. Source: TimeRAG-Memory, Table II (slot types)."""

    name: str
    """Dotted: family and kind, "preference.food"."""
    description: str
    """What it is about, in a few words, for people and for prompts."""
    many: bool = True
    """Whether several values hold at once: two pets do not fight, two residences do."""
    sensitive: bool = False
    """Written only where the owner's policy allows it: diagnoses, identifiers, precise addresses, payment."""
    constraint: bool = False
    """Never fades: forgetting an allergy does harm."""
    bodily: bool = False
    """Of a constraint, whether it is about what somebody eats, drinks or touches."""
    single_type: ValueType = ValueType.TEXT
    """What sort of value it has, where it has one at a time."""

    @property
    def value_type(self) -> ValueType:
        """What sort of value it has: members of a set where several hold at once."""
        return ValueType.MEMBER if self.many and self.name != OTHER else self.single_type

    @property
    def needs_yes(self) -> bool:
        """Whether a reply heeds it in later conversations only once the owner has said yes to that."""
        return self.constraint and not self.bodily

    @property
    def attribute(self) -> str:
        """What it is about in plain words, for people and prompts: "residence", "favourite food"."""
        return self.name.partition(".")[2].replace(".", " ")

    @property
    def family(self) -> str:
        """The first part of its name."""
        return self.name.partition(".")[0]


OTHER = "other.fact"
"""The slot of facts that have a subject and an attribute, and no slot of their own."""
_FAVOURITE_KINDS = (
    "food", "drink", "fruit", "dessert", "restaurant", "cuisine", "colour",
    "film", "series", "book", "author",
    "artist", "song", "genre", "game", "sport", "team", "animal", "season", "place", "holiday", "subject",
    "activity", "actor", "flower",
)  # fmt: skip
"""Of each of these people name one; of other kinds, and of "one of my favourite …", several."""
_ALL = (
    Slot("identity.name", "what the owner is called", many=False, single_type=ValueType.NAME),
    Slot("identity.age", "how old the owner is", many=False, single_type=ValueType.QUANTITY),
    Slot("identity.birthday", "when the owner was born", many=False, single_type=ValueType.DATE),
    Slot("identity.work", "what the owner does for a living", many=False),
    Slot("identity.employer", "whom the owner works for", many=False),
    Slot("identity.field", "the line and kind of place of the owner's work"),
    Slot("identity.residence", "the place where the owner lives", many=False, single_type=ValueType.PLACE),
    Slot("identity.household", "with whom the owner lives"),
    Slot("identity.origin", "where the owner is from", many=False, single_type=ValueType.PLACE),
    Slot("identity.birthplace", "where the owner was born", many=False, single_type=ValueType.PLACE),
    Slot("identity.upbringing", "where the owner grew up", many=False, single_type=ValueType.PLACE),
    Slot("identity.nationality", "of which country the owner is a citizen, or feels to be"),
    Slot("identity.education", "what and where the owner studies or studied"),
    Slot("identity.language", "languages that the owner speaks"),
    Slot("identity.relationship", "whether the owner is single, married …", many=False),
    Slot("identity.trait", "what the owner is like, or is"),
    Slot("identity.address", "street and number", many=False, sensitive=True),
    Slot("identity.number", "passport, social security and like numbers", sensitive=True),
    Slot("identity.payment", "cards and accounts", sensitive=True),
    Slot("family.partner", "husband, wife, partner", many=False, single_type=ValueType.NAME),
    Slot("family.child", "children"),
    Slot("family.children", "how many children", many=False, single_type=ValueType.QUANTITY),
    Slot("family.parent", "parents"),
    Slot("family.sibling", "brothers and sisters"),
    Slot("family.other", "other relatives"),
    Slot("family.fact", "what a relative is, does, likes"),
    Slot("social.friend", "friends, colleagues, neighbours"),
    Slot("possession.pet", "animals that live with the owner"),
    Slot("possession.vehicle", "cars, bicycles, boats"),
    Slot("possession.home", "house, flat, garden, and what is around"),
    Slot("possession.business", "a shop, a firm, a farm"),
    Slot("possession.thing", "other things that the owner has"),
    Slot("preference.food", "food and drink"),
    Slot("preference.music", "music and musicians"),
    Slot("preference.film", "films and series"),
    Slot("preference.book", "books and authors"),
    Slot("preference.sport", "sports and teams"),
    Slot("preference.place", "places and ways of travelling"),
    Slot("preference.animal", "animals"),
    Slot("preference.colour", "colours"),
    Slot("preference.activity", "what the owner likes doing"),
    Slot("preference.favourite", "favourites of another kind"),
    Slot("preference.fear", "what the owner is afraid of"),
    Slot("preference.other", "other likes and dislikes"),
    *(
        Slot(f"preference.favourite.{kind}", f"the owner's favourite {kind}", many=False)
        for kind in _FAVOURITE_KINDS
    ),
    Slot("habit.activity", "what the owner does regularly"),
    Slot("habit.hobby", "hobbies"),
    Slot("habit.routine", "at what time, how often"),
    Slot("habit.routine.waking", "when the owner gets up", many=False, single_type=ValueType.CLOCK_TIME),
    Slot("habit.routine.bedtime", "when the owner goes to bed", many=False, single_type=ValueType.CLOCK_TIME),
    Slot("skill.ability", "what the owner can do, plays, is learning"),
    Slot("constraint.allergy", "what the owner must not eat or touch", constraint=True, bodily=True),
    Slot("constraint.diet", "vegetarian, kosher, no gluten …", constraint=True, bodily=True),
    Slot("constraint.privacy", "what is not to be mentioned", constraint=True),
    Slot("constraint.other", "other things that must be or must not be", constraint=True),
    Slot("health.condition", "diagnoses", sensitive=True),
    Slot("health.treatment", "medicines and treatments", sensitive=True),
    Slot("goal.aim", "what the owner wants to reach or is working towards"),
    Slot("plan.intention", "what the owner is going to do"),
    Slot("event.experience", "what happened to the owner, or what they did"),
    Slot("plan.condition", "what is to be so once something else changes"),
    *(
        Slot(f"{kind}.note", f"what the owner said of {kind}, word for word", sensitive=True)
        for kind in ("money", "faith", "politics", "sexuality", "children", "telephone")
    ),
    Slot(OTHER, "anything else that can be said of a subject by an attribute and a value"),
)

SLOTS: Mapping[str, Slot] = MappingProxyType({slot.name: slot for slot in _ALL})
"""Every slot, by name."""

NAMING_SLOTS = frozenset({"possession.pet", "social.friend"}) | {
    name for name, slot in SLOTS.items() if slot.family == "family" and name != "family.fact"
}
"""The slots whose values say who somebody is, and may end with a name: "sister Emily", "puppy Toby"."""

RULE = "plan.condition"
"""The slot of rules, which a model gives in a list of their own."""
MODEL_SLOTS = tuple(name for name in SLOTS if name != RULE and not name.endswith(".note"))
"""The slots that a model may choose from."""
OWN_SLOTS: Mapping[str, str] = MappingProxyType(
    {SLOTS[name].attribute: name for name in MODEL_SLOTS if not SLOTS[name].many}
)
"""Slots of one value by what they are about in plain words: "residence"."""


def slot_descriptions() -> dict[str, str]:
    """Describe every slot in words, for what tells which of them a question is about."""
    named = (slot for slot in _ALL if not slot.name.endswith(".note"))
    return {slot.name: f"{slot.attribute} {slot.description}" for slot in named}
