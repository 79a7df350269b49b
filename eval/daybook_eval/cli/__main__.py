"""`python -m daybook_eval.cli` is `daybook-eval`."""

from daybook_eval.cli import main

if __name__ == "__main__":
    main()
