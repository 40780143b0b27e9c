"""Simulations: their hidden cards, their play and their rewards."""

from collections import Counter
from fractions import Fraction
from math import exp, sqrt

import numpy as np
import pytest

from han.engine.belief import deal_probability, hand_probabilities
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.notation.cards import LETTERS
from han.rules.deal import chance_code, is_chance
from han.rules.hidden import deal_hidden
from han.rules.play import play_code
from han.rules.playout import random_code
from han.rules.records import new_record
from han.rules.scratch import new_scratch
from han.rules.state import OVER, SEATS, STATE, State
from han.rules.tape import NO_TAPE
from han.search.tree.rewards import add_expected_rewards, combine_rewards, fill_final_rewards
from han.search.tree.search import Search
from han.search.tree.settings import UNIFORM, make_settings
from han.search.tree.simulate import deal_hidden_cards
from han.search.tree.simulation import Notes, Simulation
from search.endings import duel, ends_of_turn, last_round
from search.steps import turn_starts
from tables import SEATINGS, eager_action, positions_of


def simulation_of(view: View, seed: int) -> Simulation:
    """What a search of a view simulates."""
    search = Search(view.game, make_settings(), capacity=2)
    search.begin(view, seed)
    return search._simulation


def dealt(view: View, simulation: Simulation, number: int) -> Position:
    """The hidden cards as an action's simulation ``number`` meets them."""
    state = np.array([view.state], STATE)[0]
    deal_hidden_cards(simulation, state, number)
    return Position(view.game, state)


def few_cards_left(players: int, hands: str, known: str, pile: str) -> Position:
    """A turn of seat 0 on Ways of Diplomacy with this very pile."""
    game = Game("ways-of-diplomacy", players)
    deck = Counter(dict(zip(LETTERS, game.deck, strict=True)))
    rest = deck - Counter(hands.replace(",", "") + "OOV" + pile)
    return game.position(
        f"ways-of-diplomacy {players} start=0 seat=0 phase=place pass=1 hands={hands} "
        f"known={known} display=OOV discards={''.join(rest.elements())}"
    )


TABLES = {
    "nothing known": few_cards_left(2, "RRG,VYO", ",", "RGGY"),
    "some cards known": few_cards_left(3, "RRG,VYO,GGV", "R,Y,GG", "RYVO"),
    "all but the pile known": few_cards_left(2, "RRG,VYO", ",VYO", "GGR"),
    "four seats": few_cards_left(4, "RRG,VYO,GGV,YYR", ",,V,YY", "RYVO"),
}

every_table = pytest.mark.parametrize("position", TABLES.values(), ids=TABLES)


@every_table
def test_hidden_hands_come_as_often_as_the_belief_says(position: Position) -> None:
    view = position.view(0)
    simulation = simulation_of(view, seed=7)
    deals = [dealt(view, simulation, number) for number in range(1500)]
    for seat in range(view.game.players):
        found = Counter(deal.hands[seat] for deal in deals)
        assert_frequent(found, hand_probabilities(view, seat))
    odds = {",".join(deal.hands): deal_probability(view, deal.hands) for deal in deals}
    assert_frequent(Counter(",".join(deal.hands) for deal in deals), odds)


def assert_frequent(found: Counter[str], odds: dict[str, Fraction]) -> None:
    """Chi-square at most five deviations above its mean, rare outcomes taken together."""
    count = found.total()
    assert all(odds.get(what, 0) > 0 for what in found)
    common = {what: float(share) * count for what, share in odds.items() if share * count >= 5}
    bins = [(found[what], mean) for what, mean in common.items()]
    rare = count - sum(mean for _, mean in bins)
    if rare >= 1:
        bins.append((count - sum(found[what] for what in common), rare))
    chi_square = sum((seen - mean) ** 2 / mean for seen, mean in bins)
    freedom = max(1, len(bins) - 1)
    assert chi_square <= freedom + 5 * sqrt(2 * freedom)


@pytest.mark.parametrize(("map_id", "players"), SEATINGS)
def test_every_deal_fits_what_the_seat_sees(map_id: str, players: int) -> None:
    """Nothing open changes, known cards are in their hands, and no card is lost."""
    game = Game(map_id, players, variant=True)
    knew = 0
    for position in positions_of(game, seed=4)[::9]:
        seat = position.to_move
        if seat is None:
            continue
        view = position.view(seat)
        simulation = simulation_of(view, seed=1)
        for number in range(5):
            deal = dealt(view, simulation, number)
            assert deal.view(seat) == view
            state = deal.states[0]
            assert (state.hands >= state.known).all()
            total = state.hands.sum(axis=0) + state.pile + state.display + state.discards
            assert tuple(total) == game.deck
            knew += int(np.delete(state.known, seat, axis=0).sum())
    assert knew > 50


def test_a_simulation_s_cards_depend_on_its_number_and_the_seed_alone() -> None:
    """So that all actions meet the same luck."""
    view = Game("border-disputes", 5).deal(3).view(0)
    simulation, other = simulation_of(view, seed=1), simulation_of(view, seed=2)
    deals = [dealt(view, simulation, number) for number in range(20)]
    assert deals == [dealt(view, simulation, number) for number in range(20)]
    assert len(set(deals)) == 20
    assert not set(deals) & {dealt(view, other, number) for number in range(20)}


