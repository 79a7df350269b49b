"""Two made-up households: the ledgers that everyday questions are put to."""

from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import (
    Address,
    Condition,
    Excerpt,
    Ledger,
    Polarity,
    Reading,
    Record,
    RetrievalPlan,
    Status,
    TimeRange,
    ValueType,
)
from daybook.text.english.reading import read_by_record
from tests.ledgers import ledger, moment, record

OTHER = "other.fact"


def fact(
    name: str,
    subject: str,
    attribute: str,
    value: str,
    text: str,
    day: str,
    sort: ValueType = ValueType.TEXT,
    *,
    slot: str = OTHER,
    quote: str = "",
    status: Status = Status.ACTIVE,
    by: str = "",
    until: str = "",
    rests_on: tuple[str, ...] = (),
) -> Record:
    """Make a record with an address of its own."""
    plain = record(name, slot, value, text, day, quote=quote, status=status, by=by, until=until)
    rests = tuple(f"m{one}" for one in rests_on)
    return replace(plain, subject=subject, attribute=attribute, value_type=sort, rests_on=rests)


def applied(new: Record, rule: Record) -> Record:
    """Have a record be what a rule of the owner's brought."""
    return replace(new, rests_on=(rule.record_id,))


def rule(name: str, text: str, day: str, *, when: Address, then: Address, then_value: str) -> Record:
    """Make the record of a rule that the owner stated."""
    plain = record(name, "plan.condition", text, text, day)
    return replace(plain, condition=Condition(when, "", then, then_value))


def marta() -> Ledger:
    """Marta: a sister in Denver, runs, moved from Bath to Leeds on 10 March 2023."""
    gym = rule(
        "gymrule",
        "If I move, I'll switch to the Orinthal gym",
        "2023-02-20",
        when=Address("identity.residence"),
        then=Address(OTHER, "", "gym"),
        then_value="Orinthal",
    )
    moved = "We've moved to Leeds!"
    return ledger(
        record("name", "identity.name", "Marta", "My name is Marta", "2023-01-02"),
        record("bath", "identity.residence", "Bath", "I live in Bath", "2023-01-05",
               status=Status.SUPERSEDED, by="leeds", until="2023-03-10"),
        record("leeds", "identity.residence", "Leeds", "I live in Leeds", "2023-03-10", quote=moved),
        replace(
            record("firm", "identity.employer", "Crumb & Sons", "I work for Crumb & Sons", "2023-02-14"),
            happened=TimeRange(moment("2023-02-11"), moment("2023-02-12")),
        ),
        record("dog", "possession.pet", "dog Biscuit", "My dog is called Biscuit", "2023-01-07"),
        record("cat", "possession.pet", "cat", "I have a grey cat", "2023-01-08"),
        record("emily", "family.sibling", "sister Emily", "My sister is called Emily", "2023-01-09"),
        record("tom", "family.partner", "Tom", "My husband is called Tom", "2023-01-10"),
        record("mother", "family.parent", "mother Ada", "My mother is called Ada", "2023-01-11"),
        fact("denver", "my sister Emily", "residence", "Denver", "My sister Emily lives in Denver",
             "2023-01-12", ValueType.PLACE, slot="family.fact"),
        fact("nurse", "my sister Emily", "job", "nurse", "My sister Emily works as a nurse", "2023-01-13",
             slot="family.fact"),
        fact("parents", "my parents", "residence", "Porto", "My parents live in Porto", "2023-01-14",
             ValueType.PLACE, slot="family.fact"),
        record("vegetarian", "constraint.diet", "vegetarian", "I am vegetarian", "2023-01-15"),
        record("nuts", "constraint.allergy", "peanuts", "I'm allergic to peanuts", "2023-01-16"),
        fact("5k", "5K", "personal best", "26:30", "My personal best in the 5K is 26:30", "2023-02-01",
             ValueType.QUANTITY),
        fact("yoga", "", "yoga, how often", "three times a week", "I do yoga three times a week",
             "2023-02-02", ValueType.FREQUENCY),
        fact("list", "my to-watch list", "count", "25", "I have 25 films on my to-watch list",
             "2023-02-03", ValueType.QUANTITY),
        fact("swim", "", "swimming, when", "Tuesdays at 7 am", "I swim on Tuesdays at 7 am", "2023-02-04",
             ValueType.CLOCK_TIME),
        fact("commute", "", "commute, how long", "20 minutes",
             "It takes me 20 minutes to get to work", "2023-01-20", ValueType.QUANTITY,
             quote="From the flat in Bath it takes me 20 minutes to get to work.",
             status=Status.LAPSED, by="leeds", until="2023-03-10", rests_on=("bath",)),
        record("piano", "habit.hobby", "piano lessons", "I take piano lessons", "2023-01-21",
               status=Status.SUPERSEDED, until="2023-04-02"),
        record("book", "preference.favourite.book", "Middlemarch", "My favourite book is Middlemarch",
               "2023-01-22", status=Status.SUPERSEDED, until="2023-04-04"),
        gym,
        applied(
            fact("gym", "", "gym", "Orinthal", "My gym is Orinthal", "2023-03-10", ValueType.NAME,
                 quote=moved),
            gym,
        ),
    )  # fmt: skip


