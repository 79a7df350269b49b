"""A classifier of natural-language inference that tells contradictions, from a folder that is named."""

from daybook_eval.nli.inference import ClassifierInference, PairClassifier, load_classifier

__all__ = ["ClassifierInference", "PairClassifier", "load_classifier"]
