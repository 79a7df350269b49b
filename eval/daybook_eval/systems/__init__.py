"""The interface of evaluated systems, and Daybook as one of them."""
