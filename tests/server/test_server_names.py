"""Refusals speak to players: with their names, and without the numbers of rules."""

import pytest

from han.messages import HanError
from han.server.names import sitter_names
from han.server.reply import Reply, refuse
from han.table.entry import Seat
from han.table.moves import check_action
from han.table.table import Table
from table.building import ann, begun, ben, cleo

governor = Seat("bot", bot="governor")


def refused(table: Table, seat: int | None, action: str, lang: str = "en") -> Reply:
    """What somebody at a table is told about an action that is not allowed."""
    with pytest.raises(HanError) as caught:
        check_action(table, seat, action)
    return refuse(caught.value, lang, table)


def test_those_who_are_called_alike_are_told_apart_by_their_colours() -> None:
    assert sitter_names([governor, ann, governor, ben], "de") == [
        "Statthalter (blau)",
        "Ann",
        "Statthalter (violett)",
        "Ben",
    ]
    assert sitter_names([Seat(), Seat("bot", bot="of old")], "en")[1] == "of old"


def test_a_refusal_names_the_player_whom_all_wait_for() -> None:
    table = begun(ann, ben, cleo).table
    reply = refused(table, 1, "H wei-1 R")
    assert (reply.key, reply.rule) == ("rules.wrong_seat", "S4")
    assert reply.text == "It\u2019s not your turn. Waiting for Ann."
    assert refused(table, 1, "H wei-1 R", "fr").text.endswith("c\u2019est à Ann de jouer.")


def test_a_bot_is_called_as_in_the_browser() -> None:
    table = begun(ann, governor, ben, start=1).table
    assert refused(table, 0, ".").text == "It\u2019s not your turn. Waiting for Governor."


def test_other_refusals_have_no_rule() -> None:
    reply = refused(begun(ann, ben, cleo).table, None, ".")
    assert (reply.key, reply.rule, reply.is_stale) == ("table.not_your_seat", "", False)
