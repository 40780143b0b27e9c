"""Invariants of every position of every game."""

import pickle
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han import Action, Game, Position  # the names that a repr uses
from han.engine.action import action_of
from han.engine.event import (
    AllianceScored,
    Event,
    PiecePlaced,
    PileReshuffled,
    PortsScored,
    ProvinceScored,
    RowScored,
    TurnBegun,
)
from han.notation.cards import LETTERS, format_cards
from han.notation.errors import NoSuchPlaceError
from tables import GAMES, Choice, any_action, eager_action, every_game, play_through, positions_of

HOUSES, EMISSARIES, HAND = 20, 8, 3
MOST_STEPS = 450
"""Under 100 cards leave the piles of a game; each takes two steps to a hand and one to a piece,
and ends at most one turn."""

Step = tuple[Position, Action, Position, tuple[Any, ...]]

choices = st.sampled_from([any_action, eager_action])


def along_games(examples: int = 12) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hypothesis chooses the kind of game, its seed and how it is played."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        drawn = given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1), choose=choices)
        return settings(deadline=None, max_examples=examples)(drawn(test))

    return decorate


@cache
def provinces_of(game: Game) -> dict[str, set[str]]:
    """The provinces of each space."""
    return {space.id: set(space.provinces) for space in game.map.spaces}


def houses_in(position: Position, province: str) -> Counter[int]:
    """Each seat's houses in a province, counted on the map."""
    where = provinces_of(position.game)
    return Counter(seat for space, seat in position.houses.items() if province in where[space])


def occupied_in(position: Position, province: str) -> int:
    where = provinces_of(position.game)
    occupied = position.houses.keys() | position.markers.keys()
    return sum(province in where[space] for space in occupied)


@along_games()
def test_no_card_is_lost_or_made(game: Game, seed: int, choose: Choice) -> None:
    deck = Counter(dict(zip(LETTERS, game.deck, strict=True)))
    for position in positions_of(game, seed, choose):
        piles = (*position.hands, position.pile, position.display, position.discards)
        assert Counter("".join(piles)) == deck


@along_games()
def test_no_piece_is_lost_or_made(game: Game, seed: int, choose: Choice) -> None:
    """Everybody has 20 houses and 8 emissaries, on the board or in the supply (C2)."""
    first = game.deal(seed)
    for position in positions_of(game, seed, choose):
        on_spaces, markers = Counter(position.houses.values()), Counter(position.markers.values())
        for seat in range(game.players):
            emissaries = sum(counts[seat] for counts in position.emissaries.values())
            if game.map.variant == "market-places" and not position.is_over:
                emissaries += markers[seat]  # stand on their market places until V6
            assert position.houses_left[seat] + on_spaces[seat] == HOUSES
            assert position.emissaries_left[seat] + emissaries == EMISSARIES
            assert position.markers_left[seat] + markers[seat] == first.markers_left[seat]


def test_markers_at_the_start() -> None:
    """One marker each, two each with two players; none without the variant (V1, V4)."""
    for game in GAMES:
        each = (2 if game.players == 2 else 1) if game.variant else 0
        assert game.deal(1).markers_left == (each,) * game.players


@along_games()
def test_one_piece_a_space(game: Game, seed: int, choose: Choice) -> None:
    for position in positions_of(game, seed, choose):
        houses = [int(mask) for mask in position.state.houses]
        markers = [int(mask) for mask in position.state.markers]
        if game.map.variant == "fortifications":  # under a house of the same seat (V1)
            assert all(marker & ~house == 0 for marker, house in zip(markers, houses, strict=True))
            masks = houses
        else:
            masks = houses + markers
        assert sum(mask.bit_count() for mask in masks) == sum(masks).bit_count()
        for space in position.markers:
            assert len(provinces_of(game)[space]) == 1


@along_games()
def test_emissaries_stay_within_the_limit(game: Game, seed: int, choose: Choice) -> None:
    """T11, until the emissaries on market places join (V6)."""
    for position in positions_of(game, seed, choose)[:-1]:
        for province, counts in position.emissaries.items():
            most = max(houses_in(position, province).values(), default=0)
            assert sum(counts) <= most


def turns_of(steps: list[Step]) -> list[list[Step]]:
    """The steps of each turn."""
    turns: list[list[Step]] = [[]]
    for step in steps:
        turns[-1].append(step)
        if any(isinstance(event, TurnBegun) for event in step[3]):
            turns.append([])
    return turns


def is_empty(position: Position, province: str) -> bool:
    return not occupied_in(position, province) and not any(position.emissaries[province])


