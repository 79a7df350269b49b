"""The commands, a module each; what is heavy they import when they are called."""
