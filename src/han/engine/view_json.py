"""Views and boards as plain values for JSON: what goes to programs and over a wire.

Built by naming what goes in, like a view itself, and from a view alone: a position never
comes near. `docs/reference/bot-protocol.md` explains each key.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from han.engine.view import View
from han.notation.cards import LETTERS

if TYPE_CHECKING:
    from han.engine.game import Game

SOURCES = ("houses", "alliances", "roads", "ports")
"""Where points come from, in the order of a state's rows."""


def game_json(game: "Game") -> dict[str, Any]:
    """Which game is played."""
    return {
        "map": game.map.id,
        "players": game.players,
        "variant": game.map.variant if game.variant else None,
        "wild_in_prices": game.wild_in_prices,
    }


def board_json(game: "Game") -> dict[str, Any]:
    """The board and the deck: all that a program needs to know before the first turn."""
    return {
        "provinces": [{"id": p.id, "colour": p.colour[0].upper()} for p in game.map.provinces],
        "spaces": [
            {"id": space.id, "provinces": list(space.provinces), "port": space.port}
            for space in game.map.spaces
        ],
        "roads": [list(road) for road in game.map.roads],
        "alliances": [list(alliance) for alliance in game.map.alliances],
        "display_size": game.map.display,
        "deck": _counts(game.deck),
    }


def view_json(view: View) -> dict[str, Any]:
    """What one seat, or an onlooker, may know."""
    return public_json(view) | own_json(view)


def public_json(view: View) -> dict[str, Any]:
    """What all viewers of a position know alike."""
    return {
        "game": game_json(view.game),
        "turn": view.turn,
        "start": view.start,
        "phase": view.phase,
        "passes": view.passes,
        "placed": _placed(view),
        "hand_sizes": list(view.hand_sizes),
        "known": list(view.known_cards),
        "display": view.display,
        "pile_size": view.pile_size,
        "discards": _counts(view.numbers["discards"]),
        "houses": dict(view.houses),
        "markers": dict(view.markers),
        "emissaries": {name: list(counts) for name, counts in view.emissaries.items()},
        "houses_left": list(view.houses_left),
        "emissaries_left": list(view.emissaries_left),
        "markers_left": list(view.markers_left),
        "disks": list(view.disks),
        "points": _points(view),
        "scores": list(view.scores),
    }


def own_json(view: View) -> dict[str, Any]:
    """What a viewer knows beside that: who it is, its own cards, and so how many are hidden."""
    return {"seat": view.seat, "hand": view.hand, "unseen": _counts(view.unseen)}


def _placed(view: View) -> dict[str, Any]:
    """The pieces of this turn: how many, and where; the provinces among those that were empty."""
    touched, settled = view.numbers["touched"], view.numbers["settled"]
    return {
        "pieces": view.numbers["placed"],
        "provinces": _provinces(view, touched),
        "were_empty": _provinces(view, touched & ~settled),
    }


def _provinces(view: View, mask: int) -> list[str]:
    return [name for index, name in enumerate(view.game.book.provinces) if mask >> index & 1]


def _points(view: View) -> dict[str, list[int]]:
    rows = view.numbers["points"]
    return {name: list(row[: view.game.players]) for name, row in zip(SOURCES, rows, strict=True)}


def _counts(cards: Iterable[int]) -> dict[str, int]:
    """Cards as a number for each colour."""
    return dict(zip(LETTERS, cards, strict=True))
