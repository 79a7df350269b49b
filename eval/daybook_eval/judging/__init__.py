"""Judging answers by chat models and people: verdicts, grades, agreement and false-positive rates."""
