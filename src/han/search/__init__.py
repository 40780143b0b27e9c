"""Looking ahead: what actions are worth, guided play to the end, and the search tree."""
