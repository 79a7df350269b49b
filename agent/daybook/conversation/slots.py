"""The slots: kinds of facts about an owner, and whether each is multi-valued, sensitive or a constraint."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Slot:
    """A kind of fact. Source: TimeRAG-Memory, Table II (slot types)."""

    name: str
    """Dotted: family and kind, "preference.food"."""
    description: str
    """A few words for people and for prompts."""
    many: bool = True
    """Whether several values hold at once: two pets do not fight, two residences do."""
    sensitive: bool = False
    """Written only where the owner's policy allows it: diagnoses, identifiers, precise addresses, payment."""
    constraint: bool = False
    """Never fades: forgetting an allergy does harm."""
    bodily: bool = False
    """Of a constraint, whether it is about what somebody eats, drinks or touches."""

    @property
    def needs_yes(self) -> bool:
        """Whether a reply heeds it in later conversations only once the owner has said yes to that."""
        return self.constraint and not self.bodily

    @property
    def attribute(self) -> str:
        """Its kind in plain words, for people and prompts: "residence", "allergy"."""
        return self.name.partition(".")[2].replace(".", " ")

    @property
    def family(self) -> str:
        """The first part of its name."""
        return self.name.partition(".")[0]


OTHER = "other.fact"
"""The slot of facts that have an attribute and no slot of their own; one value an attribute at a time."""
SENSITIVE = "private.note"
"""The slot of what is sensitive and has no slot of its own."""
_ALL = (
    Slot("identity.name", "what the owner is called", many=False),
    Slot("identity.age", "how old the owner is", many=False),
    Slot("identity.birthday", "when the owner was born", many=False),
    Slot("identity.work", "what the owner does for a living", many=False),
    Slot("identity.employer", "whom the owner works for", many=False),
    Slot("identity.residence", "the place where the owner lives", many=False),
    Slot("identity.origin", "where the owner is from", many=False),
    Slot("identity.relationship", "whether the owner is single, married …", many=False),
    Slot("identity.education", "what and where the owner studies or studied"),
    Slot("identity.language", "languages that the owner speaks"),
    Slot("identity.trait", "what the owner is like, or is"),
    Slot("identity.address", "street and number", many=False, sensitive=True),
    Slot("identity.number", "passport, social security and like numbers", sensitive=True),
    Slot("identity.payment", "cards and accounts", sensitive=True),
    Slot("family.partner", "husband, wife, partner", many=False),
    Slot("family.relative", "children, parents, siblings, other relatives"),
    Slot("social.friend", "friends, colleagues, neighbours"),
    Slot("possession.pet", "animals that live with the owner"),
    Slot("possession.thing", "what the owner has: a car, a house, a shop"),
    Slot("preference.food", "likes and dislikes of food and drink"),
    Slot("preference.other", "other likes and dislikes"),
    Slot("habit.activity", "what the owner does regularly"),
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
    Slot("money.note", "what the owner earns, owes, owns", sensitive=True),
    Slot("faith.note", "the owner's faith", sensitive=True),
    Slot("politics.note", "the owner's politics", sensitive=True),
    Slot("sexuality.note", "the owner's sexuality", sensitive=True),
    Slot("children.note", "the school or the care of a child", sensitive=True),
    Slot("telephone.note", "a telephone number", sensitive=True),
    Slot(SENSITIVE, "anything else that is sensitive", sensitive=True),
    Slot(OTHER, "anything else, by its attribute", many=False),
)

SLOTS: Mapping[str, Slot] = MappingProxyType({slot.name: slot for slot in _ALL})
"""Every slot, by name."""

_BY_ATTRIBUTE: Mapping[str, str] = MappingProxyType(
    {slot.attribute: name for name, slot in SLOTS.items() if slot.attribute not in ("note", "other", "fact")}
)


def slot_of(attribute: str, *, of_owner: bool = True) -> str:
    """Return the slot of an attribute in plain words ("residence", "allergies"); `OTHER` where none has it.

    Of somebody else than the owner only constraints and what is sensitive have slots.
    """
    word = " ".join(attribute.casefold().split())
    forms = (word, word.removesuffix("s"), f"{word.removesuffix('ies')}y")
    slot = SLOTS[next((_BY_ATTRIBUTE[form] for form in forms if form in _BY_ATTRIBUTE), OTHER)]
    return slot.name if of_owner or slot.constraint or slot.sensitive else OTHER
