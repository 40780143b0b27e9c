"""The typed API over the rules: games, positions, actions, events and views."""
