"""Views contain what a seat or a spectator may know, and nothing else."""

import gc
from contextlib import suppress
from random import Random
from types import FunctionType, MethodType, ModuleType

import numpy as np
import pytest

import han
from han.bots.greedy import greedy_code
from han.bots.registry import bot_names
from han.engine.event import CardDrawn, Event
from han.engine.view import PUBLIC_FIELDS
from han.rules.playout import random_code
from han.rules.scratch import new_scratch
from han.rules.state import STATE, State
from han.search.policy.workspace import new_workspace
from tables import SOME_GAMES, outcome, play_through, positions_of, some_games
from unhurried import SLOW, every_bot, make_unhurried

HIDDEN_FIELDS = {
    "hands",  # of which a view has the viewer's own
    "pile",
    "padding",
}

BOTS_IN_GAMES = [
    pytest.param(game, spec, marks=[pytest.mark.slow] * (spec in SLOW), id=f"{spec} {game}")
    for spec in bot_names()
    for game in (SOME_GAMES[1:4:2] if spec in SLOW else SOME_GAMES)
]
"""Bots that search play only one game on each map, with its variant."""

Viewer = int | None


def viewers(game: han.Game) -> list[Viewer]:
    return [None, *range(game.players)]


def twin_of(position: han.Position, viewer: Viewer, rng: Random) -> han.Position:
    """The position with all cards that the viewer cannot place dealt out anew."""
    state = np.array([position.state], STATE)[0]
    colours = range(len(state.pile))
    others = [seat for seat in range(position.game.players) if seat != viewer]
    hidden = {seat: state.hands[seat] - state.known[seat] for seat in others}
    unseen = [
        c for cards in (state.pile, *hidden.values()) for c in colours for _ in range(cards[c])
    ]
    rng.shuffle(unseen)
    for seat in others:
        count = int(hidden[seat].sum())
        dealt, unseen = unseen[:count], unseen[count:]
        state.hands[seat] = state.known[seat] + np.bincount(dealt, minlength=len(colours))
    state.pile[:] = np.bincount(unseen, minlength=len(colours))
    return han.Position(position.game, state)


def twins(
    game: han.Game, seed: int, every: int = 5
) -> list[tuple[han.Position, han.Position, Viewer]]:
    """Positions along a game with a twin each, for every viewer."""
    rng = Random(seed)
    return [
        (position, twin_of(position, viewer, rng), viewer)
        for position in positions_of(game, seed)[::every]
        for viewer in viewers(game)
    ]


def shown(view: han.View) -> dict[str, object]:
    """All properties of a view, by name."""
    names = [name for name in dir(view) if not name.startswith("_") and name != "state"]
    values = {name: getattr(view, name) for name in names}
    answers = {name: value for name, value in values.items() if not callable(value)}
    answers["hidden_count"] = [view.hidden_count(seat) for seat in range(view.game.players)]
    return {**answers, "bytes": view.state.tobytes(), "repr": repr(view), "hash": hash(view)}


@some_games
def test_positions_that_differ_in_hidden_cards_look_alike(game: han.Game) -> None:
    pairs = twins(game, seed=1)
    for position, twin, viewer in pairs:
        assert position.view(viewer) == twin.view(viewer)
        assert shown(position.view(viewer)) == shown(twin.view(viewer))
    assert any(position != twin for position, twin, _ in pairs)


@some_games
def test_views_differ_when_the_own_hand_or_the_table_does(game: han.Game) -> None:
    for before, _, after, _ in play_through(game, seed=2):
        for seat in range(game.players):
            assert before.view(seat) != after.view(seat)
            assert after.view(seat).hand == after.hands[seat]
            assert after.view(seat).display == after.display


