from daybook.conversation import SLOTS
from daybook.conversation.topics import TOPICS, topic_descriptions, topic_of_slot


def test_there_are_sixteen_topics_of_four_sub_topics_each() -> None:
    assert len(TOPICS) == 16
    assert {len(subtopics) for subtopics in TOPICS.values()} == {4}


def test_every_slot_stands_under_a_sub_topic_of_the_table() -> None:
    for slot in SLOTS:
        topic, subtopic = topic_of_slot(slot)

        assert subtopic in TOPICS[topic]


def test_a_slot_of_its_own_goes_before_its_family() -> None:
    assert topic_of_slot("preference.food") == ("Dining", "Cuisine types")
    assert topic_of_slot("preference.other") == ("Opinion Expression", "Cultural variations")


def test_a_topic_is_described_by_its_sub_topics() -> None:
    assert topic_descriptions()["Dining"][0] == "Dining: Cuisine types"
