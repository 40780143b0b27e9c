"""Events as plain values for JSON. Apply `Event.seen_by` first: nothing is hidden here."""

import re
from dataclasses import fields
from typing import Any

from han.engine.action import Action
from han.engine.event import Event


def event_json(event: Event) -> dict[str, Any]:
    """An event by its name, such as ``piece_placed``, and its parts."""
    parts = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    return {"type": EVENT_NAMES[type(event)], **parts}


def _name(kind: type[Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


EVENT_NAMES = {kind: _name(kind) for kind in Event.__subclasses__()}
"""How each kind of event is called on the wire."""


def _plain(value: object) -> object:
    if isinstance(value, Action):
        return str(value)
    return list(value) if isinstance(value, tuple) else value