@pytest.mark.parametrize(("game", "spec"), BOTS_IN_GAMES)
def test_bots_choose_alike_in_positions_that_look_alike(game: han.Game, spec: str) -> None:
    """Two bots, since one that is asked the same again may remember its answer."""
    asked = 0
    for position, twin, viewer in twins(game, seed=3, every=101 if spec in SLOW else 5):
        if viewer is None or viewer != position.to_move:
            continue
        action = make_unhurried(spec).choose(position.view(viewer), han.Chance(4))
        assert action == make_unhurried(spec).choose(twin.view(viewer), han.Chance(4))
        assert action in position.legal_actions
        asked += position != twin
    assert asked > 0


def bulk_choices(game: han.Game, state: State) -> tuple[int, int]:
    """The codes that bots choose in bulk play, where they are handed a whole state."""
    chance = han.Chance(6)
    greedy = greedy_code(new_workspace(game), state, chance.generator)
    return greedy, random_code(game.board, state, new_scratch(), chance.generator)


@some_games
def test_bots_in_bulk_read_no_more_than_a_view(game: han.Game) -> None:
    for position in positions_of(game, seed=5)[::5]:
        if position.to_move is not None:
            view = position.view(position.to_move)
            assert bulk_choices(game, position.state) == bulk_choices(game, view.state)


ONLY_DISCARDS = (
    # all pieces of seat 0 stand on the board
    "border-disputes 3 start=0 seat=0 phase=place hands=RGO,RGG,YYV display=OOVV disks=zhao "
    "houses=0:yan-1,yan-2,yan-3,yan-4,zhao-1,zhao-2,zhao-3,zhao-4,wei-1,wei-2,wei-3,wei-4,wei-5,"
    "chin-1,chin-2,chin-3,chin-4,chin-5,chu-1,chu-2 emissaries=wei:400;chin:400"
)


@every_bot
def test_bots_that_can_only_discard_choose_alike(spec: str) -> None:
    position = han.Position.parse(ONLY_DISCARDS)
    assert {str(action) for action in position.legal_actions} == {"X R", "X G", "X O"}
    rng = Random(7)
    for twin in (twin_of(position, 0, rng) for _ in range(2 if spec in SLOW else 10)):
        choices = [make_unhurried(spec).choose(p.view(0), han.Chance(8)) for p in (position, twin)]
        assert choices[0] == choices[1]
        assert bulk_choices(twin.game, twin.state) == bulk_choices(twin.game, twin.view(0).state)


def seen(events: tuple[Event, ...], viewer: Viewer) -> list[Event]:
    return [event.seen_by(viewer) for event in events]


def next_actions(
    position: han.Position, twin: han.Position, viewer: Viewer, rng: Random
) -> tuple[han.Action, han.Action] | None:
    """What happens next in both positions, alike as far as the viewer can tell."""
    if position.phase == "pile" and viewer != position.turn:
        return outcome(position, rng), outcome(twin, rng)
    both = [action for action in position.legal_actions if action in twin.legal_actions]
    return (action := rng.choice(both), action) if both else None


@some_games
def test_the_same_action_shows_the_same(game: han.Game) -> None:
    rng = Random(7)
    secret_draws = 0
    for position, twin, viewer in twins(game, seed=7, every=3):
        actions = next_actions(position, twin, viewer, rng)
        if actions:
            (after, events), (twin_after, twin_events) = map(
                han.Position.play, (position, twin), actions
            )
            assert seen(events, viewer) == seen(twin_events, viewer)
            assert after.view(viewer) == twin_after.view(viewer)
            secret_draws += actions[0] != actions[1]
    assert secret_draws > 0


@some_games
def test_a_card_from_the_pile_is_told_to_its_seat_only(game: han.Game) -> None:
    for position, action, _, events in play_through(game, seed=8):
        for event in events:
            if isinstance(event, CardDrawn):
                assert event == CardDrawn(position.turn, action.cards)
                for viewer in viewers(game):
                    card = action.cards if viewer == position.turn else "?"
                    assert event.seen_by(viewer) == CardDrawn(position.turn, card)
            else:
                assert all(event.seen_by(viewer) == event for viewer in viewers(game))


