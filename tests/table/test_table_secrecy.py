"""Nobody is told what they may not know, by any of the ways in which a table tells things."""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest

from han.engine.game import Game
from han.records.fair import FairCards
from han.table import command as commands
from han.table import entry as log
from han.table.entry import Entry, Seat
from han.table.table import Table
from han.table.telling import Viewer
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    INVITE,
    SALTS,
    SEED,
    TABLE,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    cleo,
    dora,
    options_of,
)
from table.hearing import entry_json, moment_json, table_json, tell_history, tell_moment
from table.parties import Party
from table.twins import twin_of
from tables import GAMES

GUESTS = (ANN, BEN, CLEO, EVE)

encode = msgspec.json.encode


def viewers(table: Table, guest: str) -> list[Viewer]:
    """The ways in which a guest looks at a table."""
    return [Viewer(guest, seat) for seat in table.seats_of(guest)] or [Viewer(guest)]


def everything_told(entries: Sequence[Entry], guest: str, *, every: int = 1) -> Iterator[bytes]:
    """All that a guest can learn about a table along its log, from each seat of theirs.

    Args:
        entries: The log.
        guest: Who listens.
        every: After how many entries the whole table is told; each entry always is.
    """
    table = Table(TABLE, SEED, INVITE)
    for seq, entry in enumerate(entries):
        events = table.apply(entry)
        for viewer in viewers(table, guest):
            yield encode(entry_json(table, seq, entry, events, viewer))
            if seq % every == 0:
                yield encode(moment_json(table, viewer))
        if seq % every == 0:
            yield encode(table_json(table, guest))
    for viewer in viewers(table, guest):
        yield encode(tell_history(table, entries, viewer))
        yield encode(tell_moment(table, entries, viewer, len(entries) // 2 - 1))


def played(game: Game, seed: int) -> list[Entry]:
    """The log of a whole game."""
    *_, keeper = Party(game, seed).play()
    return keeper.entries


def decisions(entries: Sequence[Entry]) -> dict[int, tuple[str, ...]]:
    """All decisions, and the cards that came after them, by their numbers."""
    numbered = enumerate(entries)
    return {seq: one.actions for seq, one in numbered if isinstance(one, log.Played)}


def kept_decisions(entries: Sequence[Entry]) -> dict[int, tuple[str, ...]]:
    """Those that neither an undo nor a take-back has undone."""
    table, kept = Table(TABLE, SEED, INVITE), list[int]()
    for seq, entry in enumerate(entries):
        table.apply(entry)
        if isinstance(entry, log.Played):
            kept += [seq] * len(entry.actions)
        if table.timeline:
            kept = kept[: table.timeline.length]
    return {seq: actions for seq, actions in decisions(entries).items() if seq in kept}


def cards_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    return Table.load(TABLE, SEED, entries, INVITE).position.hands


# Hidden cards.


@pytest.mark.parametrize("number", range(0, len(GAMES), 4))
def test_nobody_can_tell_two_games_apart_that_differ_in_hidden_cards(number: int) -> None:
    rng = Random(number)
    differ = 0
    for part in (0.25, 0.6, 1):
        entries = played(GAMES[number + rng.randrange(4)], rng.randrange(1000))[:-1]
        entries = entries[: round(part * len(entries))]
        guest = rng.choice(GUESTS)
        twin = twin_of(entries, guest, rng)
        differ += cards_of(entries) != cards_of(twin)
        told, told_of_twin = (everything_told(log_, guest, every=2) for log_ in (entries, twin))
        for one, other in zip(told, told_of_twin, strict=True):
            assert one == other
    assert differ > 0, "towards the end few cards are hidden, but not in all these games"


@pytest.mark.parametrize("guest", [ANN, BEN, EVE])
def test_the_smallest_difference(guest: str) -> None:
    """Two cards exchanged between hands: those who hold them know, the others do not."""
    entries = begun(ann, ben, cleo).entries
    started = entries[-1]
    assert isinstance(started, log.Started)
    assert started.hands == ("OYV", "ROV", "RGY")
    hands = ("OYV", "GOV", "RRY")
    twin = [*entries[:-1], msgspec.structs.replace(started, hands=hands)]
    same = list(everything_told(entries, guest)) == list(everything_told(twin, guest))
    assert same == (guest != BEN)


def test_a_drawn_card_is_its_seats_secret() -> None:
    keeper = begun(ann, ben, cleo)
    for action in ("H shu-chu OV", ".", "*"):
        keeper.play(action)
    entry = keeper.entries[-1]
    assert isinstance(entry, log.Played)
    drawn = entry.actions[1]
    twins = []
    for other in "VYOGR":
        actions = ("*", f"*{other}", *entry.actions[2:])
        twins.append([*keeper.entries[:-1], msgspec.structs.replace(entry, actions=actions)])
    assert drawn[1] in "VYOGR"
    for guest in (BEN, CLEO, EVE, ""):
        assert len({tuple(everything_told(twin, guest)) for twin in twins}) == 1
    assert len({tuple(everything_told(twin, ANN)) for twin in twins}) == 5


def test_a_bots_excuse_may_name_its_cards() -> None:
    keeper = begun(bot, ann, ben)
    hand = keeper.table.position.hands[0]
    entry = log.Played(
        at=keeper.now, seat=0, actions=(f"X {hand[0]}",), by="bot", fault=f"It held {hand}."
    )
    keeper.add(entry)
    told = b"".join(everything_told(keeper.entries, ANN))
    assert b"It held" not in told
    assert hand.encode() not in told


def test_two_seats_of_one_device_do_not_mix_their_cards() -> None:
    """Whoever passes the device on sees the own cards only."""
    table = begun(ann, dora, ben).table
    hands = table.position.hands
    for seat in (0, 1):
        told = moment_json(table, Viewer(ANN, seat))
        assert told is not None
        assert told["view"]["hand"] == hands[seat]
        assert told["hands"] is None
    spectator = moment_json(table, Viewer(ANN))
    assert spectator is not None
    assert spectator["view"]["hand"] == ""
    assert spectator["legal"] == []


# Identities, the seed, the invitation.


@pytest.mark.parametrize("number", [1, 18])
def test_nothing_that_is_told_names_a_guest_or_a_command(number: int) -> None:
    entries = played(GAMES[number], number)
    for guest in (*GUESTS, ""):
        told = b"".join(everything_told(entries, guest, every=20))
        assert b"identity-of" not in told
        assert b"cid-of" not in told
        assert b'"guest"' not in told


@pytest.mark.parametrize("number", [6, 13])
def test_the_seed_is_a_secret_until_the_end(number: int) -> None:
    entries = played(GAMES[number], number)
    for guest in (*GUESTS, ""):
        told = b"".join(everything_told(entries[:-1], guest, every=20))
        for seed in (SEED, SEED.hex().encode(), repr(SEED).encode()):
            assert seed not in told
        table = Table.load(TABLE, SEED, entries, INVITE)
        assert SEED.hex().encode() in encode(table_json(table, guest))


def test_the_invitation_is_for_those_who_sit_and_the_host() -> None:
    keeper = Keeper(options_of(GAMES[0]), [Seat(), ben, Seat()], host=ANN)
    told = {guest: table_json(keeper.table, guest)["invite"] for guest in (ANN, BEN, EVE, "")}
    assert told == {ANN: INVITE, BEN: INVITE, EVE: None, "": None}
    for guest in (EVE, ""):
        for entries in (keeper.entries, begun(ann, ben, cleo).entries):
            assert INVITE.encode() not in b"".join(everything_told(entries, guest))


def test_a_public_table_invites_everybody() -> None:
    keeper = Keeper(options_of(GAMES[0], public=True), [ann, Seat(), Seat()])
    assert {table_json(keeper.table, guest)["invite"] for guest in (ANN, EVE, "")} == {INVITE}


def test_salts_are_a_secret_until_the_cards_are_dealt() -> None:
    """Whoever adds the last one must not know the others."""
    keeper = Keeper(options_of(GAMES[0]), [ann, Seat(), bot])
    keeper.send(BEN, None, commands.Sit, name="Ben")
    for guest, salt in SALTS.items():
        keeper.add_salt(guest, salt)
    for guest in (ANN, BEN, EVE, ""):
        assert b"salt of" not in b"".join(everything_told(keeper.entries, guest))
    keeper.send(ANN, None, commands.Start)
    for guest in (ANN, BEN, EVE, ""):
        assert table_json(keeper.table, guest)["salts"] == ["salt of Ann", "salt of Ben", ""]


def test_nobody_hears_whom_another_does_not_want_to_hear() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.send(ANN, 0, commands.Mute, whom=1, muted=True)
    for guest in (BEN, CLEO, EVE, ""):
        assert b"muted" not in b"".join(everything_told(keeper.entries, guest)).replace(
            b'"muted":[]', b""
        )
        assert table_json(keeper.table, guest)["muted"] == []
    assert table_json(keeper.table, ANN)["muted"] == [1]


# After the end.


@pytest.mark.parametrize("number", [3, 20])
def test_everything_is_told_after_the_end(number: int) -> None:
    game = GAMES[number]
    entries = played(game, number)
    table = Table.load(TABLE, SEED, entries, INVITE)
    for guest in (ANN, EVE):
        history = tell_history(table, entries, Viewer(guest))
        dealt_at = [one["type"] for one in history].index("started")
        started, *rest = history[dealt_at:]
        seed, salts = table_json(table, guest)["seed"], table_json(table, guest)["salts"]
        assert seed == SEED.hex()
        assert salts is not None
        dealt = FairCards(bytes.fromhex(seed), salts).deal(game, table.position.start)
        assert started["hands"] == list(dealt.hands)
        told = {one["seq"]: tuple(one["actions"]) for one in rest if one["type"] == "played"}
        kept = kept_decisions(entries)
        assert kept.items() <= told.items()
        assert told.items() <= decisions(entries).items()
        assert b'"?"' not in encode(history)
        moment = moment_json(table, Viewer(guest))
        assert moment is not None
        assert moment["hands"] == list(table.position.hands)


def test_the_last_entry_is_told_openly() -> None:
    entries = played(GAMES[0], 5)
    table = Table.load(TABLE, SEED, entries[:-1], INVITE)
    events = table.apply(entries[-1])
    told = entry_json(table, table.seq, entries[-1], events, Viewer(EVE))
    assert told is not None
    assert table.status == "over"
    last = entries[-1]
    assert isinstance(last, log.Played)
    assert told["actions"] == list(last.actions)
