"""The data sets that Daybook is measured on, as questions with what answers them."""

from daybook_eval.data.case import Case as Case, EvidenceTurn as EvidenceTurn
from daybook_eval.data.cases import DataFormat as DataFormat, read_cases as read_cases, recognise as recognise
