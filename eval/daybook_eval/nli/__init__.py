"""A classifier of natural-language inference that tells contradictions, from a folder that is named."""

from daybook_eval.nli.inference import (
    ClassifierInference as ClassifierInference,
    PairClassifier as PairClassifier,
    load_classifier as load_classifier,
)
