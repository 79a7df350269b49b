"""Words, sentences and secrets of any language."""

import pytest

from daybook.text.secrets import MASK, masked
from daybook.text.unicode_text import analyzer_of, asks


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("de", "Die Fahrräder kosteten 3,5 Mio.", ["die", "fahrrad", "kost", "3,5", "mio"]),
        ("none", "Die Fahrräder", ["die", "fahrräder"]),
        ("fr", "l’amie", ["l", "ami"]),
        ("ar", "السيارة سيارةٌ", ["سيار", "سيار"]),
        ("ja", "猫のタマ", ["猫の", "のタ", "タマ", "猫"]),
        ("th", "แมว", ["แม", "มว"]),
    ],
)
def test_words(code: str, text: str, words: list[str]) -> None:
    assert analyzer_of(code).words(text) == words


def test_sentences_end_in_every_script() -> None:
    text = "Am 3. Mai war z. B. Otto da. Gut! 昨日行った。今日は？ هل تعرف؟ نعم.\n- das\n| a. b |"
    sentences = [text[start:stop] for start, stop in analyzer_of("none").sentences(text)]

    assert sentences == [
        "Am 3. Mai war z. B. Otto da.",
        "Gut!",
        "昨日行った。",
        "今日は？",
        "هل تعرف؟",
        "نعم.",
        "- das",
        "| a. b |",
    ]
    assert [sentence for sentence in sentences if asks(sentence)] == [
        "今日は？",
        "هل تعرف؟",
    ]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Mein Passwort ist Hund2024!", "Hund2024"),
        ("كلمة المرور هي Noor2024", "Noor2024"),
        ("私のパスワードはabc12345です。", "abc12345"),
        ("הסיסמה שלי היא Shalom77.", "Shalom77"),
    ],
)
def test_a_password_is_masked_in_whatever_language_it_is_told(text: str, secret: str) -> None:
    assert masked(text) == text.replace(secret, MASK * len(secret))
