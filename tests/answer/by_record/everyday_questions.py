"""Everyday wordings, and what the ledgers of `households` say to each.

`TUNED` is what the rules were written with. `HELD_OUT` was written before any of them, by the same hand, and
nothing was changed for the sake of one of its questions; its score is the one to quote.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """A question, and what its answer has to say."""

    question: str
    says: tuple[str, ...] = ()
    """Words of the answer; none where the ledger is not to answer at all."""
    not_known: bool = False
    """Whether the answer is that it is not known, with what held before."""
    never: tuple[str, ...] = ()
    """Words that the answer must not have."""


TUNED = (
    Wording("What is my dog called?", ("Biscuit",), never=("cat",)),
    Wording("What's the name of my dog?", ("Biscuit",)),
    Wording("Where do I live?", ("Leeds", "Before that: Bath")),
    Wording("Who is in my family?", ("Tom", "Emily", "Ada")),
    Wording("Am I vegetarian?", ("Yes", "vegetarian")),
    Wording("Am I a vegetarian?", ("Yes", "vegetarian")),
    Wording("Am I vegan?", ("You are vegetarian",), never=("Yes",)),
    Wording("Do I have any allergies?", ("peanuts",)),
    Wording("What's my sister's name and where does she live?", ("Emily", "Denver")),
    Wording("Where does my sister live?", ("Denver",), never=("Leeds", "Porto")),
    Wording("Where does Emily live?", ("Denver",)),
    Wording("Which city does my sister Emily live in?", ("Denver",)),
    Wording("What does my sister do for a living?", ("nurse",), never=("Denver",)),
    Wording("What is Emily's job?", ("nurse",)),
    Wording("Where do my parents live?", ("Porto",)),
    Wording("Where does my brother live?"),
    Wording("Where does Emily's boss live?"),
    Wording("How old is my sister?"),
    Wording("What is my 5K personal best?", ("26:30",)),
    Wording("What's my personal best for the 5k?", ("26:30",)),
    Wording("What's my best time over 5K?", ("26:30",)),
    Wording("What is my 10K personal best?"),
    Wording("How often do I do yoga?", ("three times a week",)),
    Wording("How many times a week do I do yoga?", ("three times a week",)),
    Wording("How often do I do pilates?"),
    Wording("Where do I do yoga?"),
    Wording("How many films are on my to-watch list?", ("25",)),
    Wording("How long is my to-watch list?", ("25",)),
    Wording("How many films did I watch last month?"),
    Wording("When do I go swimming?", ("Tuesdays at 7 am",)),
    Wording("What time do I swim?", ("7 am",)),
    Wording("How long is my commute?", ("20 minutes", "10 March 2023", "moved to Leeds"), not_known=True),
    Wording("How long does it take me to get to work?", ("20 minutes", "moved to Leeds"), not_known=True),
    Wording("Which gym do I go to?", ("Orinthal", "If I move", "moved to Leeds")),
    Wording("What is my gym?", ("Orinthal", "If I move")),
    Wording("Do I still take piano lessons?", ("Not any more", "2 April 2023")),
    Wording("What is my favourite book?", ("Middlemarch", "4 April 2023")),
    Wording("Who is Emily?", ("sister",)),
    Wording("Do I have a sister?", ("Yes", "Emily")),
    Wording("Do I have any brothers or sisters?", ("Emily",)),
    Wording("Do I have a brother?"),
    Wording("What pets do I have?", ("Biscuit", "cat")),
    Wording("Do I have a cat?", ("Yes", "cat")),
    Wording("When did I start at Crumb & Sons?", ("11 February 2023",)),
    Wording("What's my husband called?", ("Tom",)),
    Wording("What is the front door colour?"),
    Wording("What would I do if I move?"),
)

HELD_OUT = (
    Wording("Where am I living at the moment?", ("Oslo",)),
    Wording("What's my parrot's name?", ("Gizmo",)),
    Wording("Do you know what my bird is called?"),
    Wording("Who are the members of my family?", ("Nils", "Kaja", "Ola")),
    Wording("Tell me about my family.", ("Nils", "Kaja")),
    Wording("Do I smoke?", ("No",)),
    Wording("Do I drink?"),
    Wording("Am I allergic to anything?", ("shellfish",)),
    Wording("Am I allergic to peanuts?"),
    Wording("Have I got any allergies?", ("shellfish",)),
    Wording("What are my kids called?", ("Kaja", "Ola")),
    Wording("Do I have children?", ("Kaja",)),
    Wording("Do I have a wife?"),
    Wording("How old is Kaja?", ("seven",)),
    Wording("How old is my daughter?", ("seven",)),
    Wording("How old is my son?"),
    Wording("When is my daughter's birthday?", ("9 June",)),
    Wording("When was Kaja born?", ("9 June",)),
    Wording("When is Ola's birthday?"),
    Wording("Which school does Ola go to?", ("Lakkegata",)),
    Wording("What school does my son attend?", ("Lakkegata",)),
    Wording("What does Nils do?", ("carpenter",)),
    Wording("What does my brother do for work?", ("carpenter",)),
    Wording("In which town does my brother live?", ("Bergen",)),
    Wording("Where is Nils based?", ("Bergen",)),
    Wording("What is my brother called and what does he do?", ("Nils", "carpenter")),
    Wording("Where does my daughter live?"),
    Wording("What's my 10K PB?", ("48:10",)),
    Wording("What is my fastest 10K?", ("48:10",)),
    Wording("What's my marathon personal best?"),
    Wording("How often do I go to the sauna?", ("twice a month",)),
    Wording("How frequently do I visit the sauna?", ("twice a month",)),
    Wording("How often do I see Nils?"),
    Wording("How much money is in my boat fund?", ("4,200",)),
    Wording("How much have I got in the boat fund?", ("4,200",)),
    Wording("How much did the boat cost?"),
    Wording("How many stamps are in my collection?", ("310",)),
    Wording("How many books are on my reading list?", ("12",)),
    Wording("How many books did I finish?"),
    Wording("When is choir practice?", ("Thursdays",)),
    Wording("What time is my choir practice?", ("19:30",)),
    Wording("How far away is the cabin?", ("90 km",)),
    Wording("Where do I have lunch?", ("canteen", "3 May 2024", "left Halden Bank"), not_known=True),
    Wording("What's my bonus?", ("10%", "3 May 2024"), not_known=True),
    Wording("Who is my tax adviser?", ("Pia", "When I leave the bank", "left Halden Bank")),
    Wording("Who does my taxes?", ("Pia",)),
    Wording("Do I still go to the chess club?", ("Not any more", "15 April 2024")),
    Wording("Where did I work before Fjordline?", ("Halden",)),
    Wording("Where do I work and where do I live?", ("Fjordline", "Oslo")),
    Wording("Who is my boss?"),
)
