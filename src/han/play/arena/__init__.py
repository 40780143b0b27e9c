"""Contests between bots: seat-balanced games of duplicate deals, and their statistics."""
