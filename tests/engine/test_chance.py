"""Chance: repeatable with a seed, uniform, and with independent streams."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from math import isclose, sqrt

import numpy as np
import pytest

import han
from tables import every_game, positions_of, some_games

SPLITMIX64_FROM_1234567 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""The first outputs of the published generator for this seed (Rosetta Code)."""

BORDER_DISPUTES = han.Game("border-disputes", 4)


def chi_square(found: Counter[str], odds: Mapping[str, float]) -> float:
    """How many standard deviations the chi-square lies above its mean."""
    count, freedom = found.total(), len(odds) - 1
    assert found.keys() <= odds.keys()
    total = sum(
        (found[what] - share * count) ** 2 / (share * count) for what, share in odds.items()
    )
    return (total - freedom) / sqrt(2 * freedom)


def evenly(outcomes: Iterable[str]) -> dict[str, float]:
    listed = list(outcomes)
    return {what: 1 / len(listed) for what in listed}


def draws(chance: han.Chance, count: int = 20) -> list[int]:
    return [chance.below(1000) for _ in range(count)]


def test_draws_are_those_of_the_published_generator() -> None:
    chance = han.Chance(0)
    chance.generator.state = np.uint64(1234567)
    for output in SPLITMIX64_FROM_1234567:
        assert chance.below(1 << 31) == output >> 33


def test_equal_seeds_draw_alike() -> None:
    assert draws(han.Chance(7)) == draws(han.Chance(7))
    assert draws(han.Chance(7, stream=3)) == draws(han.Chance(7, stream=3))
    assert draws(han.Chance(7)) == draws(han.Chance(7, stream=0))
    assert draws(han.Chance(-1)) == draws(han.Chance(2**64 - 1))


def test_seeds_and_streams_differ() -> None:
    sequences = {tuple(draws(han.Chance(s, t))) for s in range(30) for t in range(30)}
    assert len(sequences) == 900


def test_no_stream_runs_after_another() -> None:
    """A stream that started within another would repeat its draws some steps later."""
    long = draws(han.Chance(1, stream=0), 3000)
    starts = {tuple(long[i : i + 6]) for i in range(len(long) - 5)}
    assert not [t for t in range(1, 200) if tuple(draws(han.Chance(1, stream=t), 6)) in starts]


def test_without_a_seed_nobody_can_tell() -> None:
    assert draws(han.Chance()) != draws(han.Chance())
    assert len({str(BORDER_DISPUTES.deal()) for _ in range(5)}) == 5


@pytest.mark.parametrize("limit", [2, 3, 5, 23, 38])
def test_draws_are_even(limit: int) -> None:
    chance = han.Chance(limit)
    found = Counter(str(chance.below(limit)) for _ in range(400 * limit))
    assert chi_square(found, evenly(map(str, range(limit)))) < 4


def test_neighbouring_streams_are_even_too() -> None:
    """The first draw of many streams, as many games take it."""
    found = Counter(str(han.Chance(5, stream).below(8)) for stream in range(4000))
    assert chi_square(found, evenly(map(str, range(8)))) < 4


@every_game
def test_equal_seeds_deal_alike(game: han.Game) -> None:
    position = game.deal(11)
    assert position == game.deal(11) == game.deal(han.Chance(11))
    assert position != game.deal(12)
    assert game.deal(han.Chance(11, stream=1)) != position


@every_game
def test_the_deal(game: han.Game) -> None:
    """S3: three cards a hand, the display, and nothing known of any hand."""
    position = game.deal(13)
    assert [len(hand) for hand in position.hands] == [3] * game.players
    assert len(position.display) == game.map.display
    piles = {("border-disputes", 5): 38, ("border-disputes", 4): 36, ("border-disputes", 3): 34}
    piles |= {("ways-of-diplomacy", n): size for n, size in ((4, 27), (3, 25), (2, 23))}
    assert len(position.pile) == piles[game.map.id, game.players]
    assert position.known_cards == ("",) * game.players
    assert (position.phase, position.turn) == ("place", position.start)


