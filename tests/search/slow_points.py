"""The points that seats can expect, once more: in plain Python, with the map's graph.

It shares the learned tables with `han.search` but neither its indices nor its kernels.
"""

from collections.abc import Iterator

from han.engine.position import Position
from han.search.tables.record import Tables

PHASES = 7
HOUSE_AXES = (PHASES, 6, 9, 6, 6)
"""Phase, size less 3, free spaces, own houses, the most of another seat."""
ALLIANCE_AXES = (PHASES, 4, 4, 4, 4, 4, 4)
"""Phase, then for either end: capacity, own emissaries, the most of another seat."""
ROW_AXES = (PHASES, 8, 4)
"""Phase, houses of a group less 1, free spaces next to it."""
PORT_AXES = (PHASES, 9, 6, 6)
"""Phase, free ports, own houses, the most of another seat."""


class SlowPoints:
    """A position by its names."""

    def __init__(self, position: Position) -> None:
        """Read the board."""
        self.players = position.game.players
        self.map = position.game.map
        self.fortifications = position.game.variant and self.map.variant == "fortifications"
        self.houses = position.houses
        self.markers = position.markers
        self.emissaries = position.emissaries
        self.free = {s.id for s in self.map.spaces} - {*self.houses, *self.markers}
        self.ports = {space.id for space in self.map.spaces if space.port}
        self.beside: dict[str, set[str]] = {space.id: set() for space in self.map.spaces}
        for one, other in self.map.roads:
            self.beside[one].add(other)
            self.beside[other].add(one)

    def spaces_of(self, province: str) -> set[str]:
        """A province's spaces, border spaces included."""
        return {space.id for space in self.map.spaces if province in space.provinces}

    def count(self, spaces: set[str], seat: int) -> int:
        """A seat's houses on some spaces."""
        return sum(self.houses.get(space) == seat for space in spaces)

    def rank(self, spaces: set[str], seat: int) -> tuple[int, int, int]:
        """Free spaces, own houses and the most houses of another seat, as far as told apart."""
        others = [self.count(spaces, other) for other in range(self.players) if other != seat]
        free = len(spaces & self.free)
        return free, min(self.count(spaces, seat), 5), min(max(others), 5)

    def house_place(self, phase: int, province: str, seat: int) -> tuple[int, ...]:
        """Where a province's houses are looked up."""
        spaces = self.spaces_of(province)
        return phase, len(spaces) - 3, *self.rank(spaces, seat)

    def capacity(self, province: str) -> int:
        """0 emissaries fit never more, 1 after another house, 2 one fits now, 3 more do."""
        spaces = self.spaces_of(province)
        limit = max(self.count(spaces, seat) for seat in range(self.players))
        left = limit - sum(self.emissaries[province])
        if left > 0:
            return 2 if left == 1 else 3
        return 1 if spaces & self.free else 0

    def end(self, province: str, seat: int) -> tuple[int, int, int]:
        """How a seat stands at an end of an alliance."""
        there = list(self.emissaries[province])
        if not self.fortifications:
            for space, owner in self.markers.items():
                there[owner] += space in self.spaces_of(province)
        own = there.pop(seat)
        return self.capacity(province), min(own, 3), min(max(there), 3)

    def alliance_place(self, phase: int, one: str, other: str, seat: int) -> tuple[int, ...]:
        """Where an alliance is looked up."""
        return phase, *self.end(one, seat), *self.end(other, seat)

    def groups(self, seat: int) -> Iterator[set[str]]:
        """A seat's houses as far as roads join them."""
        rest = {space for space, owner in self.houses.items() if owner == seat}
        while rest:
            group, edge = set[str](), {min(rest)}
            while edge:
                group |= edge
                edge = {far for near in edge for far in self.beside[near]} & rest - group
            rest -= group
            yield group

    def row_place(self, phase: int, group: set[str]) -> tuple[int, ...]:
        """Where a group of houses is looked up."""
        exits = {space for house in group for space in self.beside[house]} & self.free
        return phase, min(len(group), 8) - 1, min(len(exits), 3)

    def doubling(self, spaces: set[str], seat: int) -> int:
        """2 where a seat's fortification stands (V3)."""
        mine = {space for space, owner in self.markers.items() if owner == seat}
        return 2 if self.fortifications and mine & spaces else 1

    def house_points(self, tables: Tables, phase: int, seat: int) -> float:
        """From the houses of all provinces."""
        table = tables["houses"].reshape(HOUSE_AXES)
        return sum(
            float(table[self.house_place(phase, province.id, seat)])
            * self.doubling(self.spaces_of(province.id), seat)
            for province in self.map.provinces
        )

    def port_points(self, tables: Tables, phase: int, seat: int) -> float:
        """From the ports."""
        if not self.ports:
            return 0.0
        points = tables["ports"].reshape(PORT_AXES)[phase, *self.rank(self.ports, seat)]
        return float(points) * self.doubling(self.ports, seat)

    def alliance_points(self, tables: Tables, phase: int, seat: int) -> float:
        """From all alliances."""
        table = tables["alliances"].reshape(ALLIANCE_AXES)
        return sum(
            float(table[self.alliance_place(phase, one, other, seat)])
            for one, other in self.map.alliances
        )

    def row_points(self, tables: Tables, phase: int, seat: int) -> float:
        """From all rows."""
        table = tables["rows"].reshape(ROW_AXES)
        return sum(
            float(table[self.row_place(phase, group)]) * self.doubling(group, seat)
            for group in self.groups(seat)
        )

    def points(self, tables: Tables, phase: int, seat: int) -> float:
        """From everything."""
        parts = (self.house_points, self.port_points, self.alliance_points, self.row_points)
        return sum(part(tables, phase, seat) for part in parts)
