"""Contests between bots: seat-balanced games of duplicate deals, and what they prove."""