def test_dealt_cards_come_by_their_shares() -> None:
    """Each place of the deal gets a colour as often as the deck has it."""
    deck = dict(zip("VYOGR", BORDER_DISPUTES.deck, strict=True))
    odds = {letter: count / sum(deck.values()) for letter, count in deck.items()}
    deals = [BORDER_DISPUTES.deal(seed) for seed in range(1500)]
    for seat in range(4):
        # three cards of a hand are drawn without putting back, which spreads them less
        found = Counter("".join(position.hands[seat] for position in deals))
        assert chi_square(found, odds) < 4
    assert chi_square(Counter("".join(position.display for position in deals)), odds) < 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_is_drawn(players: int) -> None:
    """Q7, without a start named."""
    game = han.Game("ways-of-diplomacy", players)
    found = Counter(str(game.deal(seed).start) for seed in range(600))
    assert chi_square(found, evenly(map(str, range(players)))) < 4


@every_game
def test_a_named_start_player_starts_with_the_same_cards(game: han.Game) -> None:
    drawn = game.deal(17)
    for start in range(game.players):
        named = game.deal(17, start=start)
        assert (named.start, named.turn, named.to_move) == (start, start, start)
        assert (named.hands, named.display) == (drawn.hands, drawn.display)


@some_games
def test_outcomes_have_the_shares_of_the_pile(game: han.Game) -> None:
    phases = set()
    for position in positions_of(game, seed=19):
        odds = position.chance_outcomes
        if not position.is_chance:
            assert odds == {}
            continue
        phases.add(position.phase)
        mark = "*" if position.phase == "pile" else "="
        shares = {mark + card: n / len(position.pile) for card, n in Counter(position.pile).items()}
        assert {str(action): share for action, share in odds.items()} == shares
        assert isclose(sum(odds.values()), 1)
        assert list(odds) == list(position.legal_actions)
    assert phases == {"pile", "refill"}


@pytest.mark.parametrize(
    ("phase", "hand", "display"), [("pile", "RR", "OOVV"), ("refill", "RRG", "OOV")]
)
def test_draws_from_the_pile_come_by_their_shares(phase: str, hand: str, display: str) -> None:
    position = han.Position.parse(
        f"border-disputes 3 start=0 seat=0 phase={phase} hands={hand},GGG,YYV display={display} "
        "discards=RRRRRRR"
    )
    chance = han.Chance(23)
    found: Counter[str] = Counter()
    for _ in range(2000):
        after, _ = position.settle(chance)
        drawn = Counter(position.pile) - Counter(after.pile)
        found.update(drawn)
    shares = {action.cards: share for action, share in position.chance_outcomes.items()}
    assert set(shares) == set("VYOGR")
    assert chi_square(found, shares) < 4


def play_on(game: han.Game, seed: int, stream: int = 0) -> han.Position:
    """A game in which every seat plays its first legal action."""
    chance = han.Chance(seed, stream)
    position = game.deal(chance)
    while not position.is_over:
        position, _ = position.play(position.legal_actions[0], chance)
        assert not position.is_chance
    return position


@some_games
def test_equal_seeds_play_alike(game: han.Game) -> None:
    ends = [play_on(game, 29), play_on(game, 29), play_on(game, 30), play_on(game, 29, stream=1)]
    assert ends[0] == ends[1]
    assert len(set(ends)) == 3


def test_settling_needs_no_chance_at_a_decision() -> None:
    position = BORDER_DISPUTES.deal(31)
    chance, untouched = han.Chance(1), han.Chance(1)
    assert position.settle(chance) == (position, ())
    assert chance.below(1000) == untouched.below(1000)


def test_any_random_generator_serves_as_a_source() -> None:
    game = han.Game("border-disputes", 3)
    for make in (lambda: 5, lambda: random.Random(5), lambda: np.random.default_rng(5)):
        assert game.deal(make()) == game.deal(make())
    rng = random.Random(5)
    assert game.deal(rng) != game.deal(rng)
    view = game.deal(1).view(0)
    assert han.sample(view, random.Random(2)) == han.sample(view, random.Random(2))
