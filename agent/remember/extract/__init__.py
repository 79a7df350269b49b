"""How facts are found in sentences, part by part; `agent.remember.facts` puts the parts together."""
