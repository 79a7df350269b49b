"""The data sets that Daybook is measured on, as questions with what answers them."""

from eval.data.case import Case, EvidenceTurn
from eval.data.cases import DataFormat, read_cases, recognise

__all__ = ["Case", "DataFormat", "EvidenceTurn", "read_cases", "recognise"]
