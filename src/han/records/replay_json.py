"""A record as JSON with every position, including all hidden cards, for viewing it step by step."""

from msgspec import Struct

from han.engine.event import Event
from han.engine.narrator import tell_each, tell_result
from han.engine.overview import Overview, overview_json
from han.engine.position import Position
from han.engine.sentence import Sentence
from han.engine.view_json import PublicView, public_json
from han.records.record import Record
from han.records.replay import Step, first_position, replay


class OpenPosition(Struct, frozen=True):
    """A position of a replayed game: everything lies open."""

    view: PublicView
    overview: Overview
    hands: tuple[str, ...]


class ReplayStep(OpenPosition, frozen=True):
    """An action, what happened by it, and the position after it."""

    turn: int
    """The number of the turn, counted from 0; its round from 1."""
    round: int
    seat: int
    action: str
    events: list[Event]
    told: tuple[Sentence, ...]
    """Who won, after the last step."""


class Replay(Struct, frozen=True):
    """A whole game to look at step by step."""

    map: str
    players: int
    variant: bool
    names: list[str] | None
    start: int
    first: OpenPosition
    steps: list[ReplayStep]


def replay_json(record: Record) -> Replay:
    """A record's game and all its positions; raises a `HanError` if it breaks a rule."""
    names = record.meta.get("names")
    is_named = isinstance(names, list) and len(names) == record.players
    return Replay(
        map=record.map,
        players=record.players,
        variant=record.variant,
        names=[str(name) for name in names] if is_named and names else None,
        start=record.start,
        first=_open(first_position(record)),
        steps=[_step(step) for step in replay(record)],
    )


def _step(step: Step) -> ReplayStep:
    after = _open(step.after)
    return ReplayStep(
        view=after.view,
        overview=after.overview,
        hands=after.hands,
        turn=step.turn,
        round=step.before.game.round_of(step.turn),
        seat=step.before.turn,
        action=str(step.action),
        events=tell_each(step.events, step.after),
        told=tell_result(step.after),
    )


def _open(position: Position) -> OpenPosition:
    view = position.view(None)
    return OpenPosition(public_json(view), overview_json(view), position.hands)
