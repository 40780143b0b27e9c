"""A record as JSON with every position, including all hidden cards, for viewing it step by step."""

from typing import Any

from han.engine.narrator import events_json, tell_result, told_json
from han.engine.overview import overview_json
from han.engine.position import Position
from han.engine.view_json import public_json
from han.records.record import Record
from han.records.replay import first_position, replay


def replay_json(record: Record) -> dict[str, Any]:
    """A record's game and all its positions; raises a `HanError` if it breaks a rule."""
    names = record.meta.get("names")
    is_named = isinstance(names, list) and len(names) == record.players
    return {
        "map": record.map,
        "players": record.players,
        "variant": record.variant,
        "names": [str(name) for name in names] if is_named and names else None,
        "start": record.start,
        "first": _open(first_position(record)),
        "steps": [
            {
                "turn": step.turn,
                "seat": step.before.turn,
                "action": str(step.action),
                "events": events_json(step.events, step.after),
                "told": told_json(tell_result(step.after)),
                **_open(step.after),
            }
            for step in replay(record)
        ],
    }


def _open(position: Position) -> dict[str, Any]:
    view = position.view(None)
    return {
        "view": public_json(view),
        "overview": overview_json(view),
        "hands": list(position.hands),
    }
