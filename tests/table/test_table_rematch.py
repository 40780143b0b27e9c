"""A rematch: everybody keeps their colour, the start moves on, and all are asked."""

from han.table import command as commands
from han.table import entry as log
from han.table.entry import Seat
from han.table.opening import SALT_TIMEOUT_MS
from han.table.talk import rematch_options
from han.table.telling import table_json
from table.building import ANN, BEN, CLEO, Keeper, ann, begun, ben, bot, cleo, dora, options_of
from tables import GAMES


def invited(*seats: Seat) -> Keeper:
    """A rematch that Ann would like."""
    return Keeper(options_of(GAMES[0]), list(seats), invites=True)


def waits_for(keeper: Keeper) -> list[int]:
    """The seats of those who have not said yet that they want to play."""
    told = table_json(keeper.table, ANN).seats
    return [seat for seat, one in enumerate(told) if one.is_invited]


def test_the_next_seat_begins_whoever_was_drawn() -> None:
    for start in (0, 1, 2):
        played = begun(ann, ben, cleo, start=start)
        assert rematch_options(played.table).start == (start + 1) % 3
    drawn = begun(ann, ben, cleo, start=None).table
    assert rematch_options(drawn).start == (drawn.position.start + 1) % 3


def test_the_game_begins_when_the_last_has_accepted() -> None:
    keeper = invited(ann, ben, cleo)
    assert waits_for(keeper) == [1, 2]
    keeper.send(BEN, None, commands.Accept)
    assert (waits_for(keeper), keeper.table.deal_at) == ([2], None)
    keeper.now += 1000
    keeper.send(CLEO, None, commands.Accept)
    assert waits_for(keeper) == []
    assert keeper.table.deal_at == keeper.now + SALT_TIMEOUT_MS, "salts are missing"
    for guest in (ANN, BEN, CLEO):
        keeper.add_salt(guest, f"salt of {guest}")
    assert keeper.table.deal_at == keeper.now


def test_who_declines_frees_the_seat_and_the_host_decides() -> None:
    keeper = invited(ann, ben, cleo)
    keeper.send(BEN, 1, commands.StandUp)
    assert waits_for(keeper) == [2]
    keeper.send(CLEO, None, commands.Accept)
    assert keeper.table.deal_at is None, "a seat is free"
    keeper.send(ANN, None, commands.Place, where=1, now=bot)
    assert isinstance(keeper.send(ANN, None, commands.Start), log.Starting)


def test_a_bot_may_sit_where_somebody_does_not_answer() -> None:
    keeper = invited(ann, ben, cleo)
    keeper.send(ANN, None, commands.Place, where=1, now=bot)
    assert waits_for(keeper) == [2]
    keeper.send(CLEO, None, commands.Accept)
    assert keeper.table.deal_at is not None


def test_who_sits_down_again_has_accepted() -> None:
    keeper = invited(ann, ben, bot)
    keeper.send(BEN, 1, commands.StandUp)
    keeper.send(BEN, None, commands.Sit, name="Ben")
    assert waits_for(keeper) == []


def test_players_of_one_device_accept_together() -> None:
    keeper = invited(ben, ann, dora)
    assert waits_for(keeper) == [0], "Dora plays on Ann's device"


def test_a_table_of_an_old_log_waits_for_nobody() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, bot])
    assert waits_for(keeper) == []
    assert isinstance(keeper.send(BEN, None, commands.Start), log.Starting)
