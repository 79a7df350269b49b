"""How facts are found in sentences, part by part."""
