"""What must hold at every moment of every game at a table, whatever people do."""

from collections import Counter
from itertools import pairwise
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.game import Game
from han.engine.position import Position
from han.notation.cards import LETTERS
from han.records.fair import claims_fair
from han.records.replay import verify
from han.table import command as commands
from han.table import entry as log
from han.table.entry import Entry, decode_entry, encode_entry
from han.table.table import Table
from table.building import ANN, EVE, INVITE, SEED, TABLE, Keeper, facts, record_of
from table.parties import Party
from tables import GAMES, some_games

MOST_STEPS = 450
"""Actions and outcomes of a game, as in `tests/engine/test_properties.py`."""
MOST_ENTRIES = 3000

seeds = st.integers(0, 2**64 - 1)


def stored(entries: list[Entry]) -> list[Entry]:
    """The entries as a server that starts again reads them."""
    return [decode_entry(encode_entry(entry)) for entry in entries]


def loaded(entries: list[Entry]) -> Table:
    return Table.load(TABLE, SEED, stored(entries), INVITE)


def final(party: Party) -> Keeper:
    *_, keeper = party.play()
    return keeper


def all_cards(position: Position) -> Counter[str]:
    discards = dict(zip(LETTERS, position.state["discards"].tolist(), strict=True))
    return Counter("".join(position.hands) + position.display + position.pile) + Counter(discards)


@some_games
@given(seed=seeds, casual=st.booleans())
@settings(max_examples=2, deadline=None)
def test_whoever_reads_the_log_has_the_same_table(game: Game, seed: int, casual: bool) -> None:
    reader = Table(TABLE, SEED, INVITE)
    for keeper in Party(game, seed, casual=casual).play():
        new = keeper.entries[reader.seq + 1 :]
        for entry in stored(new):
            reader.apply(entry)
        assert facts(reader) == facts(keeper.table)
        assert reader.seq == len(keeper.entries) - 1
        if reader.seq % 40 == 0 or reader.status == "over":
            assert facts(loaded(keeper.entries)) == facts(keeper.table)


@given(game=st.sampled_from(GAMES), seed=seeds)
@settings(max_examples=8, deadline=None)
def test_a_copy_goes_on_without_the_original(game: Game, seed: int) -> None:
    party = Party(game, seed)
    table, before = party.keeper.table, facts(party.keeper.table)
    for keeper in party.play():
        assert facts(table) == before, "the keeper applied an entry to a copy"
        table, before = keeper.table, facts(keeper.table)
        assert facts(table.copy()) == before
        assert vars(table.copy()).keys() == vars(table).keys()


@some_games
@given(seed=seeds, casual=st.booleans())
@settings(max_examples=2, deadline=None)
def test_every_game_ends_with_a_true_record_of_fair_cards(
    game: Game, seed: int, casual: bool
) -> None:
    keeper = final(Party(game, seed, casual=casual))
    assert keeper.table.status == "over"
    assert len(keeper.entries) < MOST_ENTRIES
    record = record_of(keeper.table)
    assert claims_fair(record)
    assert record.meta["fair"]["seed"] == SEED.hex()
    assert record.meta["fair"]["salts"] == list(keeper.table.salts)
    assert verify(record) == keeper.table.position


@given(game=st.sampled_from(GAMES), seed=seeds)
@settings(max_examples=8, deadline=None)
def test_no_card_is_lost_or_found(game: Game, seed: int) -> None:
    deck = Counter(dict(zip(LETTERS, game.deck, strict=True)))
    for keeper in Party(game, seed).play():
        assert all_cards(keeper.table.position) == deck
        assert keeper.table.timeline is not None
        assert keeper.table.timeline.length <= MOST_STEPS


@given(game=st.sampled_from(GAMES), seed=seeds)
@settings(max_examples=6, deadline=None)
def test_the_moment_changes_with_the_position_and_never_else(game: Game, seed: int) -> None:
    party = Party(game, seed)
    steps = [(k.table.moment, k.table.position, k.entries[-1]) for k in party.play()]
    for (earlier, before, _), (later, after, entry) in pairwise(steps):
        assert later >= earlier
        if before != after:
            assert later == party.keeper.entries.index(entry), entry
        elif isinstance(entry, log.Said | log.Muted | log.CameBack):
            assert later == earlier


@given(game=st.sampled_from(GAMES), seed=seeds)
@settings(max_examples=6, deadline=None)
def test_the_clock_runs_for_people_who_are_there(game: Game, seed: int) -> None:
    for keeper in Party(game, seed).play():
        table = keeper.table
        if table.deadline is None:
            continue
        assert table.to_move is not None
        assert table.seats[table.to_move].kind == "person"
        assert table.to_move not in table.stand_ins
        assert table.options.clock.kind != "none"


def test_the_parties_leave_nothing_out() -> None:
    """Else the tests above would prove less than they say."""
    keepers = [final(Party(game, seed)) for seed, game in enumerate(GAMES[::2])]
    entries = [entry for keeper in keepers for entry in keeper.entries]
    before_or_after = {log.SeatChanged, log.Accepted, log.Starting, log.Rematched, log.Closed}
    before_or_after |= {log.Brought, log.Resumed}
    kinds = {type(entry) for entry in entries}
    assert kinds == set(get_args(Entry)) - before_or_after
    played = {entry.by for entry in entries if isinstance(entry, log.Played)}
    assert played == {"person", "bot", "stand_in"}
    assert {e.reason for e in entries if isinstance(e, log.StoodIn)} == {"left", "clock", "absent"}
    assert {e.agreed for e in entries if isinstance(e, log.TakeBackAnswered)} == {True, False}
    assert any(len(keeper.table.seats_of(ANN)) == 2 for keeper in keepers)
    assert not any(keeper.table.seats_of(EVE) for keeper in keepers)


def test_a_finished_game_leads_to_the_next() -> None:
    keeper = final(Party(GAMES[0], 1))
    [seat, *_] = keeper.table.seats_of(ANN)
    keeper.send(ANN, seat, commands.Say, phrase="good_game")
    keeper.send(ANN, seat, commands.Rematch, table_id="table-2")
    assert keeper.table.next_game == "table-2"
    assert facts(loaded(keeper.entries)) == facts(keeper.table)
