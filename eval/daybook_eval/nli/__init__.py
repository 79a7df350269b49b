"""A classifier of natural-language inference that tells contradictions, from a folder that is named."""

from daybook_eval.nli.inference import ClassifierInference, load_classifier
from daybook_eval.nli.pairs import PairClassifier

__all__ = ["ClassifierInference", "PairClassifier", "load_classifier"]
