"""Secrets in a text are found to the character, and what only looks like one is left alone."""

import pytest

from daybook.text.secrets import MASK, masked, secret_spans

CARD = "4111 1111 1111 1111"
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc=\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"My card is {CARD}, please keep it.", CARD),
        ("Pay with 5555555555554444.", "5555555555554444"),
        ("Amex: 3782-822463-10005", "3782-822463-10005"),
        ("The password is hunter2.", "hunter2"),
        ("my wifi password at home is Sunflower-77 now", "Sunflower-77"),
        ("My password is swordfish.", "swordfish"),
        ('The passphrase for the backup is "correct horse battery staple".', "correct horse battery staple"),
        ("password: letmein\nuser: ada", "letmein"),
        ("I changed my password to Blue!Moon9 today", "Blue!Moon9"),
        ("The PIN of my bank card is 4821.", "4821"),
        ("my pin is 48 21 and I like tea", "48 21"),
        ("The door code is 9137#", "9137"),
        ("CVV 123, expires soon", "123"),
        ("Transfer it to DE89 3704 0044 0532 0130 00 THANKS", "DE89 3704 0044 0532 0130 00"),
        ("iban GB82WEST12345698765432.", "GB82WEST12345698765432"),
        ("My social security number is 078-05-1120.", "078-05-1120"),
        ("SSN: 078051120", "078051120"),
        ("My passport number is C01X00T47, it is new.", "C01X00T47"),
        ("use sk-proj-abcdefghij0123456789XYZ for it", "sk-proj-abcdefghij0123456789XYZ"),
        ("AWS: AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("my api key is 9f8e7d6c5b4a39281706.", "9f8e7d6c5b4a39281706"),
        ("postgres://ada:s3cr3t!@db.example/x", "s3cr3t!"),
        (f"Here it is:\n{KEY}\nKeep it.", KEY),
    ],
)
def test_a_secret_is_found_to_the_character(text: str, secret: str) -> None:
    assert [text[start:stop] for start, stop in secret_spans(text)] == [secret]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Order number 4111111111111111 has shipped.",
        "My card ends in 1112: 4111 1111 1111 1112.",  # fails the checksum
        "Call me at +49 151 2345 6789 or 0044 20 7946 0958.",
        "The book is ISBN 978-3-16-148410-0.",
        "Tracking 1Z999AA10123456784 and 9400 1000 0000 0000 0000 00",
        "The time stamp was 1700000000000, on 2023-05-30 10:18.",
        "My password is too weak.",
        "The password is wrong, it is required to be longer.",
        "Their password is 12345678 characters long, they say.".replace("12345678", "16"),
        "A password manager is useful.",
        "What is the wifi password?",
        "I forgot my password and was locked out.",
        "The password was changed.",
        "Password reset is at https://example.org/reset?id=42",
        "I bought an enamel pin for 12 dollars in 1998.",
        "The dress code is casual, and the area code is 415.",
        "My passport expires on 12 May 2031.",
        "I renewed my passport in 2019.",
        "Social security is a topic of the next 3 lectures.",
        "The key to happiness is 12 hours of sleep.",
        "DE89 3704 0044 0532 0130 01 is not it",  # fails the checksum
        "We met at https://example.org:8080/path@home",
    ],
)
def test_what_only_looks_like_a_secret_is_left_alone(text: str) -> None:
    assert secret_spans(text) == ()
    assert masked(text) is text


def test_a_mask_is_as_long_as_what_it_hides() -> None:
    assert masked("PIN: 4821. Password: hunter2!") == f"PIN: {MASK * 4}. Password: {MASK * 7}!"


def test_overlapping_secrets_are_one_span() -> None:
    text = "my api key is sk-proj-abcdefghij0123456789XYZ."

    assert secret_spans(text) == ((14, len(text) - 1),)
