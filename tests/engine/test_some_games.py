"""The few games that stand for all kinds."""

from tables import GAMES, SEATINGS, SOME_GAMES, pairs_of


def test_any_two_choices_come_together_in_some_game() -> None:
    wanted = set().union(*map(pairs_of, GAMES))
    assert set().union(*map(pairs_of, SOME_GAMES)) == wanted
    assert {(game.map.id, game.players) for game in SOME_GAMES} == set(SEATINGS)


def test_they_are_few() -> None:
    """Each of four numbers of players with and without the variant: no fewer would do."""
    assert len(SOME_GAMES) == 2 * len({game.players for game in GAMES})
    assert all(game in GAMES for game in SOME_GAMES)
