"""The OpenSpiel game is the engine's game, and passes OpenSpiel's own tests."""

import importlib
import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from envs.spiel import any_number, dealt, load, state_after, states_of
from han.engine.game import Game
from han.envs import openspiel
from han.envs.errors import EnvError
from han.envs.observation import BLOCKS, observe_view, part
from han.envs.openspiel import CHANCE, NAME, HanGame, HanState
from han.envs.rewards import REWARDS
from han.messages import HanError
from han.notation.cards import format_cards
from han.rules.codes import CODES
from tables import FEW_GAMES, SEATINGS

every_seating = pytest.mark.parametrize(("map_id", "players"), SEATINGS)
observation_type = pyspiel.IIGObservationType
Utility = pyspiel.GameType.Utility


@pytest.mark.parametrize("game", FEW_GAMES, ids=repr)
def test_openspiels_own_test_passes(game: Game) -> None:
    wild = game.wild_in_prices
    spiel = load(game.map.id, game.players, variant=game.variant, wild_in_prices=wild)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", REWARDS[1:])
@pytest.mark.parametrize("players", [2, 3])
def test_it_passes_with_the_other_rewards(reward: str, players: int) -> None:
    game = load(players=players, reward=reward, wild_in_prices=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_importing_twice_changes_nothing() -> None:
    importlib.reload(openspiel)
    assert pyspiel.registered_names().count(NAME) == 1
    assert load().num_players() == 2


def test_the_type_says_what_the_game_is() -> None:
    kind = load("border-disputes", 5).get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    assert (kind.min_num_players, kind.max_num_players) == (2, 5)


@pytest.mark.parametrize(
    ("reward", "players", "utility", "total", "least"),
    [
        ("win", 2, Utility.CONSTANT_SUM, 1.0, 0.0),
        ("win", 4, Utility.CONSTANT_SUM, 1.0, 0.0),
        ("margin", 2, Utility.ZERO_SUM, 0.0, -1.0),
        ("margin", 3, Utility.GENERAL_SUM, None, -1.0),
        ("both", 2, Utility.CONSTANT_SUM, 0.5, -0.5),
        ("both", 4, Utility.GENERAL_SUM, None, -0.5),
    ],
)
def test_what_the_rewards_add_up_to(
    reward: str, players: int, utility: Any, total: float | None, least: float
) -> None:
    game = load(players=players, reward=reward)
    assert game.get_type().utility == utility
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (total, least, 1.0)
    *_, last = states_of(game.new_initial_state(), seed=4)
    if total is not None:
        assert sum(last.returns()) == pytest.approx(total, abs=1e-12)
    assert all(least <= share <= 1 for share in last.returns())


def test_before_the_end_there_is_no_reward() -> None:
    assert dealt(load(players=3, reward="margin")).returns() == [0.0] * 3


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"players": 7}, "Ways of Diplomacy is for 2 to 4 players, not 7."),
        ({"map_id": "nowhere"}, "There is no map “nowhere”."),
        ({"reward": "gold"}, "“gold” is not a valid reward here"),
    ],
)
def test_parameters_that_make_no_game(params: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HanError) as caught:
        load(**params)
    assert str(caught.value).startswith(sentence)


def test_the_deal_is_made_of_chance_nodes() -> None:
    """The start player, each seat's cards, the display; every card by what the pile holds."""
    game = load("border-disputes", 3)
    state, rng = game.new_initial_state(), Random(1)
    assert state.chance_outcomes() == [(seat, 1 / 3) for seat in range(3)]
    state.apply_action(2)
    texts = []
    pile = list(game.table.deck)
    for _ in range(3 * 3 + 4):
        assert state.current_player() == CHANCE
        assert state.chance_outcomes() == [(c, n / sum(pile)) for c, n in enumerate(pile)]
        colour = any_number(state, rng)
        texts.append(state.action_to_string(colour))
        pile[colour] -= 1
        state.apply_action(colour)
    assert [text[:-1] for text in texts] == [*["0:"] * 3, *["1:"] * 3, *["2:"] * 3, *["="] * 4]
    assert state.current_player() == 2
    assert state.game_history.position.start == 2
    assert state.game_history.position.display == cards_of(texts[9:])
    assert state.game_history.position.hands == tuple(cards_of(texts[i : i + 3]) for i in (0, 3, 6))