def test_every_field_of_a_state_is_public_or_deliberately_hidden() -> None:
    assert set(PUBLIC_FIELDS) | HIDDEN_FIELDS == set(STATE.names or ())
    assert not set(PUBLIC_FIELDS) & HIDDEN_FIELDS


@some_games
def test_a_view_holds_public_fields_and_the_own_hand(game: han.Game) -> None:
    """Discards lie face up, so they are public too (Q9)."""
    assert "discards" in PUBLIC_FIELDS
    for position in positions_of(game, seed=9)[::9]:
        for viewer in viewers(game):
            state = position.view(viewer).state
            for field in PUBLIC_FIELDS:
                assert (state[field] == position.state[field]).all(), field
            assert not state["pile"].any()
            for seat, hand in enumerate(state["hands"]):
                own = position.state["hands"][seat] * (seat == viewer)
                assert (hand == own).all()


VIOLETS_AND_REDS = [
    # seats 1 and 2 hold all the violet cards there are, or red ones
    "border-disputes 3 start=0 seat=0 phase=place hands=GGY,VVV,VVV display=OOYY discards=VV",
    "border-disputes 3 start=0 seat=0 phase=place hands=GGY,RRR,RRR display=OOYY discards=VV",
]


def test_hidden_hands_leave_no_trace() -> None:
    violet, red = (han.Position.parse(text) for text in VIOLETS_AND_REDS)
    for viewer in (0, None):
        assert shown(violet.view(viewer)) == shown(red.view(viewer))
    for seat in (1, 2):
        assert (violet.view(seat).hand, red.view(seat).hand) == ("VVV", "RRR")
        assert violet.view(seat) != red.view(seat)


def test_a_spectator_has_no_hand_and_nothing_to_do() -> None:
    game = han.Game("border-disputes", 5)
    for position in positions_of(game, seed=10):
        view = position.view(None)
        assert view.hand == ""
        assert not view.state["hands"].any()
        assert list(view.legal_actions) == []
        assert view.hand_sizes == tuple(len(hand) for hand in position.hands)


@some_games
def test_only_the_seat_to_move_sees_legal_actions(game: han.Game) -> None:
    for position in positions_of(game, seed=11)[::4]:
        for seat in range(game.players):
            expected = position.legal_actions if seat == position.to_move else []
            assert list(position.view(seat).legal_actions) == list(expected)


def reachable_from(start: object) -> list[object]:
    """All objects that can be reached by following attributes and items."""
    code = (type, ModuleType, FunctionType, MethodType)
    found, todo = {id(start): start}, [start]
    while todo:
        thing = todo.pop()
        base = thing.base if isinstance(thing, np.ndarray | np.void) else None
        for other in (*gc.get_referents(thing), base):
            if id(other) not in found and not isinstance(other, code):
                found[id(other)] = other
                todo.append(other)
    return list(found.values())


def test_no_position_can_be_reached_from_a_view() -> None:
    position = han.Game("ways-of-diplomacy", 3).deal(12)
    for viewer in viewers(position.game):
        view = position.view(viewer)
        things = reachable_from(view)
        assert any(thing is view.state["hands"].base.base for thing in things)
        assert not [thing for thing in things if isinstance(thing, han.Position)]
        arrays = [thing for thing in things if isinstance(thing, np.ndarray)]
        assert not [array for array in arrays if np.shares_memory(array, position.states)]


def test_a_viewer_cannot_change_what_it_was_handed() -> None:
    view = han.Game("border-disputes", 3).deal(13, start=0).view(0)
    with pytest.raises(ValueError, match="read-only"):
        view.state.seat = 1
    with pytest.raises(ValueError, match="read-only"):
        view.state["hands"][0] += 1


def test_a_viewer_cannot_change_the_legal_actions_of_the_position() -> None:
    position = han.Game("border-disputes", 3).deal(13, start=0)
    before = list(position.legal_actions)
    with suppress(ValueError):
        position.view(0).legal_actions.words[:] = 0
    assert all(action in position.legal_actions for action in before)
