"""Resampled states look the same to a player, and hidden cards have the right distribution."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from envs.hypotheses import Hypotheses
from envs.spiel import any_number, load, state_after, states_of
from han.engine.belief import deal_probability, hand_probabilities
from han.envs.openspiel import HanGame, HanState
from han.envs.openspiel_history import GameHistory, HistoryStart
from han.envs.openspiel_memory import Memory
from han.notation.cards import format_cards
from han.rules import codes
from han.rules.codes import code_of
from tables import SEATINGS

TAKE_PILE = code_of(codes.TURN, codes.TAKE_PILE)

Hands = tuple[str, ...]


def assert_looks_alike(true: HanState, other: HanState, seat: int) -> None:
    assert other.information_state_string(seat) == true.information_state_string(seat)
    assert other.observation_string(seat) == true.observation_string(seat)
    assert other.observation_tensor(seat) == true.observation_tensor(seat)
    assert other.current_player() == true.current_player()
    assert other.is_terminal() == true.is_terminal()
    if seat == true.current_player():
        assert other.legal_actions() == true.legal_actions()


def assert_could_have_happened(state: HanState) -> None:
    """Every step was possible when it was made, and they lead where they should."""
    replay = state.get_game().new_initial_state()
    for number in state.history():
        assert number in replay.legal_actions()
        replay.apply_action(number)
    assert str(replay) == str(state)


@pytest.mark.parametrize(("map_id", "players"), SEATINGS)
def test_a_resampled_state_looks_the_same(map_id: str, players: int) -> None:
    game = load(map_id, players, variant=True)
    rng = Random(1)
    other_cards = Counter[bool]()
    for number, state in enumerate(states_of(game.new_initial_state(), seed=players)):
        if number % 17 and not state.is_terminal():
            continue
        seat = rng.randrange(players)
        before = str(state)
        other = state.resample_from_infostate(seat, rng.random)
        assert_looks_alike(state, other, seat)
        assert_could_have_happened(other)
        hands = hands_after(state.game_history, other.game_history.start, other.history())
        assert other.game_history.position.hands == hands
        assert len(other.history()) == len(state.history())
        assert str(state) == before
        other_cards[other.game_history.position.hands != state.game_history.position.hands] += 1
        for _ in states_of(other, seed=number):
            pass  # it can be played to its end
    assert other_cards[True] > 3


def test_only_the_sampler_decides() -> None:
    state = state_after(load(players=3), seed=3, steps=80)
    first, again, other = (
        state.resample_from_infostate(1, Random(seed).random).history() for seed in (5, 5, 6)
    )
    assert first == again != other


def test_a_resampled_state_can_be_resampled() -> None:
    state = state_after(load(players=4), seed=9, steps=120)
    rng = Random(0)
    for seat in (0, 1, 2, 3, 0):
        other = state.resample_from_infostate(seat, rng.random)
        assert_looks_alike(state, other, seat)
        assert_could_have_happened(other)
        state = other


def test_a_resampled_copy_forgets_nothing() -> None:
    """What was worked out for one moment is not used for the next."""
    state = state_after(load(players=3), seed=3, steps=60)
    for _ in states_of(state, seed=1):
        other = state.resample_from_infostate(2, Random(1).random)
        assert other.information_state_string(2) == state.information_state_string(2)
        if len(state.history()) > 75:
            break


# How likely the hidden cards are.


def draw_hands(state: HanState, seat: int, count: int) -> Counter[Hands]:
    """The hands in so many imagined games."""
    memory, rng = Memory(state.game_history, seat), Random(count)
    return Counter(
        hands_after(state.game_history, *memory.resample(rng.random)) for _ in range(count)
    )


def hands_after(true: GameHistory, start: HistoryStart, numbers: list[int]) -> Hands:
    """The hands of an imagined game; quicker than playing it, since all else is the same."""
    hands = true.state["hands"] + start.position.state["hands"].astype(int)
    hands -= true.start.position.state["hands"]
    for step, number in zip(true.steps, numbers, strict=True):
        if step.owner is not None:
            hands[step.owner, step.number] -= 1
            hands[step.owner, number] += 1
    return tuple(format_cards(hand) for hand in hands[: true.game.players])


def assert_drawn_from(odds: dict[Hands, Fraction], drawn: Counter[Hands]) -> None:
    """A chi-square test; what is rare counts together."""
    assert set(drawn) <= set(odds)
    count = drawn.total()
    expected = {hands: float(count * share) for hands, share in odds.items()}
    common = [(drawn[hands], mean) for hands, mean in expected.items() if mean >= 5]
    rare = count - sum(n for n, _ in common), count - sum(mean for _, mean in common)
    cells = [*common, rare] if rare[1] >= 5 else common
    distance = sum((n - mean) ** 2 / mean for n, mean in cells)
    freedom = len(cells) - 1
    assert distance <= freedom + 4 * sqrt(2 * freedom)


def believed(state: HanState, seat: int, hands: Hands) -> Fraction:
    return deal_probability(state.game_history.view(seat), hands)


@pytest.mark.parametrize(("players", "steps"), [(2, 40), (2, 64), (3, 45)])
def test_before_the_reshuffle_it_is_the_engines_belief(players: int, steps: int) -> None:
    state = state_after(load(players=players, variant=True), seed=steps, steps=steps)
    assert state.game_history.position.passes == 0
    for seat in range(players):
        odds = Hypotheses(state.game_history, seat).hands()
        assert sum(odds.values()) == 1
        assert all(share == believed(state, seat, hands) for hands, share in odds.items())
    assert_drawn_from(odds, draw_hands(state, seat, 1500))


def secretive(state: HanState, rng: Random) -> int:
    """Take no card that others see."""
    if not state.is_chance_node() and TAKE_PILE in state.legal_actions():
        return TAKE_PILE
    return any_number(state, rng)


def after_reshuffle(game: HanGame, seed: int, steps: int) -> HanState:
    """A state some steps after the reshuffle that began shortly before it."""
    state, rng = game.new_initial_state(), Random(seed)
    while state.game_history.is_dealing or state.game_history.state["pile"].sum() > 5:
        state.apply_action(secretive(state, rng))
    state = game.new_initial_state(str(state.game_history.position))
    while state.game_history.position.passes == 0:
        state.apply_action(secretive(state, rng))
    for _ in range(steps):
        state.apply_action(secretive(state, rng))
    return state


@pytest.mark.parametrize(
    ("players", "seed", "steps"), [(2, 2, 32), (2, 9, 20), (2, 13, 32), (3, 9, 32), (3, 5, 24)]
)
def test_after_the_reshuffle_it_is_what_can_be_concluded(
    players: int, seed: int, steps: int
) -> None:
    """More than a view says, since the pile was used up once."""
    state = after_reshuffle(load(players=players), seed, steps)
    assert state.game_history.position.passes == 1
    surprises = widest = 0
    for seat in range(players):
        odds = Hypotheses(state.game_history, seat).hands()
        assert odds[state.game_history.position.hands] > 0
        assert_drawn_from(odds, draw_hands(state, seat, 3000))
        surprises += any(odds[hands] != believed(state, seat, hands) for hands in odds)
        widest = max(widest, len(odds))
    assert surprises
    assert widest > 10


def test_a_state_that_begins_in_a_position_is_completed_as_the_engine_would() -> None:
    game = load("border-disputes", 3)
    position = state_after(game, seed=2, steps=70).game_history.position
    state = game.new_initial_state(str(position))
    drawn = Counter[Hands]()
    for hands, count in draw_hands(state, 0, 3000).items():
        drawn[(hands[1],)] += count
    odds = hand_probabilities(position.view(0), 1)
    assert_drawn_from({(hand,): share for hand, share in odds.items()}, drawn)
    other = state.resample_from_infostate(0, Random(1).random)
    assert_looks_alike(state, other, 0)
    assert other.game_history.position.hands != position.hands
    assert other.history() == []