def cards_of(texts: list[str]) -> str:
    letters = [text[-1] for text in texts]
    return format_cards([letters.count(letter) for letter in "VYOGR"])


@every_seating
def test_a_game_goes_as_in_the_engine(map_id: str, players: int) -> None:
    """The same actions, the same odds, the same positions, the same winners."""
    game = load(map_id, players, variant=True)
    state, rng = dealt(game, seed=2), Random(2)
    dealt_position = state.game_history.position
    table = Game(map_id, players, variant=True)
    position = table.deal_cards(
        dealt_position.hands, dealt_position.display, start=dealt_position.start
    )
    while not position.is_over:
        assert str(state) == str(position)
        if position.is_chance:
            assert state.current_player() == CHANCE
            odds = {str(action): p for action, p in position.chance_outcomes.items()}
            own = state.chance_outcomes()
            assert {state.action_to_string(n): pytest.approx(p) for n, p in own} == odds
        else:
            assert state.current_player() == position.to_move
            assert tuple(state.legal_actions()) == position.legal_actions.codes
        number = any_number(state, rng)
        position, _ = position.play(state.action_to_string(number))
        state.apply_action(number)
    assert position.result is not None
    winners = [seat for seat, share in enumerate(state.returns()) if share]
    assert tuple(winners) == position.result.winners
    assert state.returns() == [1 / len(winners) * (seat in winners) for seat in range(players)]


def slowest(state: HanState, rng: Random) -> int:
    """The least progress: one card a turn, and that without a piece."""
    if state.is_chance_node():
        return any_number(state, rng)
    texts = [state.action_to_string(number) for number in state.legal_actions()]
    discards = [text for text in texts if text.startswith("X")]
    return int(state.string_to_action(rng.choice(discards or texts)))


@pytest.mark.parametrize("choose", [any_number, slowest])
def test_no_game_is_longer_than_promised(choose: Any) -> None:
    game = load()
    for seed in range(3):
        state, rng = game.new_initial_state(), Random(seed)
        while not state.is_terminal():
            state.apply_action(choose(state, rng))
        chance = sum(item.player == CHANCE for item in state.full_history())
        assert chance <= game.max_chance_nodes_in_history()
        assert len(state.history()) - chance <= game.max_game_length()


def test_actions_are_the_codes_of_all_environments() -> None:
    game = load()
    assert game.num_distinct_actions() == CODES
    state = dealt(game)
    for code in state.legal_actions():
        assert state.action_to_string(code) == game.table.book.texts[code]
        assert state.string_to_action(game.table.book.texts[code]) == code


# What players see.


@pytest.mark.parametrize(("map_id", "players"), [SEATINGS[2], SEATINGS[3]])
def test_an_observation_is_the_view(map_id: str, players: int) -> None:
    game = load(map_id, players, variant=True)
    looked_at = 0
    for number, state in enumerate(states_of(game.new_initial_state(), seed=5)):
        if number % 20 and not state.is_terminal():
            continue
        for seat in range(players):
            seen = observe_view(state.game_history.view(seat))
            assert state.observation_tensor(seat) == seen.tolist()
            assert state.information_state_tensor(seat) == seen.tolist()
            looked_at += 1
    assert looked_at >= 20


def test_an_observation_has_named_parts() -> None:
    state = dealt(load())
    observer = make_observation(state.get_game())
    observer.set_from(state, 1)
    seen = observe_view(state.game_history.view(1))
    assert list(observer.dict) == [block.name for block in BLOCKS]
    for name, values in observer.dict.items():
        assert (values == part(seen, name)).all()
        assert values.shape == part(seen, name).shape
    assert observer.string_from(state, 1) == state.observation_string(1)


