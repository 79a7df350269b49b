"""Generates episodes: some 8 to 14 sessions with values of their own, the same for the same seed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from daybook.conversation import Role
from daybook.retrieve.packing import estimate_tokens
from daybook.text.english.words import words_of
from daybook_eval.data.build import Fillers, fillers_of
from daybook_eval.data.cases import read_cases
from daybook_eval.meme.episode import Episode, EpisodeSession, EpisodeTurn, QuestionBlock, read_episodes
from daybook_eval.meme.plot import Plot, Saying, interleave, plot_episode
from daybook_eval.meme.wordings import (
    DEVELOPMENT,
    DOMAINS,
    PERSONAL_LIFE,
    SOFTWARE_PROJECT,
    Chatter,
    read_words,
)

BEGAN = datetime(2024, 2, 5, 8, 0, tzinfo=UTC)
_PREFIXES = {PERSONAL_LIFE: "pl", SOFTWARE_PROJECT: "sw"}
_PER_SESSION = (1, 2, 2, 3)
"""How many sayings a session holds at most, drawn anew for each."""
_BEFORE_ASKING = timedelta(minutes=45)


def generate_episode(*, seed: int, domain: str, words: str = DEVELOPMENT) -> Episode:
    """Make an episode of a domain without fillers, in one of the SETS of wordings; raises as `read_words`."""
    chosen = read_words(words)
    random = Random(f"{words} {domain} {seed}")
    plot = plot_episode(chosen.of(domain), random)
    sittings = list(_sittings(plot, random))
    told_before = len(sittings) - 1
    sittings += [[saying] for saying in random.sample(plot.turns, len(plot.turns))]
    sessions = tuple(_sessions([*sittings, []], chosen.chatter, random))
    return Episode(
        episode_id=f"{_PREFIXES[domain]}_{seed:03}",
        domain=domain,
        root=plot.root.entity,
        root_change=plot.change,
        entities=plot.entities,
        dependency_edges_used=tuple(plot.edges),
        tasks=tuple(plot.tasks),
        sessions=sessions,
        before_questions=QuestionBlock(
            timestamp=sessions[told_before].timestamp + _BEFORE_ASKING,
            position_after_session=told_before,
            questions=tuple(plot.before),
        ),
        after_questions=QuestionBlock(
            timestamp=sessions[-1].timestamp + timedelta(days=1),
            position_after_session=len(sessions) - 1,
            questions=plot.after,
        ),
    )


def _sessions(sittings: Iterable[list[Saying]], chatter: Chatter, random: Random) -> Iterator[EpisodeSession]:
    """Date the sittings, some days apart and at any hour of the day; one that tells nothing is filler."""
    day = BEGAN
    for number, sayings in enumerate(sittings):
        day += timedelta(days=random.randint(1, 6))
        started_at = day + timedelta(minutes=random.randrange(14 * 60))
        yield EpisodeSession(
            session_id=f"evidence_{number:02}" if sayings else "closing_talk",
            type="evidence" if sayings else "filler",
            timestamp=started_at,
            conversation=tuple(_conversation(sayings, chatter, random)),
            facts=tuple(saying.fact for saying in sayings),
        )


def _sittings(plot: Plot, random: Random) -> Iterator[list[Saying]]:
    """Spread what is told before the change; two sayings of one line are never told in one sitting."""
    root, *others = plot.lines
    told: list[Saying] = list(root)
    lines: set[int] = set()
    limit = 1
    for line, saying in interleave(others, random):
        if len(told) >= limit or line in lines:
            yield told
            told, lines, limit = [], set(), random.choice(_PER_SESSION)
        told.append(saying)
        lines.add(line)
    yield told


def _conversation(sayings: Iterable[Saying], chatter: Chatter, random: Random) -> Iterator[EpisodeTurn]:
    for saying in sayings:
        ask, reply = small_talk(chatter, random, sentences=2)
        texts = random.choice([(saying.text,), (saying.text, ask), (ask, saying.text)])
        thanks = random.choice(chatter.acknowledgements)
        yield EpisodeTurn(role=Role.USER, content=" ".join(texts))
        yield EpisodeTurn(role=Role.ASSISTANT, content=thanks if len(texts) == 1 else f"{thanks} {reply}")
    ask, reply = small_talk(chatter, random, sentences=3)
    yield EpisodeTurn(role=Role.USER, content=ask)
    yield EpisodeTurn(role=Role.ASSISTANT, content=reply)


def small_talk(chatter: Chatter, random: Random, *, sentences: int) -> tuple[str, str]:
    """Make a question about the world and a reply of so many sentences; neither tells of the owner."""
    topic = random.choice(chatter.topics)
    reply = " ".join(random.sample(chatter.sentences, sentences)).format(t=topic)
    return random.choice(chatter.asks).format(t=topic), reply


Conversation = tuple[EpisodeTurn, ...]

_ROUNDS = 6
_SENTENCES = 11
"""Rounds of a session of chatter, and sentences of a reply: about 1,100 tokens in all."""
_DRAWN = 400
"""Sessions of a data file that are looked through for one episode."""


def fill_episode(
    episode: Episode, conversations: Iterable[Conversation], *, tokens: int, random: Random
) -> Episode:
    """Put conversations of so many tokens into the gaps of an episode, before and after it as well.

    The last conversation may exceed the tokens; `random` chooses gaps and moments.
    """
    gaps: list[list[Conversation]] = [[] for _ in range(len(episode.sessions) + 1)]
    left = tokens
    for conversation in conversations if tokens else ():
        random.choice(gaps).append(conversation)
        left -= sum(estimate_tokens(turn.content) for turn in conversation)
        if left <= 0:
            break
    sessions: list[EpisodeSession] = []
    places: list[int] = []
    for place, gap in enumerate(gaps):
        moments = _moments(episode, place, len(gap), random)
        sessions += [
            EpisodeSession(
                session_id=f"filler_{place:02}_{number}", type="filler", timestamp=moment, conversation=filler
            )
            for number, (filler, moment) in enumerate(zip(gap, moments, strict=True))
        ]
        if place < len(episode.sessions):
            places.append(len(sessions))
            sessions.append(episode.sessions[place])
    before, after = episode.before_questions, episode.after_questions
    moved = {"position_after_session": places[before.position_after_session]}
    return episode.model_copy(
        update={
            "sessions": tuple(sessions),
            "before_questions": before.model_copy(update=moved),
            "after_questions": after.model_copy(update={"position_after_session": len(sessions) - 1}),
        }
    )


def chatter_sessions(chatter: Chatter, random: Random) -> Iterator[Conversation]:
    """Make talk about the world without end."""
    while True:
        rounds = [small_talk(chatter, random, sentences=_SENTENCES) for _ in range(_ROUNDS)]
        yield tuple(
            EpisodeTurn(role=role, content=text)
            for ask, reply in rounds
            for role, text in ((Role.USER, ask), (Role.ASSISTANT, reply))
        )


def sessions_of_a_file(fillers: Fillers, episode: Episode, random: Random) -> Iterator[Conversation]:
    """Draw sessions in which no user turn has two words of one question of the episode, or one of its values.

    They would tell of the same thing otherwise, and of somebody else.
    """
    asked = [frozenset(words_of(task.question_template)) for task in episode.tasks]
    values = [entity.before.casefold() for entity in episode.entities.values() if entity.before]
    for session in fillers.draw(_DRAWN, random):
        said = [turn.content for turn in session.turns if turn.role is Role.USER]
        words = [frozenset(words_of(text)) for text in said]
        alike = any(len(question & word) > 1 for question in asked for word in words)
        if not alike and not any(value in text.casefold() for value in values for text in said):
            yield tuple(EpisodeTurn(role=turn.role, content=turn.content) for turn in session.turns)


def _moments(episode: Episode, place: int, count: int, random: Random) -> list[datetime]:
    """Draw moments between two sessions: after what was asked there, before what comes."""
    sessions, before, after = episode.sessions, episode.before_questions, episode.after_questions
    end = sessions[place].timestamp if place < len(sessions) else after.timestamp
    start = sessions[place - 1].timestamp if place else end - timedelta(days=5)
    if place == before.position_after_session + 1:
        start = max(start, before.timestamp)
    drawn = sorted(start + (end - start) * random.uniform(0.05, 0.95) for _ in range(count))
    return [moment.replace(second=0, microsecond=0) for moment in drawn]


def conditions(
    seeds: Sequence[int],
    fillers: Sequence[int],
    *,
    words: str = DEVELOPMENT,
    fillers_from: Path | None = None,
    data: Path | None = None,
) -> dict[str, list[Episode]]:
    """Make or read episodes, and fill them in every condition: so many tokens of unrelated talk.

    For each seed there is an episode of each domain, unless `data` has others. The talk is generated, or the
    sessions of a file of questions.

    Raises:
        BadInput: a file cannot be read, or there is no such set of wordings.
    """
    source, episodes = f"{words} episodes", list[Episode]()
    if data:
        source, episodes = data.name, read_episodes(data)
    else:
        for seed in seeds:
            episodes += [generate_episode(seed=seed, domain=domain, words=words) for domain in DOMAINS]
    with fillers_of(read_cases(fillers_from)) if fillers_from else nullcontext() as pool:
        return {
            f"{source}, {tokens} filler tokens": [
                _filled(episode, tokens, pool, words) if tokens else episode for episode in episodes
            ]
            for tokens in fillers
        }


def _filled(episode: Episode, tokens: int, pool: Fillers | None, words: str) -> Episode:
    random = Random(f"{episode.episode_id} {tokens}")
    if pool:
        talk = sessions_of_a_file(pool, episode, random)
    else:
        talk = chatter_sessions(read_words(words).chatter, random)
    return fill_episode(episode, talk, tokens=tokens, random=random)
