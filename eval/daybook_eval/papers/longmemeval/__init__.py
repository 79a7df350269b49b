"""LongMemEval: the values, keys, times and readings that its sections 5.2 to 5.5 compare."""
