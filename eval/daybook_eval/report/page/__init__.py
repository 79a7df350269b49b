"""The report as one page of HTML: its own styles and drawings, no script, nothing fetched."""