# Rewards.


def finished(*totals: int, pieces: tuple[int, ...] = ()) -> State:
    """A game that is over, with these points and pieces left."""
    state = Game("border-disputes", len(totals)).new_setup()
    state.phase, state.reason = OVER, 1
    for seat, points in enumerate(totals):
        state.points[0, seat] = points
    for seat, left in enumerate(pieces):
        state.houses_left[seat] = left
    return state


def rewards(state: State, **settings: float) -> list[float]:
    notes = new_record(Notes)
    fill_final_rewards(state, make_settings(**settings), notes)
    return [float(reward) for reward in notes["rewards"][: state.players]]


def test_a_win_is_shared_by_those_who_win() -> None:
    only_wins = {"win_weight": 1.0}
    assert rewards(finished(30, 41, 40), **only_wins) == [0, 1, 0]
    assert rewards(finished(40, 41, 41), **only_wins) == [0, 0.5, 0.5]
    assert rewards(finished(40, 41, 41), **only_wins, margin_scale=1) == [0, 0.5, 0.5]
    assert rewards(finished(41, 41, 41, pieces=(2, 5, 3)), **only_wins) == [0, 1, 0]


def test_a_margin_counts_over_the_best_other_seat_and_has_an_end() -> None:
    """Half a point when level; 10 of 40 points ahead add an eighth to it."""
    only_margins = {"win_weight": 0.0, "margin_scale": 40.0}
    assert rewards(finished(50, 40, 20), **only_margins) == [0.625, 0.375, 0.125]
    assert rewards(finished(100, 20, 20), **only_margins) == [1, 0, 0]
    assert rewards(finished(30, 30, 30), **only_margins) == [0.5, 0.5, 0.5]


def test_winning_and_margin_are_mixed() -> None:
    mixed = rewards(finished(50, 40, 20), win_weight=0.6, margin_scale=40.0)
    assert mixed == pytest.approx([0.6 + 0.4 * 0.625, 0.4 * 0.375, 0.4 * 0.125])


def test_expected_points_are_a_chance_to_win() -> None:
    """In the last phase three points are one power of e; with one phase to come 4.5 are."""
    for phase, unit in ((6, 3.0), (5, 4.5), (0, 12.0)):
        notes = new_record(Notes)
        notes["points"][:3] = [20, 20 - unit, 20 - 2 * unit]
        notes["expected"][:3] = 1.0  # of an earlier turn
        add_expected_rewards(finished(0, 0, 0), make_settings(win_weight=1.0), notes, phase)
        total = 1 + exp(-1) + exp(-2)
        shares = [1 + 1 / total, 1 + exp(-1) / total, 1 + exp(-2) / total]
        assert notes["expected"][:3] == pytest.approx(shares)
        assert notes["expected"][3:].sum() == 0


def test_an_end_before_the_horizon_stands_for_the_turns_that_are_missing() -> None:
    """(0.8 + 3 * 0.4) / 4 is 0.5, and half of that with half of 0.4 is 0.45."""
    notes = new_record(Notes)
    notes.rewards[0], notes.expected[0], notes.turns = 0.4, 0.8, 1
    combine_rewards(notes, make_settings(horizon=4, tables_weight=0.5))
    assert notes.rewards[0] == pytest.approx(0.45)


# Whole simulations.


def play_at_random(view: View, seed: int, code: int) -> State:
    """The end of a first simulation with random play, once more: the cards, then the choices."""
    assert view.seat is not None
    game = view.game
    state: State = np.array([view.state], STATE)[0]
    scratch = new_scratch()
    cards, choices = Chance(seed, 0).generator, Chance(seed, 1).generator
    hidden = np.zeros(SEATS, np.uint8)
    hidden[: game.players] = [view.hidden_count(seat) for seat in range(game.players)]
    deal_hidden(state, view.seat, hidden, np.array(view.unseen, np.uint8), cards)
    while True:
        play_code(game.board, state, code, scratch, NO_TAPE)
        if state.phase == OVER:
            return state
        if is_chance(state):
            code = int(chance_code(state, cards))
        else:
            code = int(random_code(game.board, state, scratch, choices))


@pytest.mark.parametrize(("map_id", "players"), SEATINGS)
def test_a_first_simulation_is_one_random_game(map_id: str, players: int) -> None:
    """Six simulations from a fresh root try six actions, each with the same cards and choices."""
    settings = {**UNIFORM, "win_weight": 0.5}
    compared = 0
    for position in list(turn_starts(Game(map_id, players), seed=2))[::11]:
        view = position.view(position.turn)
        search = Search(view.game, make_settings(**settings), capacity=20)
        search.begin(view, seed=9)
        search.run(6)
        tried = {code for code, visits in search.visits().items() if visits == 1}
        for code in tried:
            means = [search.reward(code, seat) for seat in range(players)]
            end = play_at_random(view, 9, code)
            assert means == pytest.approx(rewards(end, **settings))
            compared += 1
    assert compared > 10


