"""Choosing an action by what pieces are worth: quickly, or with a look at whole turns."""
