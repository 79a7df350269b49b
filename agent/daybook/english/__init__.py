"""All that Daybook knows of the English language.

What every room needs stands here: words and stems, sentences, times, secrets. What reads a question, words an
answer or tells what a message wants are the packages `questions`, `answers` and `messages`: their few public
functions take and give the values of `daybook.conversation.language`, and another language would implement
just these.
"""
