"""Contests are seat-balanced, their deals are duplicates, and results follow F5."""

import re
from itertools import takewhile

import pytest

from han.engine.game import Game
from han.play.arena.contest import Contest
from han.play.arena.match_result import MatchResult, SeatResult
from han.play.arena.players import ClosedError, Players
from han.records.record import Record
from han.records.replay import replay, verify

FOUR = Game("border-disputes", 4)


def first_pile(record: Record) -> str:
    """The cards that came from the pile until it was first used up, in order."""
    atoms = (atom for turn in record.turns for atom in turn.atoms)
    before = takewhile(lambda atom: atom != "~", atoms)
    return "".join(re.sub(r"\W", "", atom) for atom in before if atom[0] in "*=")


@pytest.mark.parametrize("line_up", ["abcd", "abbb", "aabb", "abab", "aaaa"])
def test_every_bot_sits_in_every_seat_equally_often(line_up: str) -> None:
    contest = Contest(FOUR, tuple(line_up))
    seatings = [contest.seating(number) for number in range(contest.whole_deals(1))]
    assert len(set(seatings)) == len(seatings)
    for spec in contest.bots:
        counts = {sum(seating[seat] == spec for seating in seatings) for seat in range(4)}
        assert counts == {len(seatings) * line_up.count(spec) // 4}


def test_games_are_rounded_up_to_whole_deals() -> None:
    contest = Contest(FOUR, tuple("abcd"))
    assert [contest.whole_deals(games) for games in (1, 4, 5, 400)] == [4, 4, 8, 400]
    assert Contest(FOUR, tuple("abab")).whole_deals(5) == 6
    assert [contest.deal_of(number) for number in (0, 3, 4, 11)] == [0, 0, 1, 2]


def test_the_rotations_of_a_deal_have_the_same_cards() -> None:
    contest = Contest(FOUR, ("greedy", "random", "random", "greedy"), seed=5)
    group = Players(contest, keep_records=True)
    for deal in range(3):
        numbers = range(4 * deal, 4 * deal + 4)
        records = [record for n in numbers if (record := group.play(n).record)]
        assert len({(record.start, record.hands, record.display) for record in records}) == 1
        piles = {first_pile(record) for record in records}
        assert min(len(pile) for pile in piles) > 20
        longest = max(piles, key=len)
        assert all(longest.startswith(pile) for pile in piles)
        assert len({str(record.turns) for record in records}) == 4
        assert [record.meta["bots"] for record in records] == [
            list(contest.seating(number)) for number in numbers
        ]


@pytest.mark.parametrize(("map_id", "players"), [("border-disputes", 5), ("ways-of-diplomacy", 2)])
def test_a_match_result_is_what_the_engine_says(map_id: str, players: int) -> None:
    line_up = ("greedy", "random", "greedy", "random", "random")[:players]
    contest = Contest(Game(map_id, players, variant=True), line_up, seed=3)
    group = Players(contest, keep_records=True)
    for number in range(6):
        result = group.play(number)
        assert result.record is not None
        right = verify(result.record).result
        assert right is not None
        assert tuple(seat.total for seat in result.seats) == right.total
        assert tuple(seat.points[1] for seat in result.seats) == right.alliances
        winners = tuple(seat for seat, rank in enumerate(result.ranks) if rank == 0)
        assert winners == right.winners
        assert sum(result.wins) == pytest.approx(1)
        assert sum(result.margins) == pytest.approx(0)


def match_result_of(*standings: tuple[int, int]) -> MatchResult:
    seats = (SeatResult("abcde"[n], (points,), left, 1, 0.1) for n, (points, left) in
             enumerate(standings))  # fmt: skip
    return MatchResult(0, tuple(seats))


def test_ties_are_broken_by_pieces_and_else_shared() -> None:
    result = match_result_of((30, 4), (30, 5), (12, 9), (30, 5))
    assert result.ranks == (2, 0, 3, 0)
    assert result.wins == (0, 0.5, 0, 0.5)
    assert result.margins == pytest.approx((6, 6, -18, 6))
    assert result.wins_of("b") == 0.5
    assert match_result_of((30, 4), (30, 5)).wins == (0, 1)


def test_only_real_decisions_are_counted() -> None:
    """Replaying the records shows how many decisions had an alternative."""
    contest = Contest(Game("ways-of-diplomacy", 2), ("random", "greedy"), seed=8)
    result = Players(contest, keep_records=True).play(0)
    assert result.record is not None
    decisions = [step for step in replay(result.record) if step.before.to_move is not None]
    real = [step for step in decisions if len(step.before.legal_actions) > 1]
    assert len(real) < len(decisions)
    for seat in range(2):
        assert result.seats[seat].moves == sum(step.before.to_move == seat for step in real)
        assert result.seats[seat].seconds > 0


def test_players_sent_home_play_no_more() -> None:
    players = Players(Contest(FOUR, ("random",) * 4))
    players.play(0)
    players.close()
    with pytest.raises(ClosedError):
        players.play(1)
