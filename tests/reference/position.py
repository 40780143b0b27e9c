"""What lies on the table at one moment, and the questions that a look at it answers."""

from collections import Counter
from dataclasses import dataclass, field

from .board import EMISSARIES, HOUSES, Board

HAND = 3  # S3, D1


@dataclass
class Turn:
    """What happened in one turn so far."""

    seat: int
    empty: set[str]  # provinces with no piece in them when the turn began (T5)
    placed: list[tuple[str, ...]] = field(default_factory=list)  # the province(s) of each piece
    scored: dict[str, list[int]] = field(default_factory=dict)  # T14
    is_placing: bool = True


class Position:
    """All of a game's state, in plain dicts, sets and Counters."""

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
        self.board = board
        self.players = players
        self.start = start
        self.variant = variant
        self.wild_in_prices = wild_in_prices

        self.hands = [Counter(hand) for hand in hands]
        self.display = Counter(display)
        self.pile = board.deck(players) - self.display - sum(self.hands, Counter())
        self.discards: Counter[str] = Counter()
        self.known: list[Counter[str]] = [Counter() for _ in self.seats]  # seen by all
        self.times_used_up = 0  # the pile (D3, D4)
        self.is_reshuffle_due = False

        markers = board.markers(players) if variant else 0
        pieces = {"house": HOUSES, "emissary": EMISSARIES, "marker": markers}
        self.supply = [Counter(pieces) for _ in self.seats]
        self.houses: dict[str, int] = {}  # space -> seat
        self.markers: dict[str, int] = {}  # space -> seat
        self.emissaries: dict[str, Counter[int]] = {
            province: Counter() for province in board.colour
        }

        self.disks: set[str] = set()
        self.points = {
            source: [0] * players for source in ("houses", "alliances", "roads", "ports")
        }
        self.over = False
        self.reason: str | None = None
        self.seat = start
        self.turns = [Turn(start, empty=set(board.colour))]

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    @property
    def expects(self) -> str:
        """What comes next: "placing" and "drawing" are decisions, the others are not."""
        if self.over:
            return "nothing"
        if self.is_reshuffle_due:
            return "reshuffle"
        if self.turn.is_placing:
            return "placing"
        return "drawing" if self.hands[self.seat].total() < HAND else "refill"

    def is_free(self, space: str) -> bool:
        return space not in self.houses and space not in self.markers

    def is_full(self, province: str) -> bool:
        """Whether every house space is occupied, by a house or a market place (T14, Q3)."""
        return not any(self.is_free(space) for space in self.board.spaces(province))

    def is_empty(self, province: str) -> bool:
        """Whether no piece of any kind is in the province (T5)."""
        spaces = self.board.spaces(province)
        return not self.emissaries[province].total() and all(map(self.is_free, spaces))

    def empty_provinces(self) -> set[str]:
        return {province for province in self.board.colour if self.is_empty(province)}

    def houses_on(self, spaces: list[str]) -> list[int]:
        """The number of houses of each seat on these spaces."""
        owners = Counter(self.houses[space] for space in spaces if space in self.houses)
        return [owners[seat] for seat in self.seats]

    def emissary_limit(self, province: str) -> int:
        """As many as the largest number of houses one seat has there now (T11)."""
        return max(self.houses_on(self.board.spaces(province)))

    def has_room_for_emissary(self, province: str) -> bool:
        return self.emissaries[province].total() < self.emissary_limit(province)

    def can_anyone_place(self) -> bool:
        """Whether anyone could still place something, whatever the cards (D5, Q6)."""
        return any(self._could_place(seat) for seat in self.seats)

    def _could_place(self, seat: int) -> bool:
        supply = self.supply[seat]
        house = supply["house"] > 0 and any(map(self.is_free, self.board.provinces))
        emissary = supply["emissary"] > 0 and any(
            map(self.has_room_for_emissary, self.board.colour)
        )
        return house or emissary or self._could_place_marker(seat)

    def _could_place_marker(self, seat: int) -> bool:
        """Marker and companion, on a free space that may take them in a turn to come (Q2, Q6)."""
        companion = "house" if self.board.variant == "fortifications" else "emissary"
        return (
            self.supply[seat]["marker"] > 0
            and self.supply[seat][companion] > 0
            and any(
                self.is_free(space) and not self.is_empty(provinces[0])
                for space, provinces in self.board.provinces.items()
                if not self.board.is_border(space)
            )
        )

    def total(self) -> list[int]:
        """All points of each seat so far."""
        return [sum(points[seat] for points in self.points.values()) for seat in self.seats]

    def winners(self) -> list[int]:
        """Most points; then most houses and emissaries left; then all who are tied (F5)."""
        total = self.total()
        standing = {
            seat: (total[seat], self.supply[seat]["house"] + self.supply[seat]["emissary"])
            for seat in self.seats
        }
        best = max(standing.values())
        return [seat for seat in self.seats if standing[seat] == best]
