"""Policies that choose an action by the value of pieces, one piece or a whole turn at a time."""
