"""Signals of the papers that lose here against the default ranking, and stay for comparison."""
