"""Places are given in turn: to those who wait first, and to one maker after the other."""

import asyncio
from collections.abc import Sequence

import pytest

from han.server.bot_pool.fair_semaphore import FairSemaphore, Ticket
from waiting import let_others_run, run


async def served(places: FairSemaphore, requests: Sequence[tuple[str, bool]]) -> list[str]:
    """In which order makers get the one place, when all ask at once while it is taken."""
    order: list[str] = []

    async def request(maker: str, *, is_awaited: bool) -> None:
        ticket = await places.acquire(maker, is_awaited=is_awaited)
        order.append(maker)
        places.release(ticket)

    first = await places.acquire("first", is_awaited=True)
    asking = [asyncio.create_task(request(maker, is_awaited=waits)) for maker, waits in requests]
    await let_others_run()
    places.release(first)
    await asyncio.gather(*asking)
    return order


def one_place() -> FairSemaphore:
    return FairSemaphore(1, awaited=1, unawaited=1)


def test_makers_take_turns() -> None:
    requests = [("many", True)] * 5 + [("two", True)] * 2 + [("one", True)]
    order = run(served(one_place(), requests))
    assert order == ["many", "two", "one", "many", "two", "many", "many", "many"]


def test_people_come_before_bots_but_these_are_not_forgotten() -> None:
    requests = [("bots", False)] * 3 + [("people", True)] * 8
    order = run(served(one_place(), requests))
    assert order.index("people") == 0
    assert order.index("bots") < 4
    assert order[:8].count("bots") == 2


def test_a_maker_has_only_so_many_places_where_nobody_waits() -> None:
    async def scene() -> None:
        places = FairSemaphore(4, awaited=4, unawaited=2)
        taken: list[Ticket] = []

        async def take(maker: str, *, is_awaited: bool) -> None:
            taken.append(await places.acquire(maker, is_awaited=is_awaited))

        waiting = [asyncio.create_task(take("bots", is_awaited=False)) for _ in range(5)]
        await let_others_run()
        assert len(taken) == 2
        await asyncio.gather(take("bots", is_awaited=True), take("other", is_awaited=False))
        places.release(taken[0])
        await let_others_run()
        assert len(taken) == 5
        places.close()
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert sum(isinstance(one, asyncio.CancelledError) for one in ended) == 2

    run(scene())


@pytest.mark.parametrize("is_called", [False, True])
def test_whoever_gives_up_leaves_no_place_behind(is_called: bool) -> None:
    """While they wait, or in the moment in which they are called."""

    async def scene() -> None:
        places = one_place()
        first = await places.acquire("a", is_awaited=True)
        second = asyncio.create_task(places.acquire("b", is_awaited=True))
        await let_others_run()
        if is_called:
            places.release(first)
        second.cancel()
        await asyncio.wait([second])
        assert second.cancelled()
        if not is_called:
            places.release(first)
        await places.acquire("c", is_awaited=False)

    run(scene())


def test_whoever_has_just_gone_away_gets_no_place() -> None:
    """Called off, but not yet out of the line when a place becomes free."""

    async def scene() -> None:
        places = one_place()
        first = await places.acquire("first", is_awaited=True)
        gone = asyncio.create_task(places.acquire("gone", is_awaited=True))
        await let_others_run()
        gone.cancel()
        places.release(first)
        with pytest.raises(asyncio.CancelledError):
            await gone
        await places.acquire("next", is_awaited=True)

    run(scene())
