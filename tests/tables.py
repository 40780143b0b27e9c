"""Every kind of game there is, and ways to play one for a test."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import combinations
from random import Random
from typing import Any, TypeVar

import pytest

import evidence
from han.engine.action import Action
from han.engine.game import Game
from han.engine.position import Position
from han.notation import atom as kinds

T = TypeVar("T")

SEATINGS = [
    ("border-disputes", 3),
    ("border-disputes", 4),
    ("border-disputes", 5),
    ("ways-of-diplomacy", 2),
    ("ways-of-diplomacy", 3),
    ("ways-of-diplomacy", 4),
]

GAMES = [
    Game(map_id, players, variant=variant, wild_in_prices=wild)
    for map_id, players in SEATINGS
    for variant in (False, True)
    for wild in (True, False)
]

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
"""For what may go wrong in one kind of game alone: the rules themselves."""


def choices_of(game: Game) -> dict[str, object]:
    """All that was chosen when a game was set up."""
    return {
        "map": game.map.id,
        "players": game.players,
        "variant": game.variant,
        "wild_in_prices": game.wild_in_prices,
    }


def pairs_of(game: Game) -> set[tuple[tuple[str, object], tuple[str, object]]]:
    """Any two choices that come together in a game."""
    return set(combinations(choices_of(game).items(), 2))


def cover_pairs(cases: Sequence[T], pairs_of: Callable[[T], Set[object]]) -> list[T]:
    """A few of the cases in which any two choices come together that do so in all of them."""
    left = set[object]().union(*map(pairs_of, cases))
    found = []
    while left:
        best = max(cases, key=lambda case: len(left & pairs_of(case)))
        left -= pairs_of(best)
        found.append(best)
    return found


SOME_GAMES = cover_pairs(GAMES, pairs_of)

some_games = pytest.mark.parametrize("game", SOME_GAMES, ids=repr)
"""For what is built on the rules and treats all games alike."""

FEW_GAMES = [
    Game("border-disputes", 3, wild_in_prices=False),
    Game("border-disputes", 5, variant=True),
    Game("ways-of-diplomacy", 2, variant=True, wild_in_prices=False),
    Game("ways-of-diplomacy", 4),
]
"""Each number of players, each map with and without its variant: for tests that others wrote."""

Choice = Callable[[Position, Random], Action]


def any_action(position: Position, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice(position.legal_actions)


def eager_action(position: Position, rng: Random) -> Action:
    """A piece whenever one can be placed, the cheapest first, so that the board fills up."""
    pieces = [a for a in position.legal_actions if a.place]
    if not pieces:
        return any_action(position, rng)
    cheapest = min(len(a.cards) for a in pieces)
    return rng.choice([a for a in pieces if len(a.cards) == cheapest])


def filling_action(position: Position, rng: Random) -> Action:
    """What fills the board soonest: two provinces for one piece, low emissary limits."""
    pieces = [a for a in position.legal_actions if a.place]
    if pieces:
        return min(pieces, key=lambda a: (*_waste(position, a), rng.random()))
    room = _room_by_card(position)
    cards = [a for a in position.legal_actions if a.cards]
    if not cards:
        return position.legal_actions[-1]
    if cards[0].kind == kinds.DISCARD:
        return min(cards, key=lambda a: room[a.cards])
    best = max(cards, key=lambda a: room[a.cards])
    return best if room[best.cards] else Action(kinds.PILE)


def _waste(position: Position, action: Action) -> tuple[int, bool, int]:
    """Cards per province, then houses before emissaries last, then own houses already there."""
    if action.kind == kinds.EMISSARY:
        return len(action.cards), False, 0
    provinces = _provinces_of(position.game, action.place)
    own = max(_houses_in(position, province)[position.turn] for province in provinces)
    return len(action.cards) - len(provinces) + 1, True, own


def _provinces_of(game: Game, space: str) -> tuple[str, ...]:
    return next(s.provinces for s in game.map.spaces if s.id == space)


def _houses_in(position: Position, province: str) -> Counter[int]:
    houses = position.houses.items()
    return Counter(s for at, s in houses if province in _provinces_of(position.game, at))


def _room_by_card(position: Position) -> Counter[str]:
    """For each card letter how many pieces its provinces still take."""
    room: Counter[str] = Counter()
    taken = {*position.houses, *position.markers}
    for province in position.game.map.provinces:
        spaces = [s for s in position.game.map.spaces if province.id in s.provinces]
        limit = max(_houses_in(position, province.id).values(), default=0)
        free = sum(s.id not in taken for s in spaces)
        letter = province.colour[0].upper()
        room[letter] += free + limit - sum(position.emissaries[province.id])
    return room


def outcome(position: Position, rng: Random) -> Action:
    """A chance outcome with its probability."""
    odds = position.chance_outcomes
    return rng.choices(list(odds), list(odds.values()))[0]


STYLES: tuple[Choice, ...] = (any_action, eager_action, filling_action)


def pairs_with_style(case: tuple[Game, Choice]) -> Set[object]:
    """Any two choices of a game, and each of them with the way in which it is played."""
    game, style = case
    return pairs_of(game) | {(choice, style) for choice in choices_of(game).items()}


SOME_WALKS: Sequence[tuple[Game, Choice]] = cover_pairs(
    [(game, style) for game in SOME_GAMES for style in STYLES], pairs_with_style
)

some_walks = pytest.mark.parametrize(
    ("game", "choose"), SOME_WALKS, ids=lambda part: getattr(part, "__name__", repr(part))
)
"""For what treats all games alike, but meets other positions when they are played otherwise."""


def play_through(
    game: Game, seed: int, choose: Choice = any_action
) -> Iterator[tuple[Position, Action, Position, tuple[Any, ...]]]:
    """Every step of a whole game: the position, the action, the next one, the events.

    A test that fails says which game it was and how far it had come.
    """
    rng = Random(seed)
    position = game.deal(seed)
    step = 0
    name = getattr(choose, "__name__", repr(choose))
    how = f"play_through({game!r}, seed={seed}, choose={name})"
    evidence.attach("the last game", lambda: f"{how}\nstep {step}: {position}")
    while not position.is_over:
        action = outcome(position, rng) if position.is_chance else choose(position, rng)
        after, events = position.play(action)
        step += 1
        yield position, action, after, events
        position = after


def positions_of(game: Game, seed: int, choose: Choice = any_action) -> list[Position]:
    """Every position of a whole game."""
    steps = list(play_through(game, seed, choose))
    return [steps[0][0], *(after for _, _, after, _ in steps)]
