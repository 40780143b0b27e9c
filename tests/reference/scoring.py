"""The four scorings, each as the most direct reading of its rule."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

ROW = 4  # the fewest houses that make a row (F3)


def house_points(houses: list[int], doubled: Iterable[int] = ()) -> list[int]:
    """Points per seat for so many houses per seat (H1-H3); seats in doubled score twice (V3)."""
    points_of = {0: 0}
    points = sum(houses)
    for rank in sorted(set(houses) - {0}, reverse=True):
        points_of[rank] = points
        points = rank
    return [points_of[own] * (2 if seat in doubled else 1) for seat, own in enumerate(houses)]


def alliance_points(here: Counter[int], there: Counter[int], players: int) -> list[int]:
    """Points per seat for the alliance of two provinces with these emissaries (F2)."""
    points = here.total() + there.total()
    both = leaders(here) & leaders(there)
    return [points if seat in both else 0 for seat in range(players)]


def leaders(emissaries: Counter[int]) -> set[int]:
    """The seats with the most emissaries, at least one (F2)."""
    most = max(emissaries.values(), default=0)
    return {seat for seat, count in emissaries.items() if count == most and count > 0}


def road_points(
    houses: set[str], roads: list[tuple[str, str]], fortification: str | None = None
) -> int:
    """The best total over all sets of rows that share no house (F3, Q4, V3)."""
    rows_from: dict[str, list[frozenset[str]]] = {house: [] for house in houses}
    for row in sorted(all_rows(houses, roads), key=len, reverse=True):
        rows_from[min(row)].append(row)

    @cache
    def best(free: frozenset[str]) -> int:
        """The best total with rows of these houses only: the first is in one row or in none."""
        if len(free) < ROW:
            return 0
        most = 0
        for row in rows_from[min(free)]:
            if row <= free:
                most = max(most, row_points(row, fortification) + best(free - row))
            if most == row_points(free, fortification):
                return most  # every house counts as much as it can
        return max(most, best(free - {min(free)}))

    return best(frozenset(houses))


def row_points(row: frozenset[str], fortification: str | None) -> int:
    """One point a house, doubled for the row with the fortification (F3, V3)."""
    return len(row) * (2 if fortification in row else 1)


def all_rows(houses: set[str], roads: list[tuple[str, str]]) -> set[frozenset[str]]:
    """The houses of every simple path of at least four houses (F3)."""
    neighbours: dict[str, set[str]] = {house: set() for house in houses}
    for a, b in roads:
        if a in houses and b in houses:
            neighbours[a].add(b)
            neighbours[b].add(a)

    rows: set[frozenset[str]] = set()

    def extend(path: tuple[str, ...]) -> None:
        if len(path) >= ROW:
            rows.add(frozenset(path))
        for house in neighbours[path[-1]] - set(path):
            extend((*path, house))

    for house in houses:
        extend((house,))
    return rows
