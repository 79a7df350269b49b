"""HiMeS: its tables, made again."""
