"""How facts are found in sentences, part by part; `daybook.remember.facts` puts the parts together."""
