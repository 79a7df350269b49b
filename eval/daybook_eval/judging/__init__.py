"""Judging answers: five rules, three outcomes, several judges, and how far each judge can be believed."""
