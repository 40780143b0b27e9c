"""Bots: they choose an action from a view and a source of chance, and get nothing else."""
