"""Daybook's own verbs over HTTP."""
