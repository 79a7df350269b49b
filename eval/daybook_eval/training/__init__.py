"""Trains a small model to rewrite questions: supervised first, then by rewards (HiMeS, sections 3.1 and 4.5).

Only the modules `base`, `step_log`, `supervised` and `by_rewards` import PyTorch and TRL; `run` imports them
when they are needed.
"""
