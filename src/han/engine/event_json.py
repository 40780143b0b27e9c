"""Events as plain values for JSON. Apply `Event.seen_by` first: nothing is hidden here."""

import re
from dataclasses import fields
from typing import Any

from han.engine.action import Action
from han.engine.event import Event


def event_json(event: Event) -> dict[str, Any]:
    """An event by its name, such as ``piece_placed``, and its parts."""
    parts = {name: _plain(getattr(event, name)) for name in _PARTS[type(event)]}
    return {"type": EVENT_NAMES[type(event)], **parts}


def _name(kind: type[Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


EVENT_NAMES = {kind: _name(kind) for kind in Event.__subclasses__()}
"""How each kind of event is called on the wire."""
_PARTS = {kind: [field.name for field in fields(kind)] for kind in EVENT_NAMES}


def _plain(value: object) -> object:
    if isinstance(value, Action):
        return str(value)
    return list(value) if isinstance(value, tuple) else value
