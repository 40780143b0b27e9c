"""What is told, as JSON.

Structs say what is told: views, overviews, events, and what other layers make of them. Nothing
is hidden here: apply `Event.seen_by` first, and build views from what a seat may know.
"""

from typing import Any

import msgspec

from han.engine.action import Action


def _to_text(value: object) -> str:
    """An action as its notation, the one thing in a struct that JSON has no word for."""
    if isinstance(value, Action):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is nothing to tell")


encode = msgspec.json.Encoder(enc_hook=_to_text).encode
"""Any value that is told, as bytes."""


def schema_of_action(kind: type) -> dict[str, Any]:
    """What a JSON Schema says about actions: for ``schema_hook`` of msgspec."""
    if kind is Action:
        return {"type": "string", "description": "An action in the notation."}
    raise NotImplementedError(f"{kind.__name__} is nothing to tell")
