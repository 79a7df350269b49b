"""How sure a wish or a plan is to be worth a record.

People ask an assistant for help with what they want at the moment: "I want to read up on tides", "I'm
planning a dinner for Friday". That is true, and of no use a week later. What changes a life, a skill or an
achievement is aimed at for longer than a conversation; anything else waits in quarantine until it is heard
again in another session.
"""

from __future__ import annotations

import re

PASSING = 0.45
"""Of what is wished for in passing: under the threshold of writing, and over that of dropping."""
ERRAND = 0.25
"""Of what is to be done, made or found out: it is not so much as kept waiting, since who asks for the same
kind of help twice has not told anything of themselves either."""
_AIMS = re.compile(
    r"to\s+(?:be\s+an?\s+(?!part|bit)|become\s|own\s|quit\s|retire|adopt\s|major\s|graduate|climb\s|marry|volunteer\b"
    r"|learn\s+(?:to\s|how\s+to\s|(?-i:[A-Z])|(?:an?|another)\s+(?:foreign\s+|new\s+)?(?:language|instrument))"
    r"|(?:visit|travel|move|go|fly|return|emigrate)\s+(?:back\s+)?(?:to\s+)?(?:the\s+)?(?-i:[A-Z])"
    r"|(?:visit|see|travel|sail)\s+(?:around\s+|to\s+)?(?:the\s+world|every\s|all\s)"
    r"|(?:move|go\s+back)\s+(?:to|out|abroad|in\s+with)\b|live\s+(?:in|on|by|near|abroad|off|closer)\b"
    r"|(?:open|start|run|own|build)\s+(?:up\s+)?(?:an?|my)\s+(?:[\w-]+\s+){0,2}(?:business|company|shop|cafe|restaurant|bakery"
    r"|family|degree|farm|house|home|cabin|boat|canoe|marathon|half[\s-]marathon|triathlon|career|charity|studio|studies)\b"
    r"|(?:write|publish|finish)\s+(?:an?|my)\s+(?:[\w-]+\s+){0,2}(?:book|novel|memoir|album|degree|thesis|phd)\b"
    r"|run\s+an?\s|have\s+(?:kids|children|a\s+(?:family|baby|dog|cat|farm))|get\s+(?:married|divorced|pregnant|fit|sober"
    r"|(?:back\s+)?in(?:to)?\s+shape|better\s+at|an?\s+(?:degree|dog|cat|puppy|tattoo|phd|new\s+job|divorce)|my\s)"
    r"|buy\s+an?\s+(?:[\w-]+\s+)?(?:house|home|flat|apartment|boat|farm|car)\b|lose\s+(?:weight|\w+\s+(?:pounds|kilos|kg|lbs))"
    r"|(?:stop|give\s+up|cut\s+down\s+on)\s+(?:smoking|drinking|alcohol|sugar|meat)|take\s+up\s|play\s+the\s"
    r"|(?:swim|cycle|bike|sail|row|ride|hike|walk|cross|run)\s+(?:the|across|around|from|to|all|my\s+first|an?)\s|master\s"
    r"|qualify\s|restore\s|pay\s+off|win\s|pass\s+my|finish\s+my|read\s+(?-i:[A-Z])|see\s+(?:the\s+)?(?:northern|(?-i:[A-Z]))"
    r"|build\s+(?:my(?:self)?|our)\s|keep\s+(?:bees|chickens|goats)|eat\s+(?:less|more|better|health)|work\s+(?:as|for|abroad)\b|teach\s+\w+|study\s+(?!for\b|it\b|this\b|the\b))",
    re.IGNORECASE,
)
_HORIZON = re.compile(
    r"\b(?:one\s+day|some\s?day|eventually|in\s+my\s+life|before\s+I\s+(?:turn|die|am|retire)|by\s+the\s+time\s+I"
    r"|(?:this|next)\s+year|by\s+20\d\d|bucket\s+list|new\s+year|(?:in|within)\s+(?:\w+\s+){1,2}years?"
    r"|by\s+the\s+end\s+of\s+the\s+year|before\s+(?:my\s+\w+\s+birthday|I\s+retire|long))\b",
    re.IGNORECASE,
)
"""How far off something is aimed at."""
_LASTING = re.compile(
    r"(?:to\s+)?(?:mov(?:e|ing)|relocat\w+|emigrat\w+|marry\w*|get(?:ting)?\s+(?:married|divorced|an?\s+(?:dog|cat|puppy)|my\s+(?:degree|master|phd|licen[cs]e|braces))"
    r"|retir\w+|graduat\w+|adopt\w*\s+(?:an?|another|two|three)\b|enrol\w*|study\w*|propos\w+|quit\w*|becom\w+|(?:my|our|an?)\s+wedding"
    r"|hav(?:e|ing)\s+(?:a\s+baby|kids|children)|go(?:ing)?\s+(?:back\s+)?to\s+(?:college|university|\w+\s+school)"
    r"|(?:run|running|train\w*\s+for)\s+an?\s+(?:half|full|marathon|triathlon|5k|10k)"
    r"|(?:buy|sell|build|open|start|launch)(?:ing)?\s+(?:an?|my|our)\s+(?:[\w'-]+\s+){0,2}(?:house|home|flat|apartment"
    r"|business|company|shop|cafe|restaurant|family|degree|master\S*|phd|program|job|career)\b)",
    re.IGNORECASE,
)
_SIGHT = re.compile(
    r"(?:to\s+)?(?:visit\s+the\s|(?:visit|see|go|get\s+my)\b.*\b(?:as\s+well|too|soon|and|in)\b)",
    re.IGNORECASE,
)
"""What is seen on a journey, and is no aim of its own."""
_ERRAND = re.compile(
    r"(?:to\s+)?(?:(?:make|writ|prepar|giv|creat|draft|present|organi[sz]|plan|discuss|explor|find|check|look|buy|order"
    r"|pick|cook|bak|watch|try|us|do|set|figur|focus|compar|choos|explain|bring|pack|wear|attend|host|book|invit|meet|call"
    r"|email|clean|wash|fix|add|updat|submit|ask|talk|go|get|tak|send|shar|show|work|put|read|hav|visit|add|includ|head|spend"
    r"|start|continu|sign|implement|develop|design|improv|shop|design|test|implement|build|publish|conduct|launch|cover|hold)"
    r"(?:e|s|es|ing|ting|ning)?|understand\w*|know|learn\s+(?:more|about)|(?:an?|the|my|our|some)\s)\b",
    re.IGNORECASE,
)
_JOURNEY = re.compile(
    r"(?:.*\b(?:trip|holiday|vacation|honeymoon|journey|trek|cruise|tour|travel|fly|go)\s+(?:around|in|through|to)"
    r"|travel(?:l?ing)?\s+(?:around|in|through|to))\s+(?:the\s+)?(?-i:[A-Z])",
    re.IGNORECASE,
)


def of_an_aim(wish: str, *, long_held: bool) -> float:
    """Give the reliability of a wish.

    Args:
        wish: what follows "I want": "to learn Welsh".
        long_held: whether it has been wanted until now: "I have always wanted".
    """
    if long_held or _HORIZON.search(wish):
        return 0.7
    return 0.6 if _AIMS.match(wish) and not _SIGHT.match(wish) else PASSING


def of_a_plan(doing: str) -> float:
    """Give the reliability of a plan: of "get married", "a trip to Rome", "wash the car"."""
    if _LASTING.match(doing) or (_AIMS.match(f"to {doing}") and not _SIGHT.match(doing)):
        return 0.7
    if _JOURNEY.match(doing):
        return 0.6
    return ERRAND if _ERRAND.match(doing) else PASSING
