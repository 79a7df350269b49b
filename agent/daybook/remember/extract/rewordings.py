"""Roundabout wordings, said plainly, so that templates need to know the plain one only.

"Lisbon is home these days" is "I live in Lisbon". A rewording keeps what was said to be new ("now").
"""

# ruff: noqa: E501 - a rule a row, however long, is what can be read

from __future__ import annotations

import re

from daybook.remember.extract.lexicon_people import RELATIVES

_FRESH = r"(?P<now>now\s+|currently\s+|these\s+days\s+)?"
_NAME = r"(?P<v>(?-i:[A-Z])[\w.'’&-]*(?:\s+(?:of\s+|the\s+|&\s+|and\s+)?(?-i:[A-Z])[\w.'’&-]*)*)"
_NEW = r"new\s+favourite\s+(?P<k>[\w ]{3,20}?)(?:\s*:|,|\s+is|\s+-)\s+(?:(?:it|which|that)\s+is\s+|called\s+|namely\s+)?(?P<v>.+)"
_WHO = (
    r"(?P<v>(?!(?:I|He|She|It|This|That|They|We|You|There|Here|What|Who|Which|The|My)\b)(?-i:[A-Z][\w'-]+))"
)
_THING = r"(?P<v>(?!it\b|that\b|this\b|he\b|she\b|they\b|there\b|which\b|what\b|you\b|I\b|my\b|those\b|these\b)[\w'’& -]{2,40}?)"
_KIN = "|".join(map(re.escape, RELATIVES))
_TABLE = (
    # who
    (r"(?:the\s+name\s+is|this\s+is|it\s+is)\s+(?P<v>(?-i:[A-Z][a-z]+))(?:\s+here)?$", "my name is {v}"),
    (r"(?P<v>(?-i:[A-Z][a-z]+))\s+here$", "my name is {v}"),
    (r"(?:everyone|everybody|people|friends|my\s+friends)\s+(?:just\s+)?calls?\s+me\s+(?P<v>(?-i:[A-Z][a-z]+)).*", "my name is {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:turned|will\s+be\s+turning|hit)\s+(?P<v>\d{2})\b.*", "I am {v} years old"),
    (r"(?:at|aged)\s+(?P<v>\d{2})$", "I am {v} years old"),
    (r"my\s+age\s+is\s+(?P<v>\d{2})\b.*", "I am {v} years old"),
    (r"my\s+birthday\s+(?:falls|lands)\s+on\s+(?P<v>.+)", "my birthday is {v}"),
    (r"(?:you\s+can|please|just)\s+call\s+me\s+(?P<v>(?-i:[A-Z][a-z]+)).*", "my name is {v}"),
    (r"my\s+name\s+is\s+(?:spelled|spelt|written|pronounced|actually|really)\s+(?P<v>(?-i:[A-Z][a-z]+)).*", "my name is {v}"),
    # who somebody is, what something is
    (rf"{_WHO}\s+is\s+(?:my|our)\s+(?P<k>(?:(?:new|little|big|older|younger|twin)\s+)?(?:{_KIN}|dog|cat|horse|puppy|kitten|parrot|rabbit))(?=\s+(?:and|now|too|since)\b|,|$).*", "my {k} is called {v}"),
    (rf"{_WHO},\s+(?:my|our)\s+(?P<k>(?:(?:new|little|big|older|younger|twin)\s+)?(?:{_KIN}|dog|cat|horse|puppy|kitten|parrot|rabbit))(?=,|$|\s+since\b).*", "my {k} is called {v}"),
    (rf"I\s+am\s+(?:now\s+)?with\s+{_WHO}(?:\s+now)?,\s+my\s+(?P<k>(?:new\s+)?(?:partner|boyfriend|girlfriend|husband|wife|fiance|fiancée?))\b.*", "my new {k} is called {v}"),
    (r"I\s+meant\s+(?P<v>[\w' -]{2,30}?)\s*[:,;–-]\s*(?:that|it|this|which)\s+is\s+(?P<k>(?:my|the|where|what|who)\s.+)", "{k} is {v}"),
    (r"(?:wait,?\s+)?(?:it|that)\s+is\s+(?P<v>(?-i:[A-Z])[\w' -]{1,30}?)\s+(?:that\s+|which\s+|where\s+|whom\s+)?I\s+(?P<k>(?:work|live|study)\s+(?:for|at|in)|drive|speak|play|study|support)(?:,?\s+(?:and\s+)?not\s+(?P<w>.+)|\s+now)?$", "I {k} {v}, not {w}"),
    (rf"I\s+(?:have\s+|have\s+got\s+|found\s+|have\s+found\s+|have\s+discovered\s+)an?\s+{_NEW}", "my favourite {k} is {v}"),
    (rf"(?:my\s+|there\s+is\s+an?\s+)?{_NEW}", "my favourite {k} is {v}"),
    (rf"{_THING}\s+(?:has|have)\s+(?:replaced|overtaken|dethroned|beaten|ousted|displaced)\s+(?P<w>[\w' -]{{2,30}}?)\s+as\s+my\s+favourite\s+(?P<k>[\w ]{{3,20}})\b.*", "my favourite {k} is {v} instead of {w}"),
    (rf"{_THING}\s+(?:is|are)\s+now\s+my\s+favourite\s+(?P<k>[\w ]{{3,20}}?)(?:,.*|\s+(?:and|but|instead)\b.*)?$", "my favourite {k} is {v}"),
    # where
    (rf"(?:home|my\s+home|base|my\s+base)\s+(?:for\s+(?:me|us)\s+)?(?:these\s+days\s+)?is\s+{_FRESH}(?:in\s+)?{_NAME}.*", "I {now}live in {v}"),
    (rf"{_NAME}\s+(?:is|has\s+been)\s+(?P<now>now\s+)?(?:where\s+(?:I|we)\s+(?:live|am\s+based)|my\s+home(?:town)?\s+now|(?:my\s+)?home)\b.*", "I {now}live in {v}"),
    (r"I\s+(?P<now>now\s+)?call\s+(?P<v>[\w' -]+?)\s+(?:my\s+)?home\b.*", "I {now}live in {v}"),
    (r"I\s+(?:have\s+)?(?P<now>just\s+|now\s+|recently\s+|finally\s+)?(?:settled(?:\s+down)?|set\s+up\s+home|put\s+down\s+roots)\s+in\s+(?P<v>.+)", "I moved to {v}"),
    (r"(?:my|our)\s+(?:new\s+|current\s+)?(?:place|flat|apartment|house|home)\s+is\s+(?:now\s+)?in\s+(?P<v>.+)", "I live in {v}"),
    (r"I\s+am\s+(?P<now>now\s+)?(?:back\s+)?(?:living|residing|based|settled|staying\s+permanently)\s+(?:back\s+)?in\s+(?P<v>.+)", "I {now}live in {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:moved|gone|come)\s+back\s+to\s+(?P<v>(?-i:[A-Z]).+)", "I moved to {v}"),
    (rf"I\s+am\s+back\s+in\s+{_NAME}(?:\s+(?:now|again|for\s+good|permanently))*$", "I moved to {v}"),
    (rf"(?:I\s+)?not\s+in\s+{_NAME}\s+(?:anymore|any\s+more|any\s+longer)$", "I no longer live in {v}"),
    (rf"I\s+am\s+(?:not\s+in|no\s+longer\s+in)\s+{_NAME}(?:\s+(?:anymore|any\s+more|any\s+longer|now))*$", "I no longer live in {v}"),
    (rf"I\s+(?:have\s+)?(?:just\s+|recently\s+)?moved\s+(?:out\s+of|away\s+from)\s+{_NAME}.*", "I no longer live in {v}"),
    (r"I\s+hail\s+from\s+(?P<v>.+)", "I am from {v}"),
    (r"I\s+come\s+from\s+(?P<v>(?-i:[A-Z]).+)", "I am from {v}"),
    (r"I\s+spent\s+my\s+childhood\s+in\s+(?P<v>.+)", "I grew up in {v}"),
    # work
    (r"I\s+(?P<now>now\s+)?(?:earn|make)\s+(?:my|a)\s+living\s+as\s+(?P<v>.+)", "I {now}work as {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+)?(?:been\s+)?(?:hired|taken\s+on|employed)\s+as\s+(?P<v>.+)", "I now work as {v}"),
    (r"by\s+(?:trade|profession|training|day)\s+I\s+am\s+(?P<v>.+)", "I am {v}"),
    (r"my\s+(?:day\s+)?job\s+(?:is|was)\s+(?:as\s+|being\s+|working\s+as\s+)(?P<v>an?\s.+)", "I work as {v}"),
    (r"my\s+(?:new\s+|current\s+)?(?:job|position|role)\s+is\s+(?:at|with)\s+(?P<v>.+)", "I work at {v}"),
    (r"my\s+(?:new\s+|current\s+)?employer\s+is\s+(?:now\s+)?(?P<v>.+)", "I work for {v}"),
    (r"I\s+am\s+(?P<now>now\s+)?(?:employed|working)\s+(?:by|at|with|over\s+at)\s+(?P<v>.+)", "I {now}work at {v}"),
    (rf"I\s+(?:am|have\s+been)\s+(?P<now>now\s+)?with\s+{_NAME}(?:\s+(?:for|since|as)\b.*)$", "I {now}work at {v}"),
    (rf"I\s+am\s+(?P<now>now\s+)?at\s+{_NAME}\s+(?:as|since|these\s+days|nowadays|now)\b.*", "I {now}work at {v}"),
    (rf"I\s+am\s+now\s+at\s+{_NAME}$", "I now work at {v}"),
    (r"I\s+(?:was|am|have\s+been|got)\s+(?:just\s+|recently\s+)?(?:promoted\s+to|appointed|made)\s+(?P<v>(?:the\s+)?(?:head|chief|senior|lead|deputy|assistant|manager|director|partner|supervisor|principal)\b.*)", "I now work as {v}"),
    (r"I\s+freelance\s+as\s+(?P<v>.+)", "I work as {v}"),
    (r"I\s+(?:went\s+to|attended|am\s+at)\s+(?P<v>[\w' ]*?(?:University|College|Academy|university|college)\b(?:\s+of\s+(?-i:[A-Z])\w+)?).*", "I studied at {v}"),
    (rf"{_NAME}\s+is\s+my\s+(?:new\s+|current\s+)?employer\b.*", "I work at {v}"),
    (rf"{_NAME}\s+(?:has\s+)?(?:just\s+)?hired\s+me\b.*", "I now work at {v}"),
    (rf"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:joined|moved\s+over\s+to|been\s+hired\s+(?:by|at)|got\s+hired\s+(?:by|at)|signed\s+on\s+with)\s+{_NAME}\b(?!\s+(?:club|gym|team|group)).*", "I now work at {v}"),
    (r"I\s+(?:have\s+)?(?:handed\s+in\s+my\s+(?:notice|resignation)|resigned|gave\s+(?:in\s+)?my\s+notice|got\s+(?:fired|laid\s+off)|was\s+(?:fired|laid\s+off|let\s+go|made\s+redundant)|lost\s+my\s+job|stepped\s+down)\b.*", "I quit my job"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:left|changed|switched|swapped)\s+(?:my\s+)?(?:jobs?|employers?|compan(?:y|ies))\b$", "I left my employer"),
    (r"I\s+am\s+out\s+of\s+work\b.*", "I am unemployed"),
    (r"I\s+am\s+between\s+jobs\b.*", "I am unemployed"),
    # what must not be
    (r"(?P<v>[\w' -]{3,30}?)\s+(?:makes?|made)\s+me\s+(?:break\s+out|come\s+out)\s+in\s+(?:hives|a\s+rash).*", "I am allergic to {v}"),
    (r"(?P<v>(?!it\b|that\b|this\b|they\b)[\w' -]{3,30}?)\s+makes?\s+me\s+(?:ill|sick|throw\s+up)$", "I cannot eat {v}"),
    (r"(?P<v>[\w' -]{3,30}?)\s+(?:gives?)\s+me\s+(?:hives|an?\s+(?:allergic\s+reaction|rash)).*", "I am allergic to {v}"),
    (r"I\s+(?:break|come)\s+out\s+in\s+(?:hives|a\s+rash)\s+(?:when(?:ever)?|if|after|from)\s+(?:I\s+)?(?:eat|eating|have|having|touch|touching)?\s*(?P<v>.+)", "I am allergic to {v}"),
    (r"I\s+(?:have|get|had)\s+(?:an?\s+)?(?:bad|severe|nasty|serious|strong)?\s*(?:allergic\s+)?reactions?\s+to\s+(?P<v>(?!that|this|it).+)", "I am allergic to {v}"),
    (r"my\s+(?P<v>[\w -]{3,25}?)\s+allergy\b.*", "I am allergic to {v}"),
    (r"I\s+(?:was|got|have\s+been)\s+diagnosed\s+with\s+an?\s+(?P<v>[\w -]{3,25}?)\s+allergy\b.*", "I am allergic to {v}"),
    (r"(?P<v>(?!it\b|that\b|this\b)[\w' -]{3,30}?)\s+(?:is|are)\s+(?:strictly\s+|completely\s+)?(?:a\s+no-go|a\s+no\s+go|not\s+an\s+option|out\s+of\s+the\s+question|off[\s-]limits|off\s+the\s+(?:table|menu)|out)\s+for\s+me\b.*", "I do not eat {v}"),
    (r"I\s+(?:am\s+avoiding|avoid|steer\s+clear\s+of|stay\s+away\s+from|do\s+not\s+touch|do\s+not\s+do|eat\s+no|have\s+cut\s+out|cut\s+out|have\s+gone\s+off|swore\s+off|have\s+sworn\s+off)\s+(?:eating\s+)?(?:all\s+|any\s+)?(?P<v>(?:red\s+)?(?:meat|dairy|gluten|sugar|pork|beef|alcohol|wheat|caffeine|coffee|shellfish|seafood|fish|eggs|nuts|soy|carbs|bread|milk|lactose|cheese|fried\s+food|processed\s+food|animal\s+products)\b.*)", "I do not eat {v}"),
    (r"no\s+(?P<v>(?:red\s+)?(?:meat|dairy|gluten|pork|beef|alcohol|wheat|shellfish|seafood|fish|eggs|nuts|soy))\s+for\s+me\b.*", "I do not eat {v}"),
    (r"I\s+(?:keep|eat|follow)\s+(?:an?\s+|only\s+)?(?:strictly\s+|strict\s+)?(?P<v>kosher|halal|vegan|vegetarian|gluten[\s-]free|keto|paleo|plant[\s-]based|low[\s-]carb|pescatarian)\b.*", "I am {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:gone|turned|went|become|became)\s+(?P<v>vegan|vegetarian|pescatarian|keto|paleo|gluten[\s-]free|dairy[\s-]free|plant[\s-]based)\b.*", "I am now {v}"),
    (r"I\s+(?:do\s+not|never)\s+drink(?:\s+(?:any\s+)?alcohol)?(?:\s+at\s+all)?$|I\s+am\s+(?:teetotal|a\s+teetotall?er|sober)\b.*", "I do not drink alcohol"),
    (r"I\s+(?:was|have\s+been|got)\s+(?:recently\s+|just\s+)?diagnosed\s+(?:with|as)\s+(?P<v>.+)", "I suffer from {v}"),
    (r"I\s+(?:have|have\s+got)\s+an?\s+(?P<v>bad\s+(?:knee|back|hip|heart|shoulder|neck|ankle|wrist)).*", "I suffer from a {v}"),
    # likes
    (rf"{_THING}\s+(?:always\s+|really\s+|just\s+)*(?:makes?|keeps?)\s+me\s+(?:so\s+|very\s+|really\s+)?happy\b.*", "I love {v}"),
    (r"I\s+am\s+(?:(?:more\s+of\s+|definitely\s+|such\s+|totally\s+)*)an?\s+(?:(?:big|huge|total|real|bit\s+of\s+a)\s+)*(?P<v>coffee|tea|wine|beer|whisky|beach|city|mountain|winter|summer|chocolate|pizza|cheese)\s+(?:person|drinker|snob|guy|girl|addict|lover|aficionado|connoisseur)\b.*", "I love {v}"),
    (r"I\s+am\s+not\s+(?:really\s+|much\s+of\s+)?(?:an?\s+)?(?:big\s+|much\s+of\s+an?\s+)?(?P<v>coffee|tea|wine|beer|beach|city|dog|cat)\s+(?:person|drinker)\b.*", "I do not like {v}"),
    (r"I\s+find\s+(?P<v>.+?)\s+(?:really\s+|so\s+|very\s+|quite\s+|pretty\s+)?(?:boring|dull|tedious|annoying|disgusting|gross|awful|unbearable|overrated)$", "I do not like {v}"),
    (r"I\s+find\s+(?P<v>.+?)\s+(?:really\s+|so\s+|very\s+|quite\s+|pretty\s+)?(?:relaxing|fascinating|delicious|soothing|fun|exciting|enjoyable|amazing|calming)$", "I enjoy {v}"),
    (r"I\s+would\s+rather\s+(?:have|drink|eat|get|take)\s+(?P<v>.+?)\s+than\s+(?P<w>.+)", "I prefer {v} to {w}"),
    (r"I\s+happen\s+to\s+(?P<v>.+)", "I {v}"),
    (r"I\s+am\s+(?:proud|happy|sorry|glad|ashamed|embarrassed)\s+to\s+say\s+(?:that\s+)?I\s+(?P<v>.+)", "I {v}"),
    (r"I\s+have\s+to\s+(?:admit|say|confess)\s+(?:that\s+)?I\s+(?P<v>.+)", "I {v}"),
    (r"there\s+is\s+nothing\s+I\s+(?:love|like|enjoy)\s+more\s+than\s+(?P<v>.+)", "I love {v}"),
    (r"(?:nothing|not\s+much)\s+(?:beats|tops)\s+(?P<v>(?!that|it\b|this).+)", "I love {v}"),
    (r"I\s+(?:cannot|never)\s+get\s+enough\s+of\s+(?P<v>.+)", "I love {v}"),
    (r"I\s+have\s+(?:always\s+)?(?:had\s+)?an?\s+(?:soft\s+spot|weakness|thing|passion|love|fondness|real\s+love|sweet\s+spot|obsession|taste)\s+(?:for|with)\s+(?P<v>.+)", "I love {v}"),
    (rf"{_THING}\s+(?:is|are)\s+(?:so\s+|really\s+|totally\s+|very\s+much\s+)?(?:my\s+(?:thing|jam|passion|cup\s+of\s+tea|happy\s+place)|right\s+up\s+my\s+alley)\b.*", "I love {v}"),
    (rf"{_THING}\s+(?:is|are)\s+(?:really\s+|just\s+|so\s+|definitely\s+)?not\s+(?:really\s+)?(?:my\s+(?:thing|jam|cup\s+of\s+tea)|for\s+me|to\s+my\s+taste)\b.*", "I do not like {v}"),
    (rf"{_THING}\s+(?:does|do)\s+nothing\s+for\s+me\b.*", "I do not like {v}"),
    (rf"{_THING}\s+(?:really\s+)?(?:disgusts?|bores?|annoys?|grosses|repulses?)\s+me\b.*", "I dislike {v}"),
    (rf"{_THING}\s+(?:really\s+|always\s+)?(?:scares?|terrif(?:y|ies)|frightens?|creeps?)\s+me\b.*", "I am afraid of {v}"),
    (r"I\s+have\s+a\s+(?:fear|phobia)\s+of\s+(?P<v>.+)", "I am afraid of {v}"),
    (r"I\s+(?:do\s+not\s+care|have\s+never\s+cared)\s+(?:much\s+)?for\s+(?P<v>.+)", "I do not like {v}"),
    (r"I\s+(?:have\s+)?(?:really\s+)?(?:grown|come|learned)\s+to\s+(?P<how>love|like|enjoy|hate)\s+(?P<v>.+)", "I {how} {v}"),
    (r"I\s+(?:have\s+)?(?:gone\s+off|lost\s+my\s+taste\s+for|grown\s+tired\s+of|am\s+(?:sick|tired)\s+of|am\s+over(?!\s+the\s+moon))\s+(?P<v>.+)", "I do not like {v}"),
    (r"I\s+(?:cannot|do\s+not)\s+(?:stomach|bear|abide|tolerate)\s+(?P<v>.+)", "I cannot stand {v}"),
    (r"I\s+am\s+(?:mad|wild|nuts|crazy|passionate|enthusiastic)\s+(?:about|for)\s+(?P<v>.+)", "I love {v}"),
    (rf"{_THING}\s+(?:is|are)\s+my\s+(?:go-to|favourite\s+thing)\b.*", "I love {v}"),
    (r"my\s+(?P<k>[\w ]+?)\s+of\s+choice\s+is\s+(?P<v>.+)", "my favourite {k} is {v}"),
    (r"my\s+go-to\s+(?P<k>[\w ]+?)\s+is\s+(?P<v>.+)", "my favourite {k} is {v}"),
    (r"the\s+(?P<k>[\w ]{3,20}?)\s+I\s+(?:like|love)\s+(?:the\s+)?(?:best|most)\s+is\s+(?P<v>.+)", "my favourite {k} is {v}"),
    (rf"{_THING}\s+is\s+the\s+(?P<k>[\w ]{{3,20}}?)\s+I\s+(?:like|love)\s+(?:the\s+)?(?:best|most)\b.*", "my favourite {k} is {v}"),
    (rf"I\s+(?:have\s+)?(?:always\s+)?(?:support(?:ed)?|roots?\s+for|cheers?\s+for)\s+{_NAME}.*", "I am a fan of {v}"),
    # what is owned
    (r"there\s+is\s+(?P<v>an?\s.+?\s(?:in|on|at)\s+(?:my|our)\s.+)", "I have {v}"),
    (rf"I\s+(?:now\s+)?bank\s+(?:with|at)\s+{_NAME}.*", "my bank is {v}"),
    (r"I\s+am\s+the\s+(?:proud\s+|happy\s+)?(?:new\s+)?owner\s+of\s+(?P<v>.+)", "I own {v}"),
    (r"I\s+(?:share|live\s+in)\s+my\s+(?:flat|home|house|apartment|place|life|bed)\s+with\s+(?P<v>an?\s.+|two\s.+|three\s.+|my\s.+)", "I have {v}"),
    (r"(?P<v>(?:an?|two|three)\s+[\w' -]{2,40}?)\s+(?:lives?|live|stays?)\s+with\s+(?:me|us)\b.*", "I have {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:took\s+in|taken\s+in|brought\s+home|picked\s+up|gotten)\s+(?P<v>(?:an?|two|three)\s+(?:[\w-]+\s+){0,3}(?:dog|cat|puppy|kitten|puppies|kittens|rabbit|hamster|parrot|horse|stray|greyhound|beagle|retriever|terrier)s?\b.*)", "I adopted {v}"),
    (r"I\s+get\s+around\s+(?:on|in|by)\s+(?P<v>(?:an?|my)\s.+)", "I drive {v}"),
    (r"my\s+(?:ride|daily\s+driver|wheels)\s+(?:is|are)\s+(?P<v>an?\s.+)", "I drive {v}"),
    (r"I\s+am\s+(?:dating|seeing|going\s+out\s+with|in\s+a\s+relationship\s+with)\s+(?:(?:an?|this)\s+[\w ]+?\s+(?:called|named)\s+)?(?P<v>(?-i:[A-Z][a-z]+)).*", "I have a partner called {v}"),
    (r"I\s+(?:have\s+)?(?:finally\s+)?got(?:ten)?\s+rid\s+of\s+(?:my|our|the)\s+(?P<v>.+)", "I gave away my {v}"),
    (r"I\s+(?:have\s+)?sold\s+the\s+(?P<v>(?:house|car|flat|apartment|boat|farm|bike|van|truck)\b|(?-i:[A-Z])[\w -]+).*", "I sold my {v}"),
    # what is done
    (r"I\s+(?:have\s+)?(?:set|made)\s+(?:it\s+|myself\s+)?(?:the|an?|my)\s+(?:goal|target|aim|challenge)\s+(?:of\s+|to\s+)(?P<v>.+)", "my goal is {v}"),
    (r"I\s+spend\s+(?:most\s+of\s+)?my\s+(?:weekends?|evenings?|free\s+time|spare\s+time|saturdays|sundays)(?:\s+on)?\s+(?P<v>\w+ing\b.*)", "my hobby is {v}"),
    (r"I\s+keep\s+(?P<v>bees|chickens|hens|goats|pigeons|koi|ducks|sheep)\b.*", "my hobby is keeping {v}"),
    (r"I\s+am\s+(?P<now>now\s+)?in\s+bed\s+(?:by|at)\s+(?P<v>.+)", "I {now}go to bed at {v}"),
    (r"I\s+am\s+(?P<now>now\s+)?(?:up|awake)\s+(?:at|by)\s+(?P<v>.+)", "I {now}wake up at {v}"),
    (r"I\s+grew\s+up\s+speaking\s+(?P<v>.+)", "I speak {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:started|began|begun)\s+(?:learning|studying)\s+(?P<v>.+)", "I am learning {v}"),
    (r"I\s+am\s+taking\s+(?P<v>[\w ]+?)\s+(?:lessons|classes|courses)\b.*", "I am learning {v}"),
    (rf"{_THING}\s+(?:is|are)\s+my\s+(?:main\s+|favourite\s+|biggest\s+)?(?:hobby|hobbies|pastime)\b.*", "my hobby is {v}"),
    (r"I\s+am\s+(?:fairly\s+|almost\s+|completely\s+)?(?:fluent|proficient|conversational|native)\s+in\s+(?P<v>.+)", "I speak {v}"),
    (r"my\s+(?:native|first|second|mother)\s+(?:language|tongue)\s+is\s+(?P<v>.+)", "I speak {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:took|taken)\s+up\s+(?P<v>(?!space|time|arms|too|the|an?\b|my|new|another|some|any|it\b|piano|guitar|violin|cello|flute|drums|oboe|harp|ukulele|banjo|saxophone|clarinet|trumpet)\w+\b.*)", "my hobby is {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+|recently\s+)?(?:took|taken)\s+up\s+(?:the\s+)?(?P<v>piano|guitar|violin|cello|flute|drums|oboe|harp|ukulele|banjo|saxophone|clarinet|trumpet)\b.*", "I play the {v}"),
    (r"I\s+(?:have\s+)?taught\s+myself\s+(?:how\s+to\s+|to\s+)?(?P<v>.+)", "I know how to {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+)?(?:signed|signing)\s+up\s+for\s+(?P<v>(?:an?|the|my)\s+[\w' -]*?(?:marathon|triathlon|race|10k|5k|half[\s-]marathon)\b.*)", "I am training for {v}"),
    (r"I\s+am\s+(?:working|pushing)\s+(?:towards?|toward)\s+(?P<v>.+)", "my goal is {v}"),
    (r"I\s+(?:have|have\s+got)\s+my\s+(?:sights|heart|mind)\s+set\s+on\s+(?P<v>.+)", "my goal is {v}"),
    (r"I\s+am\s+(?:determined|aiming|hoping|set\s+on|intending)\s+to\s+(?P<v>.+)", "I want to {v}"),
    (r"I\s+(?:have\s+)?(?:made\s+up\s+my\s+mind|decided)\s+to\s+(?P<v>(?:become|move|learn|start|quit|run|buy|get|go|study|retire|adopt)\b.*)", "I plan to {v}"),
    (r"I\s+(?:have\s+)?(?:just\s+)?booked\s+(?:(?:an?|the|my|our|some)\s+)?(?:(?:[\w-]+\s+)?(?:flights?|tickets?|trip|holiday|vacation|hotel|cruise)\s+)?(?:to|in|for)\s+(?P<v>(?-i:[A-Z]).+)", "I am going to {v}"),
    (r"I\s+(?:leave|set\s+off|fly\s+out|head\s+out|head\s+off|fly|depart)\s+(?:for|to)\s+(?P<v>(?-i:[A-Z]).+)", "I am going to {v}"),
    (r"I\s+am\s+off\s+to\s+(?P<v>(?-i:[A-Z]).+)", "I am going to {v}"),
    (r"my\s+(?:trip|flight|holiday|vacation)\s+to\s+(?P<v>(?-i:[A-Z])[\w ]+?)\s+is\s+(?P<w>.+)", "I am going to {v} {w}"),
    (r"I\s+(?:have\s+)?(?:just\s+)?(?:swapped|traded|replaced|exchanged|ditched)\s+(?P<v>.+?)\s+(?:in\s+|out\s+)?(?:for|(?<!numbers\s)with)\s+(?P<w>.+)", "I switched from {v} to {w}"),
    (r"I\s+(?:am|have\s+been)\s+off\s+(?P<v>coffee|meat|sugar|alcohol|dairy|caffeine|gluten)\b.*", "I do not eat {v}"),
    (r"I\s+am\s+back\s+(?:to\s+(?:eating|drinking)|on)\s+(?P<v>coffee|meat|sugar|alcohol|dairy|caffeine|gluten|fish|bread|cheese|eggs)\b.*", "I eat {v} again"),
    (r"I\s+(?:have\s+)?rehomed\s+(?:my|our|the)\s+(?P<v>.+)", "I gave away my {v}"),
    (r"I\s+(?:have\s+)?(?:parted\s+ways|split\s+up|separated|ended\s+things|called\s+it\s+quits)\b(?:\s+with\s+my\s+(?P<v>\w+))?.*", "I broke up"),
    (r"I\s+(?:have\s+)?(?:just\s+)?(?:tied\s+the\s+knot|wed)\b.*", "I got married"),
    (r"I\s+have\s+been\s+(?:happily\s+)?married\s+(?:to\s+.+|for\s+.+|since\s+.+)", "I am married"),
    (r"I\s+had\s+to\s+(?:say\s+goodbye\s+to|put\s+down|rehome|give\s+up|give\s+away)\s+(?:my|our)\s+(?P<v>[\w ]+)", "I gave away my {v}"),
)  # fmt: skip
_COMPANY = re.compile(
    rf"^(?:my|our)\s+(?:[\w-]+\s+){{0,2}}(?:{_KIN}|friends?|family|partner|roommates?|coworkers?|co-workers?|colleagues?|buddy|team)(?:\s+[A-Z]\w+)?\s+and\s+(?:I|me)\s+|^(?:me|I)\s+and\s+(?:my|our)\s+(?:[\w-]+\s+){{0,2}}(?:{_KIN}|friends?|family|roommates?|coworkers?|colleagues?)\s+|^(?-i:[A-Z][a-z]+)\s+and\s+I\s+(?=\w)",
    re.IGNORECASE,
)
_WE = re.compile(r"^(We are|We were|We)\b", re.IGNORECASE)
_I_FOR_WE = {"we are": "I am", "we were": "I was", "we": "I"}
_REWORDINGS = tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _TABLE)


_OTHERS, _MINE = (
    [rule for rule in _REWORDINGS if rule[0].pattern.startswith(r"I\s") is mine] for mine in (False, True)
)


def reworded(words: str) -> str:
    """Say a clause plainly, where it is said in a roundabout way that is known."""
    words = _WE.sub(lambda match: _I_FOR_WE[match[1].lower()], _COMPANY.sub("We ", words))
    for pattern, plain in _MINE if words.startswith("I ") else _OTHERS:
        if match := pattern.match(words):
            groups = {name: (value or "").strip(" ,.") for name, value in match.groupdict().items()}
            if groups.get("now"):
                groups["now"] = "now "
            if (
                groups.get("v")
                and match.start("v") == 0
                and "(?-i:[A-Z])" not in pattern.pattern
                and "favourite" not in plain
            ):
                groups["v"] = groups["v"][:1].lower() + groups["v"][1:]
            return " ".join(plain.format(**groups).removesuffix(", not ").split())
    return words
