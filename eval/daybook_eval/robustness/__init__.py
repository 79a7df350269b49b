"""Whether Daybook keeps its promises: seeded runs that kill, damage and crowd it, and count what breaks."""