@along_games()
def test_pieces_of_a_turn(game: Game, seed: int, choose: Choice) -> None:
    """Three cards, two pieces, one province; one piece where there was none (T2, T5, Q2)."""
    where = provinces_of(game) | {province.id: {province.id} for province in game.map.provinces}
    for turn in turns_of(list(play_through(game, seed, choose))):
        start = turn[0][0]
        placed = [action for _, action, _, _ in turn if action.place]
        pieces = [where[a.place] for a in placed for _ in range(2 if a.kind in "FM" else 1)]
        assert sum(len(action.cards) for action in placed) <= 3
        assert len(pieces) <= 2
        if pieces:
            assert set.intersection(*pieces)
        for province, count in Counter(p for piece in pieces for p in piece).items():
            assert count == 1 or not is_empty(start, province)
        discards = [action for _, action, _, _ in turn if action.kind == "X"]
        assert len(discards) == (0 if placed else 1)


@along_games()
def test_hands(game: Game, seed: int, choose: Choice) -> None:
    """Three cards, but for the seat that has paid and not drawn up yet (D1), until D4."""
    for position in positions_of(game, seed, choose):
        for seat, hand in enumerate(position.hands):
            has_paid = position.phase in ("draw", "pile") or position.state.placed > 0
            if position.passes < 2:
                assert (len(hand) < HAND) == (seat == position.turn and has_paid)
            elif seat == position.turn and position.phase == "place" and not has_paid:
                assert len(hand) == HAND
            assert len(hand) <= HAND