@pytest.mark.parametrize(("map_id", "players"), SEATINGS)
@pytest.mark.parametrize("guided", [False, True])
def test_shares_of_a_win_add_up_to_one(map_id: str, players: int, guided: bool) -> None:
    """For all seats together, at every node of the tree; seats that nobody has get nothing."""
    settings = {"win_weight": 1.0} | ({} if guided else UNIFORM)
    for position in list(turn_starts(Game(map_id, players), seed=5))[::15]:
        search = Search(position.game, make_settings(**settings), capacity=300)
        search.begin(position.view(position.turn), seed=1)
        search.run(60)
        nodes = search._nodes[: search._query.node_count]
        sums = nodes["rewards"].sum(axis=1)
        assert sums == pytest.approx(nodes["visits"].astype(float))
        assert (nodes["rewards"][:, players:] == 0).all()
        assert nodes["visits"][0] == 60


def test_a_last_decision_is_valued_exactly() -> None:
    """Whatever the settings: the game ends with the action, and there is nothing to expect."""
    compared = 0
    for map_id, players in SEATINGS:
        for seed in range(4):
            for position in positions_of(Game(map_id, players), seed, eager_action)[-8:]:
                last = (position.start - 1) % players
                if position.passes < 2 or position.to_move != last or not position.state.placed:
                    continue
                for settings in ({}, UNIFORM):
                    search = Search(position.game, make_settings(**settings), capacity=100)
                    search.begin(position.view(last), seed=3)
                    search.run(40)
                    for code in search.visits():
                        action = position.legal_actions[position.legal_actions.codes.index(code)]
                        (end,) = ends_of_turn_after(position, str(action))
                        means = [search.reward(code, seat) for seat in range(players)]
                        assert means == pytest.approx(rewards(end.state, **settings))
                        compared += 1
    assert compared > 20


def ends_of_turn_after(position: Position, action: str) -> list[Position]:
    ends = ends_of_turn(position)
    return [end for actions, end in ends.items() if actions in (action, f"{action} .")]


def test_the_winning_action_of_a_duel() -> None:
    position = duel()
    assert [str(action) for action in position.legal_actions] == ["H temple-5 R", "E temple R", "."]
    scores = {actions: end.scores for actions, end in ends_of_turn(position).items()}
    assert scores == {"H temple-5 R .": (13, 14), "E temple R .": (14, 13), ".": (14, 13)}
    search = Search(position.game, make_settings(win_weight=1.0, **UNIFORM), capacity=100)
    search.begin(position.view(1), seed=1)
    search.run(30)
    means = {code: search.reward(code, 1) for code in search.visits()}
    house, emissary, stop = position.legal_actions.codes
    assert means == {house: 1, emissary: 0, stop: 0}
    assert search.visits()[house] > 20


@pytest.mark.parametrize(("known", "chance"), [(",,", 0.35), (",,O", 0.5)])
def test_an_unknown_hand_is_valued_by_its_chances(known: str, chance: float) -> None:
    """Seat 2 wins with a fourth house in Scholars, for a green card or a pair; else seat 1 does.

    Three cards of VOYRRG are seat 2's. Ten of twenty hands hold the green card, three more the
    red pair. If the orange card is known to be one, four and one of ten.
    """
    position = last_round(
        Game("ways-of-diplomacy", 3),
        "seat=1 placed=1:temple points=5,10,8 "
        "houses=0:temple-2,temple-4,barracks-4,market-3,observatory-1;"
        "1:temple-1,temple-3,observatory-2;2:scholars-2,scholars-3,scholars-4,observatory-3",
        hands="RRV,RG,GOY",
        known=known,
    )
    view = position.view(1)
    for first in ("H temple-5 R", "E temple R", "."):
        assert chance_of_seat_1(position, first) == Fraction(chance).limit_denominator(20)
    search = Search(view.game, make_settings(win_weight=1.0, **UNIFORM), capacity=4000)
    search.begin(view, seed=2)
    search.run(100_000)
    for code, visits in search.visits().items():
        assert visits > 10_000
        means = [search.reward(code, seat) for seat in range(3)]
        assert means == pytest.approx([0, chance, 1 - chance], abs=0.02)  # four deviations


def chance_of_seat_1(position: Position, first: str) -> Fraction:
    """By all hands that seat 2 can hold and all that it can do with them."""
    view, after = position.view(1), position
    for action in (first, ".") if first != "." else (first,):
        after, _ = after.play(action)
    chance = Fraction(0)
    for hand, share in hand_probabilities(view, 2).items():
        rest = "".join((Counter("RRVGOY") - Counter(hand)).elements())
        hands = f" hands={rest},{after.hands[1]},{hand} "
        other = str(after).replace(f" hands={','.join(after.hands)} ", hands)
        ends = ends_of_turn(Position.parse(other)).values()
        winners = {seat for end in ends if end.result for seat in end.result.winners}
        assert winners <= {1, 2}
        chance += share * (2 not in winners)
    return chance
