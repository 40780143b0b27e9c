"""Values as text: cards, actions and positions (`docs/reference/notation.md`)."""