@along_games()
def test_the_pile_lasts_until_it_is_used_up_twice(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    for _, _, after, events in steps:
        assert (after.pile == "") == (after.passes == 2)
        assert not after.is_chance or after.passes < 2
        for event in events:
            if isinstance(event, PileReshuffled):
                assert (after.discards, len(after.pile)) == ("", event.cards)
    assert sum(isinstance(e, PileReshuffled) for *_, events in steps for e in events) == 1


@along_games()
def test_points_only_grow(game: Game, seed: int, choose: Choice) -> None:
    for earlier, later in pairwise(positions_of(game, seed, choose)):
        assert all(a <= b for a, b in zip(earlier.scores, later.scores, strict=True))


@along_games()
def test_each_province_is_scored_once_and_when_full(game: Game, seed: int, choose: Choice) -> None:
    sizes = Counter(province for space in game.map.spaces for province in space.provinces)
    scored: list[str] = []
    for _, _, after, events in play_through(game, seed, choose):
        scored += [event.province for event in events if isinstance(event, ProvinceScored)]
        assert set(after.disks) == set(scored)
        if not after.is_over:
            assert set(scored) == {p for p, size in sizes.items() if occupied_in(after, p) == size}
    assert sorted(scored) == sorted(sizes)


@along_games()
def test_every_seat_has_as_many_turns(game: Game, seed: int, choose: Choice) -> None:
    """The last round is played to its end (D4)."""
    steps = list(play_through(game, seed, choose))
    assert len(steps) <= MOST_STEPS
    result = steps[-1][2].result
    assert result is not None
    seats = Counter(turn[0][0].turn for turn in turns_of(steps))
    if result.reason == "pile":
        assert len(set(seats.values())) == 1
        assert (steps[-1][0].turn + 1) % game.players == steps[0][0].start


@along_games()
def test_totals_and_winners(game: Game, seed: int, choose: Choice) -> None:
    """Points by source, and the tie-break by pieces that are not on the board (F5)."""
    *before, last = positions_of(game, seed, choose)
    assert all(position.result is None for position in before)
    result = last.result
    assert result is not None
    sources = (result.houses, result.alliances, result.roads, result.ports)
    assert result.total == tuple(map(sum, zip(*sources, strict=True))) == last.scores
    on_board = Counter(last.houses.values())
    for counts in last.emissaries.values():
        on_board.update(dict(enumerate(counts)))
    places = [(result.total[seat], -on_board[seat]) for seat in range(game.players)]
    assert result.winners == tuple(
        seat for seat, place in enumerate(places) if place == max(places)
    )


def points_told(game: Game, events: list[Event]) -> dict[str, list[int]]:
    """The points of each source, added up from the events."""
    points = {source: [0] * game.players for source in ("houses", "alliances", "roads", "ports")}
    rows = {ProvinceScored: "houses", AllianceScored: "alliances", PortsScored: "ports"}
    for event in events:
        if isinstance(event, RowScored):
            points["roads"][event.seat] += event.points
        elif isinstance(event, ProvinceScored | AllianceScored | PortsScored):
            row = points[rows[type(event)]]
            row[:] = map(sum, zip(row, event.points, strict=True))
    return points


@along_games()
def test_events_tell_every_point(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    events = [event for *_, caused in steps for event in caused]
    result = steps[-1][2].result
    assert result is not None
    for source, points in points_told(game, events).items():
        assert list(getattr(result, source)) == points, source
    numbers = [event.number for event in events if isinstance(event, AllianceScored)]
    assert numbers == list(range(1, 16))


@along_games(10)
def test_an_event_for_every_piece(game: Game, seed: int, choose: Choice) -> None:
    for before, action, _, events in play_through(game, seed, choose):
        told = [event for event in events if isinstance(event, PiecePlaced)]
        assert told == ([PiecePlaced(before.turn, action)] if action.place else [])


@every_game
def test_codes_actions_and_text_are_one_to_one(game: Game) -> None:
    actions = {code: action_of(game.book, code) for code in game.book.atoms}
    assert len({str(action) for action in actions.values()}) == len(actions)
    for code, action in actions.items():
        assert game.book.encode(action.atom) == action.code_on(game.book) == code
        assert Action(str(action)).code_on(game.book) == code
        for same in (Action(str(action)), eval(repr(action)), pickle.loads(pickle.dumps(action))):
            assert same == action
            assert hash(same) == hash(action)
    with pytest.raises(KeyError):
        action_of(game.book, max(actions) + 1)


def test_an_action_of_one_map_is_looked_up_by_its_words_on_another() -> None:
    here, there = Game("border-disputes", 4).book, Game("ways-of-diplomacy", 4).book
    take = action_of(here, Action("+R").code_on(here))
    assert take.code_on(there) == Action("+R").code_on(there)
    house = action_of(here, Action("H wei-1 R").code_on(here))
    with pytest.raises(NoSuchPlaceError, match="wei-1"):
        house.code_on(there)


@along_games(10)
def test_legal_actions_as_list_as_codes_and_as_mask(game: Game, seed: int, choose: Choice) -> None:
    for position in positions_of(game, seed, choose):
        legal = position.legal_actions
        assert list(legal.codes) == sorted(game.book.encode(action.atom) for action in legal)
        mask = "".join(f"{int(word):064b}"[::-1] for word in legal.words)
        assert [code for code, bit in enumerate(mask) if bit == "1"] == list(legal.codes)
        assert len(legal) == len(list(legal)) == len(set(legal))
        assert legal[1:3] == tuple(legal)[1:3]
        assert (len(legal) == 0) == position.is_over


@along_games(10)
def test_reprs_of_positions(game: Game, seed: int, choose: Choice) -> None:
    positions = positions_of(game, seed, choose)
    for position in (*positions[::10], positions[-1]):
        again = eval(repr(position))
        assert again == position
        assert (str(again), hash(again)) == (str(position), hash(position))


@every_game
def test_reprs_of_games(game: Game) -> None:
    assert eval(repr(game)) == game
    assert [other for other in GAMES if other == game] == [game]


@along_games(10)
def test_playing_leaves_the_position_as_it_was(game: Game, seed: int, choose: Choice) -> None:
    positions = positions_of(game, seed, choose)
    before = [position.state.tobytes() for position in positions]
    for position in positions[::5]:
        futures = [position.play(action)[0] for action in position.legal_actions]
        assert position not in futures
    assert [position.state.tobytes() for position in positions] == before


@along_games(10)
def test_equal_actions_lead_to_equal_positions(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    position = Position.parse(str(steps[0][0]))
    for _, action, after, events in steps:
        position, again = position.play(str(action))
        assert (position, again) == (after, events)


@along_games(15)
def test_known_cards_are_held(game: Game, seed: int, choose: Choice) -> None:
    """Known are exactly cards that the seat took from the display and still holds."""
    taken: list[Counter[str]] = [Counter() for _ in range(game.players)]
    for before, action, after, _ in play_through(game, seed, choose):
        seat = taken[before.turn]
        if action.kind == "+":
            seat[action.cards] += 1
        elif action.place or action.kind == "X":
            seat.subtract(action.cards)
            taken[before.turn] = +seat
        assert [Counter(cards) for cards in after.known_cards] == taken
        for known, hand in zip(after.known_cards, after.hands, strict=True):
            assert Counter(known) <= Counter(hand)


@given(st.lists(st.integers(0, 13), min_size=5, max_size=5))
@settings(deadline=None)
def test_cards_as_letters(counts: list[int]) -> None:
    text = format_cards(counts)
    assert Counter(text) == +Counter(dict(zip(LETTERS, counts, strict=True)))
