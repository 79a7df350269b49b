"""Runs over a data set: resumable, one record for each question."""
