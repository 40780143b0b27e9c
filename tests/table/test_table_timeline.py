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
from han.table.timeline import EVERY, Timeline, is_outcome, take_step
from tables import GAMES, Choice, any_action, eager_action, outcome, play_through

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
choices = st.sampled_from([any_action, eager_action])


def next_action(position: Position, rng: Random) -> Action:
    return outcome(position, rng) if position.is_chance else any_action(position, rng)


def play(timeline: Timeline, action: Action) -> tuple[Event, ...]:
    """Go one action or outcome on; return what happened."""
    step = take_step(timeline.position, action)
    timeline.add(step)
    return step.events


def timeline_of(game: Game, seed: int, steps: int) -> Timeline:
    """So many steps of a random game, and the cards that are due then."""
    rng = Random(seed)
    timeline = Timeline(game.deal(seed))
    while not timeline.position.is_over and (
        timeline.length < steps or timeline.position.is_chance
    ):
        play(timeline, next_action(timeline.position, rng))
    return timeline


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
    timeline = Timeline(game.deal(seed))
    while not timeline.position.is_over:
        position, length = timeline.position, timeline.length
        step = take_step(position, next_action(position, rng))
        assert (timeline.position, timeline.length) == (position, length)
        assert (step.position, step.events) == position.play(step.action)
        timeline.add(step)
        assert timeline.position is step.position


@given(games, seeds, choices)
@settings(max_examples=8, deadline=None)
def test_a_timeline_is_where_its_moves_lead(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    timeline = Timeline(steps[0][0])
    turns = [0]
    for number, (before, action, after, events) in enumerate(steps, start=1):
        assert play(timeline, action) == events
        assert timeline.position == after
        assert timeline.length == number
        assert is_outcome(timeline.codes[-1]) == before.is_chance
        if before.turn != after.turn:
            turns.append(number)
    assert list(timeline.turns) == turns


@given(games, seeds, choices)
@settings(max_examples=8, deadline=None)
def test_cards_are_counted_as_chance_gives_them(game: Game, seed: int, choose: Choice) -> None:
    steps = list(play_through(game, seed, choose))
    timeline = Timeline(steps[0][0])
    cards = 3 * game.players + game.map.display
    assert timeline.cards == cards
    for before, action, _, _ in steps:
        play(timeline, action)
        cards += before.is_chance and action.kind in (PILE, REFILL)
        assert timeline.cards == cards


@given(games, seeds, st.integers(0, 200), st.integers(0, 200))
@settings(max_examples=15, deadline=None)
def test_a_cut_timeline_is_the_shorter_one(game: Game, seed: int, long: int, short: int) -> None:
    timeline, short_timeline = (
        timeline_of(game, seed, long),
        timeline_of(game, seed, min(long, short)),
    )
    timeline.cut(short_timeline.length)
    assert timeline.position == short_timeline.position
    assert timeline.codes == short_timeline.codes
    assert timeline.turns == short_timeline.turns
    assert timeline.cards == short_timeline.cards


@given(games, seeds, st.integers(0, 200))
@settings(max_examples=8, deadline=None)
def test_a_copied_timeline_goes_on_alone(game: Game, seed: int, steps: int) -> None:
    timeline, same = timeline_of(game, seed, steps), timeline_of(game, seed, steps)
    twin = copy(timeline)
    assert (twin.codes, twin.turns, twin.position) == (
        timeline.codes,
        timeline.turns,
        timeline.position,
    )
    rng = Random(seed)
    while not twin.position.is_over:
        play(twin, next_action(twin.position, rng))
    twin.cut(0)
    assert (timeline.codes, timeline.turns, timeline.position) == (
        same.codes,
        same.turns,
        same.position,
    )


@given(games, seeds, st.integers(0, 400))
@settings(max_examples=8, deadline=None)
def test_the_record_of_a_timeline_is_true(game: Game, seed: int, steps: int) -> None:
    timeline = timeline_of(game, seed, steps)
    record = timeline.record({"names": ["a", "b"]})
    assert verify(record) == timeline.position
    assert record.meta == {"names": ["a", "b"]}
    assert (record.result is None) == (not timeline.position.is_over)


@given(games, seeds, st.integers(0, 200))
@settings(max_examples=8, deadline=None)
def test_nobody_goes_back_behind_a_card_or_a_turn(game: Game, seed: int, steps: int) -> None:
    timeline = timeline_of(game, seed, steps)
    limit = timeline.undo_limit
    assert timeline.turns[-1] <= limit <= timeline.length
    assert not any(map(is_outcome, timeline.codes[limit:]))
    assert limit == timeline.turns[-1] or is_outcome(timeline.codes[limit - 1])


# Going back costs little, however long the game is.


@given(games, seeds)
@settings(max_examples=4, deadline=None)
def test_an_undo_plays_nothing_again(game: Game, seed: int) -> None:
    rng = Random(seed)
    timeline = Timeline(game.deal(seed))
    while not timeline.position.is_over:
        play(timeline, next_action(timeline.position, rng))
        ways = [
            timeline.steps_to_replay(length)
            for length in range(timeline.turns[-1], timeline.length + 1)
        ]
        assert not any(ways)


@given(games, seeds)
@settings(max_examples=4, deadline=None)
def test_a_take_back_plays_a_few_turns_again_at_most(game: Game, seed: int) -> None:
    timeline = timeline_of(game, seed, 1000)
    longest = max(end - begin for begin, end in pairwise(timeline.turns))
    ways = [timeline.steps_to_replay(begin) for begin in timeline.turns]
    assert max(ways) <= (EVERY - 1) * longest
    present = timeline.length - timeline.turns[-1]
    assert timeline.kept_states <= len(timeline.turns[::EVERY]) + 1 + present


@given(games, seeds)
@settings(max_examples=8, deadline=None)
def test_whatever_was_gone_back_the_timeline_is_the_one_of_its_codes(game: Game, seed: int) -> None:
    rng = Random(seed)
    timeline = Timeline(game.deal(seed))
    for _ in range(200):
        if rng.random() < 0.25:
            goals = [rng.choice(timeline.turns), max(timeline.turns[-1], timeline.length - 1)]
            timeline.cut(rng.choice([*goals, rng.randint(0, timeline.length)]))
        elif not timeline.position.is_over:
            play(timeline, next_action(timeline.position, rng))
        if rng.random() < 0.2:
            timeline = copy(timeline)
    fresh = Timeline(timeline.first)
    for code in timeline.codes:
        play(fresh, action_of(game.book, code))
    assert (timeline.position, timeline.codes, timeline.turns) == (
        fresh.position,
        fresh.codes,
        fresh.turns,
    )
    for seat in range(game.players):
        assert timeline.last_turn_of(seat) == fresh.last_turn_of(seat)
    for length in range(timeline.length, -1, -1):
        timeline.cut(length)
        assert timeline.position == timeline.first.after(timeline.codes)
