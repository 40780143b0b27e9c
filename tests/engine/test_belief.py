"""The probabilities of hidden hands, compared with a count of all ways to deal the cards."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from typing import NamedTuple

import pytest

import han
from han.engine.event import PileReshuffled
from han.notation.cards import LETTERS, format_cards, parse_cards
from tables import play_through, positions_of, some_games

Viewer = int | None
Deal = tuple[str, ...]


class Table(NamedTuple):
    """A position with few cards left in the pile, and who looks at it."""

    players: int
    hands: str
    known: str
    pile: str
    viewer: Viewer
    phase: str = "place"

    @property
    def position(self) -> han.Position:
        """Ways of Diplomacy; the cards not named lie among the discards."""
        game = han.Game("ways-of-diplomacy", self.players)
        deck = Counter(dict(zip(LETTERS, game.deck, strict=True)))
        rest = deck - Counter(self.hands.replace(",", "") + "OOV" + self.pile)
        start, passes = (0, 1) if self.pile else (1, 2)  # seat 0 has the game's last turn
        return game.position(
            f"ways-of-diplomacy {self.players} start={start} seat=0 phase={self.phase} "
            f"hands={self.hands} known={self.known} display=OOV pass={passes} "
            f"discards={''.join(rest.elements())}"
        )

    @property
    def view(self) -> han.View:
        return self.position.view(self.viewer)


TABLES = {
    "nothing known": Table(2, "RRG,VYO", ",", "RGGY", viewer=0),
    "three seats": Table(3, "RRG,VYO,GGV", ",,", "RY", viewer=0),
    "some cards known": Table(3, "RRG,VYO,GGV", "R,Y,GG", "RYVO", viewer=0),
    "the middle seat": Table(3, "RRG,VYO,GGV", "R,YO,G", "RRRY", viewer=1),
    "a spectator": Table(2, "RRG,VYO", "R,Y", "RVVO", viewer=None),
    "a spectator of three": Table(3, "RRG,VYO,GGV", "R,Y,G", "VV", viewer=None),
    "a hand being refilled": Table(3, "R,VYO,GGV", ",Y,", "RYG", viewer=2, phase="draw"),
    "an empty pile": Table(3, "RRG,VYO,GG", ",,G", "", viewer=0),
    "all known": Table(2, "RRG,VYO", ",VYO", "GG", viewer=0),
}

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def spelled(cards: str) -> str:
    """Cards in the order in which hands are told."""
    return format_cards(parse_cards(cards))


def all_deals(table: Table) -> dict[Deal, Fraction]:
    """The share of every deal among all ways to hand out the hidden cards, told apart."""
    hands, known = table.hands.split(","), table.known.split(",")
    others = [seat for seat in range(table.players) if seat != table.viewer]
    hidden = {seat: Counter(hands[seat]) - Counter(known[seat]) for seat in others}
    unseen = "".join(sorted(sum(hidden.values(), Counter(table.pile)).elements()))
    ways: Counter[Deal] = Counter()

    def hand_out(seats: list[int], left: tuple[int, ...], dealt: dict[int, str]) -> None:
        if not seats:
            ways[tuple(spelled(dealt.get(s, hands[s])) for s in range(table.players))] += 1
            return
        for drawn in combinations(left, hidden[seats[0]].total()):
            hand = known[seats[0]] + "".join(unseen[card] for card in drawn)
            rest = tuple(card for card in left if card not in drawn)
            hand_out(seats[1:], rest, {**dealt, seats[0]: hand})

    hand_out(others, tuple(range(len(unseen))), {})
    return {deal: Fraction(count, ways.total()) for deal, count in ways.items()}


def hand_shares(deals: dict[Deal, Fraction], seat: int) -> dict[str, Fraction]:
    shares: dict[str, Fraction] = {}
    for deal, share in deals.items():
        shares[deal[seat]] = shares.get(deal[seat], Fraction(0)) + share
    return shares


@every_table
def test_hands_have_their_share_of_all_deals(table: Table) -> None:
    deals = all_deals(table)
    for seat in range(table.players):
        assert han.hand_probabilities(table.view, seat) == hand_shares(deals, seat)


@every_table
def test_deals_have_their_share(table: Table) -> None:
    deals, view = all_deals(table), table.view
    assert sum(deals.values()) == 1
    for deal, share in deals.items():
        assert han.deal_probability(view, deal) == share


@every_table
def test_deals_that_cannot_be_have_no_share(table: Table) -> None:
    """Among them hands that no unseen cards are left for once the others have theirs."""
    deals, view = all_deals(table), table.view
    hands = [sorted({deal[seat] for deal in deals}) for seat in range(table.players)]
    for deal in product(*hands):
        assert han.deal_probability(view, deal) == deals.get(deal, 0), deal


def test_deals_that_nobody_could_hold() -> None:
    view = TABLES["some cards known"].view
    assert view.hand == "RRG"
    for deal in (
        ("RRR", "OYV", "GGV"),  # not the viewer's own hand
        ("RRG", "OVV", "GGV"),  # without the known yellow card
        ("RRG", "YV", "GGV"),  # a card short
    ):
        assert han.deal_probability(view, deal) == 0
    assert han.deal_probability(view, ("GRR", "OVY", "VGG")) > 0  # in any order of letters


def test_more_cards_of_a_colour_than_are_unseen() -> None:
    game = han.Game("border-disputes", 4)
    position = game.deal_cards(["RRG", "YYO", "GGO", "OOY"], "RGYV")
    for viewer in (3, None):
        view = position.view(viewer)
        assert view.unseen[LETTERS.index("V")] == 8
        assert han.deal_probability(view, ("VVV", "VVV", "VVO", "OOY")) > 0
        assert han.deal_probability(view, ("VVV", "VVV", "VVV", "OOY")) == 0


@some_games
def test_probabilities_sum_to_one(game: han.Game) -> None:
    for position in positions_of(game, seed=1)[::20]:
        for viewer in (None, *range(game.players)):
            view = position.view(viewer)
            for seat in range(game.players):
                odds = han.hand_probabilities(view, seat)
                assert sum(odds.values()) == 1
                assert odds[position.hands[seat]] > 0
            assert 0 < han.deal_probability(view, position.hands) <= 1


@some_games
def test_the_unseen_cards_are_the_pile_and_the_hidden_ones(game: han.Game) -> None:
    for position in positions_of(game, seed=2):
        for viewer in (None, *range(game.players)):
            view = position.view(viewer)
            unseen = Counter(position.pile)
            for seat in range(game.players):
                if seat != viewer:
                    hidden = Counter(position.hands[seat]) - Counter(position.known_cards[seat])
                    assert view.hidden_count(seat) == hidden.total()
                    unseen += hidden
            assert Counter(format_cards(view.unseen)) == unseen
            assert view.pile_size == len(position.pile)


@some_games
def test_samples_look_like_what_they_were_drawn_from(game: han.Game) -> None:
    chance = han.Chance(3)
    for position in positions_of(game, seed=3)[::15]:
        for viewer in (None, *range(game.players)):
            view = position.view(viewer)
            drawn = han.sample(view, chance)
            assert drawn.view(viewer) == view
            assert str(han.Position.parse(str(drawn))) == str(drawn)  # a position that can be
            assert len(drawn.pile) == len(position.pile)
            for hand, known in zip(drawn.hands, view.known_cards, strict=True):
                assert Counter(known) <= Counter(hand)
            if viewer is not None:
                assert drawn.hands[viewer] == position.hands[viewer]


def test_samples_of_one_seed_are_equal_and_of_others_are_not() -> None:
    view = han.Game("border-disputes", 5).deal(4).view(0)
    samples = [han.sample(view, seed) for seed in range(20)]
    assert samples == [han.sample(view, han.Chance(seed)) for seed in range(20)]
    assert len(set(samples)) == 20


def assert_frequent(found: Counter[str], odds: dict[str, Fraction]) -> None:
    """Chi-square five deviations above its mean at most, rare outcomes taken together."""
    count = found.total()
    assert found.keys() <= odds.keys()
    rare = {what for what, share in odds.items() if share * count < 5}
    bins = [{what} for what in odds if what not in rare] + ([rare] if rare else [])
    expected = [float(sum(odds[what] for what in each)) * count for each in bins]
    seen = [sum(found[what] for what in each) for each in bins]
    chi_square = sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
    freedom = max(1, len(bins) - 1)
    assert chi_square <= freedom + 5 * sqrt(2 * freedom)


@every_table
def test_samples_come_as_often_as_they_should(table: Table) -> None:
    chance = han.Chance(5)
    view, deals = table.view, all_deals(table)
    drawn = [han.sample(view, chance).hands for _ in range(1500)]
    assert_frequent(
        Counter(",".join(hands) for hands in drawn),
        {",".join(deal): share for deal, share in deals.items()},
    )


def test_the_chi_square_of_this_file_can_fail() -> None:
    odds = {"R": Fraction(1, 2), "G": Fraction(1, 2)}
    assert_frequent(Counter(R=520, G=480), odds)
    with pytest.raises(AssertionError):
        assert_frequent(Counter(R=600, G=400), odds)


def test_a_view_forgets_the_discards_that_were_shuffled() -> None:
    """Two players who count could tell the other hand just after D3; beliefs do not (ADR 0004)."""
    game = han.Game("ways-of-diplomacy", 2)
    deck = Counter(dict(zip(LETTERS, game.deck, strict=True)))
    before, _, after, _ = next(
        step
        for step in play_through(game, seed=1)
        if any(isinstance(event, PileReshuffled) for event in step[3])
    )
    view = after.view(0)
    counted = deck - Counter(before.discards + view.display + view.hand)
    assert counted == Counter(after.hands[1])
    assert 0 < han.hand_probabilities(view, 1)[after.hands[1]] < 1
