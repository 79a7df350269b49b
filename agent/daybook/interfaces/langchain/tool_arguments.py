"""What each tool is called, when a model is to call it, and with what. The owner is never among it."""

from __future__ import annotations

from pydantic import BaseModel, Field

SEARCH, ASK, REMEMBER = "search_memory", "ask_memory", "remember"
LIST, CORRECT, FORGET = "list_facts", "correct_fact", "forget_memory"
RECALLING = frozenset({SEARCH, ASK, LIST})
"""The tools that show what memory holds."""

MOST_ROUNDS = 20
"""That one search gives."""


class SearchArguments(BaseModel):
    """Find what the user and you said about something in earlier conversations, word for word and dated.

    Call this before you answer whenever the user refers to something said before, or when a good answer needs
    to know them: their people, plans, tastes, work, health, past. An empty result means that memory has
    nothing on it.
    """

    query: str = Field(
        min_length=1, description="what to look for, in plain words or as a question; names and dates help"
    )
    limit: int = Field(5, ge=1, le=MOST_ROUNDS, description="how many passages at most")


class AskArguments(BaseModel):
    """Have one question about the user or earlier conversations answered from memory, with its evidence.

    Call this when the user asks for something they told you: a name, a date, how many, which was first, what
    it is now. The answer says whether it is known: where it is not, tell the user so instead of guessing.
    """

    question: str = Field(
        min_length=1, description="a complete question that stands alone, such as: Where do I work now?"
    )


class RememberArguments(BaseModel):
    """Keep something that the user said, so that later conversations know it.

    Call this when the user asks you to remember something, or tells something lasting about themselves: who
    they are, what they like or cannot have, what is planned, what has changed. Do not keep what you looked
    up, what a tool or a document says, or what memory itself gave you.
    """

    user_said: str = Field(
        description="the user's own words in the first person, whole sentences: I moved to Porto in May."
    )


class ListArguments(BaseModel):
    """List the facts that are known about the user, each with its id, its day and the words it rests on.

    Call this when the user asks what you know about them, and before correct_fact or forget_memory, to find
    the id of a fact.
    """

    about: str = Field(
        "", description="words that narrow it down, such as: job, sister, food; all where empty"
    )
    history: bool = Field(False, description="list also what held once and does no more")


class CorrectArguments(BaseModel):
    """Put the right value in the place of a fact that is wrong.

    Call this when the user says that something you know of them is wrong. Take the id from list_facts.
    """

    record_id: str = Field(description="of the wrong fact, as list_facts gives it")
    value: str = Field(description="the right value alone, as the user gives it: Porto")


class ForgetArguments(BaseModel):
    """Forget something for good, in two steps, with the user's agreement between them.

    Call it first without a confirmation: nothing is removed, and you get the words that would go. Show the
    user these words and ask whether they are to go. Only after the user has agreed, in a message of their
    own, call it again with the same argument and the confirmation. Name exactly one: a fact, a passage or a
    phrase.
    """

    record_id: str = Field("", description="of a fact, as list_facts gives it")
    round_id: str = Field("", description="of a passage, as search_memory gives it")
    phrase: str = Field("", description="words: every sentence that holds them would go")
    confirmation: str = Field("", description="as the first call gave it, once the user has agreed")
