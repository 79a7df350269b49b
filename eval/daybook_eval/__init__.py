"""Measures Daybook: data sets, measures, runs, benchmarks."""
