"""`python -m daybook_eval.rewriting`: see `cast`."""

from daybook_eval.rewriting.cast import main

main()
