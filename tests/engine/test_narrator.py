"""Sentences without a language: what the narrator says of events, and what it keeps to itself."""

from msgspec.structs import replace

from han.engine.event import CardDrawn, Event, ProvinceScored
from han.engine.narrator import tell_each, tell_events
from han.engine.sentence import Cards, Points, Provinces, Seats, Sentence
from tables import SOME_GAMES, any_action, eager_action, play_through

GAME = SOME_GAMES[0]
START = GAME.deal(1)


def test_a_card_that_is_hidden_leaves_no_trace() -> None:
    drawn = [CardDrawn(1, "R"), CardDrawn(1, "G")]
    others = [event.seen_by(0) for event in drawn]
    hidden = Sentence("narration.drawn_hidden", {"seat": Seats((1,)), "count": 2})
    assert tell_events(others, START) == [(hidden,), ()]
    own = Sentence("narration.drawn", {"seat": Seats((1,)), "cards": Cards("RG")})
    assert tell_events(drawn, START) == [(own,), ()]


def test_what_others_hear_does_not_depend_on_the_cards_drawn() -> None:
    for seed, game in enumerate(SOME_GAMES):
        for *_, after, happened in play_through(game, seed, eager_action):
            other = [_with_another_card(event) for event in happened]
            heard, twin = (
                tell_events([event.seen_by(None) for event in events], after)
                for events in (happened, other)
            )
            assert heard == twin


def _with_another_card(event: Event) -> Event:
    return replace(event, card="V") if isinstance(event, CardDrawn) else event


def test_points_come_from_the_event_and_the_reason_from_the_board() -> None:
    after = GAME.position(
        f"{GAME.map.id} {GAME.players} start=0 seat=0 phase=place"
        f" hands={','.join(['RRV', 'RGG', 'YYV', 'OOV', 'OGR'][: GAME.players])} display=OOVV"
        " houses=0:wei-1,wei-2;1:wei-3"
    )
    points = (30, 20, *[0] * (GAME.players - 2))
    title, most, fewer = tell_events([ProvinceScored("wei", points)], after)[0]
    assert title == Sentence("narration.houses_scored", {"province": Provinces(("wei",))})
    assert most.params == {"seats": Seats((0,)), "count": 2, "points": Points(30)}
    assert fewer.params == {
        "seats": Seats((1,)),
        "count": 1,
        "points": Points(20),
        "above": Seats((0,), join="or"),
    }


def test_events_of_whole_games_get_sentences_and_stay_as_they_are() -> None:
    for seed, game in enumerate(SOME_GAMES):
        for *_, after, happened in play_through(game, seed, any_action):
            told = tell_each(happened, after)
            assert [replace(event, told=()) for event in told] == list(happened)
            assert not told or told[0].told
