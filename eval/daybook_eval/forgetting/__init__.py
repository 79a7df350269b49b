"""Whether what is forgotten is gone: random forgets of a store with everything in use."""
