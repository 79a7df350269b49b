"""The data sets that Daybook is measured on, as questions with what answers them."""

from daybook_eval.data.case import Case, EvidenceTurn
from daybook_eval.data.cases import DataFormat, read_cases, recognise

__all__ = ["Case", "DataFormat", "EvidenceTurn", "read_cases", "recognise"]
