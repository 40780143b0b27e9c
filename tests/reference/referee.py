"""A slow referee for HAN that plays by the letter of docs/rules.md, to check the fast engine by.

It shares no code with the engine. A game is a few dicts, sets and Counters under the game's own
names; every question is answered by looking at the whole board again.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations

from .board import COLOURS, Board
from .payment import border, canonical, single_card, two_alike
from .position import HAND, Position, Turn
from .scoring import alliance_points, house_points, road_points

# The pieces that an atom of each kind puts on the board.
PIECES = {
    "H": ("house",),
    "E": ("emissary",),
    "F": ("marker", "house"),  # V1
    "M": ("marker", "emissary"),  # V4
}
MARKER_VARIANT = {"F": "fortifications", "M": "market-places"}
NO_COMPANION = {"F": "V2", "M": "V5"}
PRICE_RULE = {"F": "V1", "M": "V4"}


class Foul(Exception):  # noqa: N818 — a referee calls fouls
    """What was asked for is against a rule (its id in docs/rules.md), or cannot be read."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


class Referee(Position):
    """One game: says what is allowed, and carries out what it is told."""

    def __init__(
        self,
        board: Board,
        players: int,
        start: int,
        variant: bool,
        wild_in_prices: bool,
        hands: list[str],
        display: str,
    ) -> None:
        check_setup(board, players, start, hands, display)
        super().__init__(board, players, start, variant, wild_in_prices, hands, display)

    # ------------------------------------------------------------------ what is allowed

    def legal_atoms(self) -> set[str]:
        """Every decision open to the seat to move; empty while a card or a shuffle is awaited.

        A pile card is the one decision `*`; to play it, say which card it was: `*Y`.
        """
        if self.expects == "placing":
            return self._legal_placings() | self._legal_discards() | self._legal_stop()
        if self.expects == "drawing":
            return {f"+{card}" for card in +self.display} | {"*"}
        return set()

    def _legal_placings(self) -> set[str]:
        handfuls = self._handfuls()
        return {
            f"{kind} {target} {cards}"
            for kind in PIECES
            for target in (self.board.colour if kind == "E" else self.board.provinces)
            if self._is_allowed(kind, target)
            for cards in handfuls & self.payments(kind, target)
        }

    def _legal_discards(self) -> set[str]:
        """T13."""
        return set() if self.turn.placed else {f"X {card}" for card in +self.hands[self.seat]}

    def _legal_stop(self) -> set[str]:
        return {"."} if self.turn.placed else set()

    def _handfuls(self) -> set[str]:
        """Every choice of one, two or three cards from the hand (T2)."""
        hand = list(self.hands[self.seat].elements())
        return {
            canonical("".join(cards)) for count in (1, 2, 3) for cards in combinations(hand, count)
        }

    def _is_allowed(self, kind: str, target: str) -> bool:
        try:
            self._check_place(kind, target)
        except Foul:
            return False
        return True

    def payments(self, kind: str, target: str) -> set[str]:
        """Every handful that pays for this piece there (T3, T4, T8, V1, V4, Q1)."""
        colours = [self.board.colour[province] for province in self._provinces(kind, target)]
        if kind in MARKER_VARIANT:
            return two_alike(colours[0], self.wild_in_prices)
        if len(colours) == 2:
            return border(colours[0], colours[1], self.wild_in_prices)
        return single_card(colours[0])

    def _provinces(self, kind: str, target: str) -> tuple[str, ...]:
        """The provinces that the piece will belong to: two on a border space (T8)."""
        return (target,) if kind == "E" else self.board.provinces[target]

    def broken_rules(self, kind: str, target: str, cards: str) -> set[str]:
        """Every rule that a piece would break, each looked at by itself; none if it is allowed."""
        broken = set()
        checks = self._place_checks(kind, target)
        checks.append(partial(self._check_price, cards=cards))
        for check in checks:
            try:
                check(kind, target)
            except Foul as foul:
                broken.add(foul.rule)
        return broken

    def _check_place(self, kind: str, target: str) -> None:
        """Refuse a piece that may not go there, however it is paid for."""
        for check in self._place_checks(kind, target):
            check(kind, target)

    def _place_checks(self, kind: str, target: str) -> list[Callable[[str, str], None]]:
        space = self._check_dragon_space if kind == "E" else self._check_house_space
        return [
            self._check_marker_kind,
            self._check_supply,
            space,
            self._check_two_pieces,
            self._check_one_province,
            self._check_one_piece,
            self._check_empty_province,
        ]

    def _check_marker_kind(self, kind: str, _: str) -> None:
        """V1, V4."""
        needed = MARKER_VARIANT.get(kind)
        if needed and not (self.variant and self.board.variant == needed):
            raise Foul(PRICE_RULE[kind], f"this game is played without {needed}")

    def _check_supply(self, kind: str, _: str) -> None:
        """T7; a marker's companion (V2, V5)."""
        first, *companions = PIECES[kind]
        if not self.supply[self.seat][first]:
            raise Foul("T7", f"seat {self.seat} has no {first} left")
        for piece in companions:
            if not self.supply[self.seat][piece]:
                raise Foul(NO_COMPANION[kind], f"seat {self.seat} has no {piece} left")

    def _check_dragon_space(self, _: str, province: str) -> None:
        """T11."""
        if province not in self.board.colour:
            raise Foul("notation", f"there is no province {province}")
        if not self.has_room_for_emissary(province):
            limit = self.emissary_limit(province)
            raise Foul("T11", f"{province} has room for {limit} emissaries, and they are there")

    def _check_house_space(self, kind: str, space: str) -> None:
        """T6; no marker on a border space (V1)."""
        if space not in self.board.provinces:
            raise Foul("notation", f"there is no space {space}")
        if not self.is_free(space):
            raise Foul("T6", f"{space} is occupied")
        if kind in MARKER_VARIANT and self.board.is_border(space):
            raise Foul("V1", f"{space} is a border space")

    def _check_two_pieces(self, kind: str, _: str) -> None:
        """T2."""
        if len(self.turn.placed) + len(PIECES[kind]) > 2:
            raise Foul("T2", "a turn places at most two pieces")

    def _check_one_province(self, kind: str, target: str) -> None:
        """T2, T9."""
        placed = self.turn.placed
        if placed and not set(placed[0]) & set(self._provinces(kind, target)):
            raise Foul("T2", f"the turn's pieces go in {' or '.join(placed[0])}")

    def _check_one_piece(self, _kind: str, _target: str) -> None:
        """The turn's province may have room for no other piece, wherever it goes (T5)."""
        placed = self.turn.placed
        if placed and set(placed[0]) <= self.turn.empty:
            raise Foul("T5", f"{' and '.join(placed[0])}: empty when the turn began")

    def _check_empty_province(self, kind: str, target: str) -> None:
        """A province that was empty takes one piece (T5), so no marker with another on it (Q2)."""
        for province in self._provinces(kind, target):
            if province in self.turn.empty and any(province in piece for piece in self.turn.placed):
                raise Foul("T5", f"{province} was empty when the turn began and takes one piece")
            if province in self.turn.empty and kind in MARKER_VARIANT:
                raise Foul("Q2", f"{province} is empty, and a marker comes with another piece")

    def _check_price(self, kind: str, target: str, cards: str) -> None:
        """The cards are a price of the piece, and in the hand (T3, T4, T8, V1, V4, Q1)."""
        rule = self._price_rule(kind, target, cards)
        if canonical(cards) not in self.payments(kind, target):
            is_wild = not self.wild_in_prices and len(cards) == 3
            raise Foul("Q1" if is_wild else rule, f"{cards} is not the price")
        self._check_held(cards, rule)

    def _price_rule(self, kind: str, target: str, cards: str) -> str:
        """The rule that says what a piece costs; one card may be a pair (T4)."""
        if kind in MARKER_VARIANT:
            return PRICE_RULE[kind]
        if len(self._provinces(kind, target)) == 2:
            return "T8"
        return "T3" if len(cards) == 1 else "T4"

    def _check_held(self, cards: str, rule: str) -> None:
        """Cards are given up from the hand."""
        if not Counter(cards) <= self.hands[self.seat]:
            raise Foul(rule, f"seat {self.seat} does not hold {cards}")

    def _check_pile_has(self, cards: str) -> None:
        """The pile holds what is left of the deck (S3)."""
        if not Counter(cards) <= self.pile:
            raise Foul("S3", f"the pile does not hold {cards}")

    # ------------------------------------------------------------------ playing

    def play(self, atom: str) -> None:
        """Carry out one atom: a decision, a decision with its outcome, or what chance brought."""
        match atom.split(" "):
            case ["H" | "E" | "F" | "M" as kind, target, cards]:
                self._expect("placing", atom)
                self._place(kind, target, read_cards(cards))
            case ["."]:
                self._expect("placing", atom)
                self._stop()
            case ["X", card] if len(card) == 1:
                self._expect("placing", atom)
                self._discard(read_cards(card))
            case [text] if len(text) == 2 and text[0] == "+":
                self._expect("drawing", atom)
                self._take_from_display(read_cards(text[1]))
            case [text] if len(text) == 2 and text[0] == "*":
                self._expect("drawing", atom)
                self._take_from_pile(read_cards(text[1]))
            case [text] if len(text) > 1 and text[0] == "=":
                self._expect("refill", atom)
                self._refill(read_cards(text[1:]))
            case ["~"]:
                self._expect("reshuffle", atom)
                self._reshuffle()
            case _:
                raise Foul("notation", f"{atom!r} cannot be read")

    def _expect(self, expected: str, atom: str) -> None:
        """Each kind of atom has its time in the turn (T1, D1-D3)."""
        rule = {"placing": "T1", "drawing": "D1", "refill": "D2", "reshuffle": "D3"}[expected]
        if self.expects != expected:
            raise Foul(rule, f"{atom!r} is for {expected}; now comes {self.expects}")

    def _place(self, kind: str, target: str, cards: str) -> None:
        """One piece, or a marker with its companion, and what follows at once (T2-T12, V)."""
        self._check_place(kind, target)
        self._check_price(kind, target, cards)
        self._give_up(cards)
        self._put(kind, target)
        for province in self._provinces(kind, target):
            if self.is_full(province) and province not in self.disks:
                self.turn.scored[province] = self._score_houses(province)  # T14
        if not self.can_anyone_place():
            self.end_game("board")  # D5

    def _put(self, kind: str, target: str) -> None:
        seat = self.seat
        for piece in PIECES[kind]:
            self.supply[seat][piece] -= 1
            self.turn.placed.append(self._provinces(kind, target))
        if kind == "E":
            self.emissaries[target][seat] += 1
        if kind in ("H", "F"):
            self.houses[target] = seat
        if kind in ("F", "M"):
            self.markers[target] = seat  # a market place always carries its owner's emissary

    def _stop(self) -> None:
        if not self.turn.placed:
            raise Foul("T1", "a turn places something or discards a card")
        self.turn.is_placing = False
        self._pass_on_when_done()

    def _discard(self, card: str) -> None:
        """T13."""
        if self.turn.placed:
            raise Foul("T1", "a turn in which pieces were placed discards no card")
        self._check_held(card, "T13")
        self._give_up(card)
        self.turn.is_placing = False
        self._pass_on_when_done()

    def _give_up(self, cards: str) -> None:
        """Move cards from the hand to the discards; the known ones may be among them."""
        spent = Counter(cards)
        self.hands[self.seat] -= spent
        self.known[self.seat] -= spent
        self.discards += spent

    def _take_from_display(self, card: str) -> None:
        """D1: everybody sees which card it is."""
        if not self.display[card]:
            raise Foul("D1", f"there is no {card} in the display")
        self.display -= Counter(card)
        self.hands[self.seat][card] += 1
        self.known[self.seat][card] += 1
        self._pass_on_when_done()

    def _take_from_pile(self, card: str) -> None:
        """D1: only its owner sees which card it is."""
        self._check_pile_has(card)
        self._remove_from_pile(card)
        self.hands[self.seat][card] += 1
        self._pass_on_when_done()

    def _refill(self, cards: str) -> None:
        """D2."""
        missing = self.board.display - self.display.total()
        if len(cards) > missing:
            raise Foul("D2", f"the display lacks {missing} cards, not {len(cards)}")
        self._check_pile_has(cards)
        self._remove_from_pile(cards)
        self.display += Counter(cards)
        self._pass_on_when_done()

    def _remove_from_pile(self, cards: str) -> None:
        """Used up with its last card: the first time a new pile is due (D3, D4)."""
        self.pile -= Counter(cards)
        if not self.pile.total():
            self.times_used_up += 1
            self.is_reshuffle_due = self.times_used_up == 1

    def _reshuffle(self) -> None:
        """D3."""
        self.pile, self.discards = self.discards, Counter()
        self.is_reshuffle_due = False
        self._pass_on_when_done()

    def _pass_on_when_done(self) -> None:
        """The turn is over with hand and display full (D2), or with the last pile (D4, Q5)."""
        hand_full = self.hands[self.seat].total() == HAND
        display_full = self.display.total() == self.board.display
        all_drawn = hand_full and display_full and not self.is_reshuffle_due
        if self.times_used_up == 2 or all_drawn:
            self._pass_on()

    def _pass_on(self) -> None:
        """S4, D4: in the last round the last turn is that of the start player's right neighbour."""
        following = (self.seat + 1) % self.players
        if self.times_used_up == 2 and following == self.start:
            self.end_game("pile")
        else:
            self.seat = following
            self.turns.append(Turn(following, self.empty_provinces()))

    # ------------------------------------------------------------------ scoring

    def _score_houses(self, province: str) -> list[int]:
        """Score one province and put a disk in it (H1-H3, V3)."""
        points = self.points_on(self.board.spaces(province))
        self.disks.add(province)
        self._add("houses", points)
        return points

    def points_on(self, spaces: list[str]) -> list[int]:
        """House scoring of some spaces; a fortification on one doubles its owner's points (V3)."""
        doubled = {self.markers[space] for space in spaces if self.is_fortified(space)}
        return house_points(self.houses_on(spaces), doubled)

    def is_fortified(self, space: str) -> bool:
        """A house with a marker under it: market places have none (V1, V4)."""
        return space in self.markers and space in self.houses

    def _add(self, source: str, points: list[int]) -> None:
        for seat in self.seats:
            self.points[source][seat] += points[seat]

    def end_game(self, reason: str) -> None:
        """End the game and score it (V6, F1-F4)."""
        self.over = True
        self.reason = reason
        self._close_market_places()
        for province in self.board.colour:
            if province not in self.disks:
                self._score_houses(province)
        for one, other in self.board.alliances:
            here, there = self.emissaries[one], self.emissaries[other]
            self._add("alliances", alliance_points(here, there, self.players))
        self._add("roads", [self._score_roads(seat) for seat in self.seats])
        self._add("ports", self.points_on(sorted(self.board.ports)))

    def _close_market_places(self) -> None:
        """The emissaries on market places join their district's dragon space (V6)."""
        for space, seat in self.markers.items():
            if not self.is_fortified(space):
                (province,) = self.board.provinces[space]
                self.emissaries[province][seat] += 1

    def _score_roads(self, seat: int) -> int:
        """F3, Q4, V3."""
        own = {space for space, owner in self.houses.items() if owner == seat}
        fortified = [space for space in own if self.is_fortified(space)]
        return road_points(own, self.board.roads, fortified[0] if fortified else None)


def read_cards(text: str) -> str:
    """The letters of one or more cards, in any order."""
    if not text or set(text) - set(COLOURS):
        raise Foul("notation", f"{text!r} are not cards")
    return text


def check_setup(board: Board, players: int, start: int, hands: list[str], display: str) -> None:
    """S1-S4."""
    fewest, most = board.players
    if not fewest <= players <= most:
        raise Foul("S1", f"{board.id} is for {fewest} to {most} players, not {players}")
    if not 0 <= start < players:
        raise Foul("S4", f"there is no seat {start}")
    if [len(hand) for hand in hands] != [HAND] * players:
        raise Foul("S3", f"each of the {players} hands has {HAND} cards")
    if len(display) != board.display:
        raise Foul("S3", f"the display has {board.display} cards")
    if not Counter(read_cards("".join(hands) + display)) <= board.deck(players):
        raise Foul("S2", "the deck does not hold all the cards dealt")