def test_texts_tell_what_a_seat_saw_and_no_more() -> None:
    game = load()
    state = game.new_initial_state()
    for number in (1, 0, 0, 4, 1, 2, 3, 2, 2, 3):  # start, two hands, the display
        state.apply_action(number)
    for text in ("X Y", "*"):
        state.apply_action(state.string_to_action(text))
    state.apply_action(2)
    told = [state.information_state_string(seat).partition("; ")[2] for seat in (0, 1)]
    assert told[0] == "start=1; 0:V; 0:V; 0:R; 1:?; 1:?; 1:?; =O; =O; =G; X Y; *; *?"
    assert told[1] == "start=1; 0:?; 0:?; 0:?; 1:Y; 1:O; 1:G; =O; =O; =G; X Y; *; *O"
    assert "hands=RVV, " in state.observation_string(0)
    assert "hands=,GOO " in state.observation_string(1)
    assert state.observation_string(0).startswith("viewer=0 sizes=3,3 ")


def test_a_spectator_sees_no_hand() -> None:
    state = dealt(load())
    nobody = pyspiel.PrivateInfoType.NONE
    observer, recall = (
        make_observation(
            state.get_game(), observation_type(perfect_recall=recall, private_info=nobody)
        )
        for recall in (False, True)
    )
    observer.set_from(state, 0)
    assert not observer.dict["hand"].any()
    assert observer.dict["unseen"].sum() == sum(state.get_game().table.deck) - 3
    assert "hands=, " in observer.string_from(state, 0)
    assert recall.string_from(state, 0).count("?") == 6


@pytest.mark.parametrize(
    ("public", "private", "params"),
    [(False, "SINGLE_PLAYER", {}), (True, "ALL_PLAYERS", {}), (True, "NONE", {"wide": 1})],
)
def test_other_observers_do_not_exist(public: bool, private: str, params: Any) -> None:
    whose = getattr(pyspiel.PrivateInfoType, private)
    kind = observation_type(perfect_recall=False, public_info=public, private_info=whose)
    with pytest.raises(EnvError, match="take no parameters"):
        make_observation(load(), kind, params)


@every_seating
def test_information_states_have_perfect_recall(map_id: str, players: int) -> None:
    """Whatever follows begins with what was seen, so states once told apart stay apart."""
    before = [""] * players
    for state in states_of(load(map_id, players).new_initial_state(), seed=6):
        now = [state.information_state_string(seat) for seat in range(players)]
        assert all(b == "" or n.startswith(b + "; ") for b, n in zip(before, now, strict=True))
        before = now


# Copies.


def assert_equal(one: HanState, other: HanState) -> None:
    assert one.history() == other.history()
    assert one.move_number() == other.move_number()
    assert str(one) == str(other)
    for seat in range(one.num_players()):
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert one.observation_tensor(seat) == other.observation_tensor(seat)


def copies(state: HanState) -> list[HanState]:
    game, stored = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(game) == str(state.get_game())
    plain = state.get_game().deserialize_state(state.serialize())
    return [stored, plain, pickle.loads(pickle.dumps(state)), state.clone()]


@pytest.mark.parametrize("steps", [0, 4, 30, 90])
def test_copies_are_equal_and_go_their_own_way(steps: int) -> None:
    state = state_after(load(players=3, variant=True), seed=7, steps=steps)
    text = str(state)
    for copy in copies(state):
        assert_equal(state, copy)
        ends = [list(states_of(twin.clone(), seed=1))[-1] for twin in (state, copy)]
        assert_equal(*ends)
        copy.apply_action(any_number(copy, Random(2)))
        assert len(copy.history()) == len(state.history()) + 1
    assert str(state) == text


# Beginning anywhere.


def test_a_game_can_begin_in_a_position() -> None:
    game = load("border-disputes", 3)
    position = Game("border-disputes", 3).deal(5)
    state = game.new_initial_state(str(position))
    assert str(state) == str(position)
    assert state.history() == []
    assert tuple(state.legal_actions()) == position.legal_actions.codes
    for copy in copies(state):
        assert_equal(state, copy)
    *_, last = states_of(state, seed=3)
    assert sum(last.returns()) == pytest.approx(1)
    for copy in copies(last):
        assert_equal(last, copy)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(HanError, match="players=3"):
        load("border-disputes", 4).new_initial_state(str(Game("border-disputes", 3).deal(5)))


def test_openspiels_game_for_one_of_ours() -> None:
    table = Game("ways-of-diplomacy", 3, variant=True, wild_in_prices=False)
    game = HanGame.of(table, reward="both")
    assert game.table is table
    again = pyspiel.load_game(str(game))
    assert again.table == table
    assert np.isclose(again.min_utility(), -0.5)
