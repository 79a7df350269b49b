"""The facts that the development questions need, listed apart from the rules, and which of them are known."""
