"""A value of a guarded kind is sensitive where the owner or their household is said to have it."""

import pytest

from daybook.text.english.sensitive import sensitive_kind


@pytest.mark.parametrize(
    ("own", "kind", "strangers"),
    [
        ("My wife Elke has asthma.", "health.condition", "My neighbour Elke has asthma."),
        ("I'm a diabetic and I love bread.", "health.condition", "I'm a cardiologist and I love bread."),
        ("We are expecting our second in May.", "health.condition", "We are expecting guests in May."),
        ("I think that I have depression.", "health.condition", "I read a book about depression."),
        ("I have diabetes.", "health.condition", "I don't have diabetes."),
        ("I live at 12 Elm Street.", "identity.address", "I was at 12 Elm Street for the party."),
        ("The IBAN of my account is NL91 ABNA 0417.", "identity.payment", "Her IBAN is NL91 ABNA 0417."),
        ("My passport number is 533401872.", "identity.number", "My order number is 533401872."),
        ("You can reach me on 07700 900142.", "telephone.note", "The pizzeria is on 07700 900142."),
        ("I make 65,000 dollars a year.", "money.note", "I paid 300 dollars for a bike."),
        ("I'm a practising Catholic.", "faith.note", "My boss is a practising Catholic."),
        ("I voted Leave.", "politics.note", "My uncle voted Leave."),
        ("As a gay man I feel at home here.", "sexuality.note", "In my novel the detective is gay."),
        ("Our Ella is at Hilltop School.", "children.note", "The museum is at Hilltop School."),
    ],
)
def test_whose_it_is_decides(own: str, kind: str, strangers: str) -> None:
    assert (sensitive_kind(own), sensitive_kind(strangers)) == (kind, "")


def test_who_is_spoken_of_goes_on_until_somebody_else_is() -> None:
    assert sensitive_kind("My son is seven, he has asthma.") == "health.condition"
    assert sensitive_kind("I met a man, he has asthma.") == ""
    assert sensitive_kind("My boss has asthma and I have a cold.") == ""
    assert sensitive_kind("If I had asthma, I would move.") == ""
