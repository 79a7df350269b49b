"""What is measured: Daybook, and the baselines, as systems that take a question with its history."""
