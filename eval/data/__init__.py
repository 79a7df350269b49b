"""The data sets that Daybook is measured on, as questions with what answers them."""
