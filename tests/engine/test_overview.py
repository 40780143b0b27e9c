"""What the board would pay now, compared with the referee."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from beside_referee import BOARDS
from han.engine.chance import Chance
from han.engine.encoding import encode
from han.engine.game import Game
from han.engine.overview import overview_json
from han.engine.position import Position
from han.records.files import read_record
from han.records.replay import replay
from reference.scoring import alliance_points, house_points, leaders, road_points
from tables import some_games


def positions(game: Game, seed: int) -> list[Position]:
    """Some positions of a random game, the last one included."""
    rng, chance = Random(seed), Chance(seed)
    position = game.deal(chance)
    found = [position]
    while not position.is_over:
        position, _ = position.play(rng.choice(position.legal_actions), chance)
        found.append(position)
    return [*found[::25], found[-1]]


def emissaries_at_the_end(position: Position) -> dict[str, Counter[int]]:
    """Emissaries on dragon spaces; those on market places join them at the end (V6)."""
    counts = {name: Counter(dict(enumerate(row))) for name, row in position.emissaries.items()}
    if position.game.map.variant == "market-places" and not position.is_over:
        provinces = {space.id: space.provinces for space in position.game.map.spaces}
        for space, seat in position.markers.items():
            counts[provinces[space][0]][seat] += 1
    return counts


@some_games
def test_the_overview_pays_what_the_rules_say(game: Game) -> None:
    board = game.map
    for position in positions(game, seed=game.players):
        overview = json.loads(encode(overview_json(position.view(None))))
        fortified = {} if board.variant == "market-places" else position.markers
        for name, told in overview["provinces"].items():
            spaces = {space.id for space in board.spaces if name in space.provinces}
            built = Counter(seat for space, seat in position.houses.items() if space in spaces)
            houses = [built[seat] for seat in range(game.players)]
            doubled = [seat for space, seat in fortified.items() if space in spaces]
            assert told["houses"] == houses
            assert set(told["leaders"]) == leaders(built)
            assert told["points"] == house_points(houses, doubled)
            assert told["scored"] == (name in position.disks)
            assert told["emissaries"] == list(position.emissaries[name])
            assert set(told["majority"]) == leaders(Counter(dict(enumerate(told["emissaries"]))))
            assert told["limit"] == max(houses)
            assert told["free"] == max(0, max(houses) - sum(told["emissaries"]))
        emissaries = emissaries_at_the_end(position)
        for number, told in enumerate(overview["alliances"]):
            here, there = (emissaries[name] for name in board.alliances[number])
            assert told["provinces"] == list(board.alliances[number])
            assert told["points"] == alliance_points(here, there, game.players)
            counts = [[end[seat] for seat in range(game.players)] for end in (here, there)]
            assert told["emissaries"] == counts
            assert [set(end) for end in told["holders"]] == [leaders(here), leaders(there)]
        check_rows(position, overview, fortified)


def check_rows(
    position: Position, overview: dict[str, list[dict[str, int]]], fortified: dict[str, int]
) -> None:
    """The rows share no house, and pay the most that rows can."""
    roads = BOARDS[position.game.map.id].roads
    for seat in range(position.game.players):
        houses = {space for space, owner in position.houses.items() if owner == seat}
        own = next((space for space, owner in fortified.items() if owner == seat), None)
        rows = [row for row in overview["rows"] if row["seat"] == seat]
        assert sum(row["points"] for row in rows) == road_points(houses, list(roads), own)


@some_games
def test_the_total_is_what_the_parts_add_up_to(game: Game) -> None:
    for position in positions(game, seed=7):
        view = position.view(None)
        overview = json.loads(encode(overview_json(view)))
        if position.is_over:
            assert overview["total"] == list(position.scores)
            continue
        total = list(position.scores)
        unscored = [p for p in overview["provinces"].values() if not p["scored"]]
        for part in [*unscored, *overview["alliances"], overview["ports"]]:
            total = [a + b for a, b in zip(total, part["points"], strict=True)]
        for row in overview["rows"]:
            total[row["seat"]] += row["points"]
        assert overview["total"] == total


PLACING = "HEFM"
RECORDS = sorted((Path(__file__).parents[1] / "records" / "games").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_at_the_last_moment_the_total_is_the_result(path: Path) -> None:
    """Once the last piece lies, nothing is left but to pay: on market places nobody stays (V6)."""
    record = read_record(path)
    assert record.result is not None
    steps = list(replay(record))
    last_piece = max(number for number, step in enumerate(steps) if step.action.kind in PLACING)
    for step in steps[last_piece:]:
        view = step.after.view(None)
        before = step.after.state.tobytes()
        assert overview_json(view).total == record.result.total
        assert step.after.state.tobytes() == before