def jonas() -> Ledger:
    """Jonas: a brother and two children, saves for a boat, left Halden Bank on 3 May 2024."""
    trainer = rule(
        "trainrule",
        "When I leave the bank, Pia will do my taxes",
        "2024-03-01",
        when=Address("identity.employer"),
        then=Address(OTHER, "", "tax adviser"),
        then_value="Pia",
    )
    left = "I've left Halden Bank and started at Fjordline."
    return ledger(
        record("oslo", "identity.residence", "Oslo", "I live in Oslo", "2024-01-03"),
        record("halden", "identity.employer", "Halden Bank", "I work for Halden Bank", "2024-01-04",
               status=Status.SUPERSEDED, by="fjord", until="2024-05-03"),
        record("fjord", "identity.employer", "Fjordline", "I work for Fjordline", "2024-05-03", quote=left),
        record("brother", "family.sibling", "brother Nils", "My brother is called Nils", "2024-01-05"),
        record("kaja", "family.child", "daughter Kaja", "I have a daughter called Kaja", "2024-01-06"),
        record("ola", "family.child", "son Ola", "I have a son called Ola", "2024-01-06"),
        fact("nilsjob", "my brother Nils", "job", "carpenter", "My brother Nils is a carpenter",
             "2024-01-07", slot="family.fact"),
        fact("nilshome", "my brother Nils", "residence", "Bergen", "My brother Nils lives in Bergen",
             "2024-01-08", ValueType.PLACE, slot="family.fact"),
        fact("kajaage", "my daughter Kaja", "age", "7", "My daughter Kaja is seven", "2024-01-09",
             ValueType.QUANTITY, slot="family.fact"),
        fact("olaschool", "my son Ola", "school", "Lakkegata", "My son Ola goes to Lakkegata school",
             "2024-01-10", ValueType.NAME, slot="family.fact"),
        fact("kajabirthday", "my daughter Kaja", "birthday", "9 June", "Kaja's birthday is on 9 June",
             "2024-01-11", ValueType.DATE, slot="family.fact"),
        record("parrot", "possession.pet", "parrot Gizmo", "I have a parrot called Gizmo", "2024-01-12"),
        record("fish", "constraint.allergy", "shellfish", "I'm allergic to shellfish", "2024-01-13"),
        record("smoke", "habit.activity", "smoking", "I don't smoke", "2024-01-14",
               polarity=Polarity.NEGATIVE),
        fact("10k", "10K", "personal best", "48:10", "My 10K personal best is 48:10", "2024-02-01",
             ValueType.QUANTITY),
        fact("sauna", "", "sauna, how often", "twice a month", "I go to the sauna twice a month",
             "2024-02-02", ValueType.FREQUENCY),
        fact("boat", "my boat fund", "amount", "4,200 euros", "I have 4,200 euros in my boat fund",
             "2024-02-03", ValueType.QUANTITY),
        fact("stamps", "my stamp collection", "count", "310", "I have 310 stamps in my collection",
             "2024-02-04", ValueType.QUANTITY),
        fact("readlist", "my reading list", "count", "12", "There are 12 books on my reading list",
             "2024-02-05", ValueType.QUANTITY),
        fact("choir", "", "choir practice, when", "Thursdays at 19:30",
             "Choir practice is Thursdays at 19:30", "2024-02-06", ValueType.CLOCK_TIME),
        fact("wifi", "the cabin", "distance", "90 km", "The cabin is 90 km away", "2024-02-07",
             ValueType.QUANTITY),
        fact("lunch", "", "lunch, where", "the bank's canteen", "I have lunch in the bank's canteen",
             "2024-01-20", ValueType.PLACE, quote="At the bank I have lunch in the canteen.",
             status=Status.LAPSED, by="fjord", until="2024-05-03", rests_on=("halden",)),
        fact("bonus", "", "bonus", "10%", "I get a bonus of 10%", "2024-01-21", ValueType.QUANTITY,
             status=Status.LAPSED, until="2024-05-03", rests_on=("halden",)),
        record("chess", "habit.hobby", "chess club", "I go to a chess club", "2024-01-22",
               status=Status.SUPERSEDED, until="2024-04-15"),
        trainer,
        applied(
            fact("tax", "", "tax adviser", "Pia", "My tax adviser is Pia", "2024-05-03", ValueType.NAME,
                 quote=left),
            trainer,
        ),
    )  # fmt: skip


def find(question: str, known: Ledger, excerpts: Sequence[Excerpt] = ()) -> Reading | None:
    """Answer a question from a ledger, if it answers it."""
    return read_by_record(RetrievalPlan(question, (question,)), known, excerpts)


def read(question: str, known: Ledger, excerpts: Sequence[Excerpt] = ()) -> Reading:
    """Answer a question from a ledger, which does answer it."""
    reading = find(question, known, excerpts)
    assert reading is not None
    return reading
