"""Write day_periods.json: how every language names the halves and the parts of the day, by the CLDR.

Run it where `babel` is, which Daybook itself does not need:
uv run --with babel python tools/make_day_periods.py
"""

import json
import re
from collections import defaultdict
from functools import reduce
from itertools import chain
from operator import or_
from pathlib import Path

from babel import Locale, localedata

from daybook.interfaces.importers.whatsapp_lines import folded

FOLDER = Path(__file__).parents[1] / "agent/daybook/interfaces/importers"
_QUOTED = re.compile(r"'([^']+)'")
_HOUR = 3600
_HALVES = (0xFFF, 0xFFF000)
"""The hours of the morning and of the afternoon, a bit each."""
_PHONES = frozenset(
    "af am ar az be bg bn ca cs da de el en es et fa fi fil fr ga gu he hi hr hu id it ja ka kk kn ko ky lo "
    "lt lv mk ml mr ms nb nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu".split()
)
"""The languages that WhatsApp speaks: of contradicting ones these count."""
_OLDER = {
    "sv": "fm em",
    "uk": "дп пп",
    "el": "πμ μμ",
    "ms": "pg ptg",
    "he": "לפנה״צ אחה״צ",
    "tr": "öö ös",
    "de": "vorm. nachm.",
    "sq": "p.d. m.d.",
    "mr": "म.पू. म.उ.",
    "bg": "пр.об. сл.об.",
    "lv": "priekšp. pēcp.",
    "sl": "dop. pop.",
    "cs": "dop. odp.",
    "it": "m. p.",
    "hi": "पूर्वाह्न अपराह्न",
    "fa": "ق.ظ. ب.ظ.",
    "zh": "上午 下午",
    "ja": "午前 午後",
    "ko": "오전 오후",
    "hu": "de. du.",
    "fi": "ap. ip.",
    "af": "vm. nm.",
    "vi": "SA CH",
    "en": "am pm",
    "ar": "ص م",
    "th": "ก่อนเที่ยง หลังเที่ยง",
    "es": "a.m. p.m.",
    "mk": "претпл. попл.",
    "lt": "priešpiet popiet",
    "et": "e.k. p.k.",
    "ca": "a.m. p.m.",
    "pt": "a.m. p.m.",
    "ta": "முற்பகல் பிற்பகல்",
}
"""The day halves as phones of other years write them."""
_BETWEEN = "kl klo um à às las le les uhr ч г р ж о в у at ob la il di"


def _hours(rules: list[dict[str, int]]) -> int:
    """Give the hours of a period, a bit each."""
    mask = 0
    for rule in rules:
        start = rule.get("at", rule.get("from", 0)) // _HOUR
        stop = start + 1 if "at" in rule else rule["before"] // _HOUR
        hours = range(start, stop) if stop > start else chain(range(start, 24), range(stop))
        mask |= sum(1 << hour for hour in hours)
    return mask


def main() -> None:
    """Write the file."""
    table: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    between = {folded(word) for word in _BETWEEN.split()}
    for name in localedata.locale_identifiers():
        locale = Locale.parse(name)
        hours = dict(zip(("am", "pm"), _HALVES, strict=True))
        hours |= {part: _hours(rules) for part, rules in dict(locale.day_period_rules).get(None, {}).items()}
        for widths in dict(locale.day_periods).values():
            for words in dict(widths).values():
                for part, word in dict(words).items():
                    if part in hours and folded(word):
                        table[folded(word)][locale.language] |= hours[part]
        patterns = [locale.time_formats["short"].pattern, locale.date_formats["short"].pattern]
        patterns += [str(pattern) for pattern in locale.datetime_formats.values()]
        between |= {folded(word) for pattern in patterns for word in _QUOTED.findall(pattern)}
    for language, marks in _OLDER.items():
        for mark, mask in zip(marks.split(), _HALVES, strict=True):
            table[folded(mark)][language] = mask
    marks_of = defaultdict(list)
    for mark, languages in table.items():
        spoken = {name: mask for name, mask in languages.items() if name in _PHONES} or languages
        halves = {mask for mask in spoken.values() if mask in _HALVES}
        if len(halves) < 2:  # else it is the morning in one language and the afternoon in another
            marks_of[f"{reduce(or_, halves or spoken.values()):06x}"].append(mark)
    given = {
        "hours": {mask: " ".join(sorted(marks)) for mask, marks in sorted(marks_of.items())},
        "between": " ".join(sorted(between - {""} - table.keys())),
    }
    text = json.dumps(given, ensure_ascii=False, indent=0)
    (FOLDER / "day_periods.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
