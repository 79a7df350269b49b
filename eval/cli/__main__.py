"""`python -m eval.cli` is `daybook-eval`."""

from eval.cli import main

if __name__ == "__main__":
    main()
