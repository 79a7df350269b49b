"""What the templates show, as frozen values made of the ledger, the diary, rounds and answers."""
