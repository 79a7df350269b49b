"""What every room needs of the English language: sentences, words and their stems, verb forms, and times."""
