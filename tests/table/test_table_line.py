"""The moves of a game in play."""

from copy import copy
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.action import Action, action_of
from han.engine.event import Event
from han.engine.game import Game
from han.engine.position import Position
from han.notation.atom import PILE, REFILL
from han.records.replay import verify
from han.table.line import EVERY, Line, is_outcome, take_step
from tables import GAMES, Choice, any_action, eager_action, outcome, play_through

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
choices = st.sampled_from([any_action, eager_action])


def next_action(position: Position, rng: Random) -> Action:
    return outcome(position, rng) if position.is_chance else any_action(position, rng)


def play(line: Line, action: Action) -> tuple[Event, ...]:
    """Go one action or outcome on; return what happened."""
    step = take_step(line.position, action)
    line.add(step)
    return step.events


def line_of(game: Game, seed: int, steps: int) -> Line:
    """So many steps of a random game, and the cards that are due then."""
    rng = Random(seed)
    line = Line(game.deal(seed))
    while not line.position.is_over and (line.length < steps or line.position.is_chance):
        play(line, next_action(line.position, rng))
    return line


@given(games, seeds, choices)
@settings(max_examples=8, deadline=None)
def test_codes_lead_where_playing_leads(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    first = steps[0][0]
    codes = [game.book.encode(action.atom) for _, action, _, _ in steps]
    before = first.state.tobytes()
    for length in range(0, len(codes), 23):
        after = first.after(codes[:length])
        assert after == steps[length][0]
        assert after.after(codes[length:]) == steps[-1][2]
    assert first.after(codes) == steps[-1][2]
    assert first.after([]) == first
    assert first.state.tobytes() == before


@given(games, seeds)
@settings(max_examples=8, deadline=None)
def test_a_step_changes_nothing_until_it_is_added(game: Game, seed: int) -> None:
    rng = Random(seed)
    line = Line(game.deal(seed))
    while not line.position.is_over:
        position, length = line.position, line.length
        step = take_step(position, next_action(position, rng))
        assert (line.position, line.length) == (position, length)
        assert (step.position, step.events) == position.play(step.action)
        line.add(step)
        assert line.position is step.position


@given(games, seeds, choices)
@settings(max_examples=8, deadline=None)
def test_a_line_is_where_its_moves_lead(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    line = Line(steps[0][0])
    turns = [0]
    for number, (before, action, after, events) in enumerate(steps, start=1):
        assert play(line, action) == events
        assert line.position == after
        assert line.length == number
        assert is_outcome(line.codes[-1]) == before.is_chance
        if before.turn != after.turn:
            turns.append(number)
    assert list(line.turns) == turns


@given(games, seeds, choices)
@settings(max_examples=8, deadline=None)
def test_cards_are_counted_as_chance_gives_them(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    line = Line(steps[0][0])
    cards = 3 * game.players + game.map.display
    assert line.cards == cards
    for before, action, _, _ in steps:
        play(line, action)
        cards += before.is_chance and action.kind in (PILE, REFILL)
        assert line.cards == cards


@given(games, seeds, st.integers(0, 200), st.integers(0, 200))
@settings(max_examples=15, deadline=None)
def test_a_cut_line_is_the_shorter_line(game: Game, seed: int, long: int, short: int) -> None:
    line, short_line = line_of(game, seed, long), line_of(game, seed, min(long, short))
    line.cut(short_line.length)
    assert line.position == short_line.position
    assert line.codes == short_line.codes
    assert line.turns == short_line.turns
    assert line.cards == short_line.cards


@given(games, seeds, st.integers(0, 200))
@settings(max_examples=8, deadline=None)
def test_a_copied_line_goes_on_alone(game: Game, seed: int, steps: int) -> None:
    line, same = line_of(game, seed, steps), line_of(game, seed, steps)
    twin = copy(line)
    assert (twin.codes, twin.turns, twin.position) == (line.codes, line.turns, line.position)
    rng = Random(seed)
    while not twin.position.is_over:
        play(twin, next_action(twin.position, rng))
    twin.cut(0)
    assert (line.codes, line.turns, line.position) == (same.codes, same.turns, same.position)


@given(games, seeds, st.integers(0, 400))
@settings(max_examples=8, deadline=None)
def test_the_record_of_a_line_is_true(game: Game, seed: int, steps: int) -> None:
    line = line_of(game, seed, steps)
    record = line.record({"names": ["a", "b"]})
    assert verify(record) == line.position
    assert record.meta == {"names": ["a", "b"]}
    assert (record.result is None) == (not line.position.is_over)


@given(games, seeds, st.integers(0, 200))
@settings(max_examples=8, deadline=None)
def test_nobody_goes_back_behind_a_card_or_a_turn(game: Game, seed: int, steps: int) -> None:
    line = line_of(game, seed, steps)
    limit = line.undo_limit
    assert line.turns[-1] <= limit <= line.length
    assert not any(map(is_outcome, line.codes[limit:]))
    assert limit == line.turns[-1] or is_outcome(line.codes[limit - 1])


# Going back costs little, however long the game is.


@given(games, seeds)
@settings(max_examples=4, deadline=None)
def test_an_undo_plays_nothing_again(game: Game, seed: int) -> None:
    rng = Random(seed)
    line = Line(game.deal(seed))
    while not line.position.is_over:
        play(line, next_action(line.position, rng))
        ways = [line.way_back(length) for length in range(line.turns[-1], line.length + 1)]
        assert not any(ways)


@given(games, seeds)
@settings(max_examples=4, deadline=None)
def test_a_take_back_plays_a_few_turns_again_at_most(game: Game, seed: int) -> None:
    line = line_of(game, seed, 1000)
    longest = max(end - begin for begin, end in pairwise(line.turns))
    ways = [line.way_back(begin) for begin in line.turns]
    assert max(ways) <= (EVERY - 1) * longest
    present = line.length - line.turns[-1]
    assert line.kept <= len(line.turns[::EVERY]) + 1 + present


@given(games, seeds)
@settings(max_examples=8, deadline=None)
def test_whatever_was_gone_back_the_line_is_the_one_of_its_codes(game: Game, seed: int) -> None:
    rng = Random(seed)
    line = Line(game.deal(seed))
    for _ in range(200):
        if rng.random() < 0.25:
            goals = [rng.choice(line.turns), max(line.turns[-1], line.length - 1)]
            line.cut(rng.choice([*goals, rng.randint(0, line.length)]))
        elif not line.position.is_over:
            play(line, next_action(line.position, rng))
        if rng.random() < 0.2:
            line = copy(line)
    fresh = Line(line.first)
    for code in line.codes:
        play(fresh, action_of(game.book, code))
    assert (line.position, line.codes, line.turns) == (fresh.position, fresh.codes, fresh.turns)
    for seat in range(game.players):
        assert line.last_turn_of(seat) == fresh.last_turn_of(seat)
    for length in range(line.length, -1, -1):
        line.cut(length)
        assert line.position == line.first.after(line.codes)
