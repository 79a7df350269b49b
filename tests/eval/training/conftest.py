from tests.eval.training.training_environment import python as python, run as run
