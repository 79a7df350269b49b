"""The data sets that Daybook is measured on, as questions with what answers them."""

from daybook_eval.data.case import Case as Case
from daybook_eval.data.case import EvidenceTurn as EvidenceTurn
from daybook_eval.data.cases import DataFormat as DataFormat
from daybook_eval.data.cases import read_cases as read_cases
from daybook_eval.data.cases import recognise as recognise
