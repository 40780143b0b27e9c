"""The end of a game: its scoring, its result, and the next game."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.guests import Guest, visiting
from server.running import Server
from waiting import run
from web.browser import Faults
from web.pairs import pair
from web.people import Person

SOURCES = ("Houses", "Alliances", "Roads", "Ports")
A_MOMENT_MS = 100
"""Shorter than anything that the scoring shows."""


WATCH_CAPTIONS = """() => {
  window.captions = []
  new MutationObserver(() => {
    const text = document.querySelector('.scene')?.textContent ?? ''
    const number = /Alliance \\d+/.exec(text)?.[0]
    if (number && !window.captions.includes(number)) window.captions.push(number)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""
"""Keeps which alliances the final scoring told of, however briefly."""


@pytest.fixture(scope="module")
def played(small_server: Server) -> str:
    """The page of a game of four bots that is over."""

    async def play() -> str:
        async with visiting():
            guest = Guest(small_server)
            table = await guest.start(await guest.create(*["peasant"] * 4))
            wire = await guest.connect(table)
            await wire.until(lambda: wire.is_over)
            return f"/t/{table['id']}"

    return run(play())


@pytest.fixture
def finished(browser: Browser, small_server: Server, faults: Faults, played: str) -> Person:
    """Somebody who looks at a game that is over."""
    person = Person(browser, small_server.address, faults)
    person.go(played)
    person.at_table()
    person.open_tab("Result")
    return person


def numbers(row: Locator) -> list[int]:
    """What stands in a row of the score sheet."""
    return [int(text) for text in row.get_by_role("cell").all_inner_texts() if text]


def scores(person: Person) -> list[int]:
    """What the players' sheets say."""
    return [int(text) for text in person.page.locator(".players .points").all_inner_texts()]


def totals(person: Person) -> list[int]:
    return numbers(person.page.get_by_role("row", name="Total"))


def test_the_score_sheet_adds_up(finished: Person) -> None:
    rows = [numbers(finished.page.get_by_role("row", name=name)) for name in SOURCES]
    assert [sum(parts) for parts in zip(*rows, strict=True)] == totals(finished)
    assert scores(finished) == totals(finished)
    best = max(totals(finished))
    won = finished.page.locator(".total .winner").all_inner_texts()
    assert {int(points) for points in won} == {best}
    expect(finished.page.locator("p.won")).to_have_text(re.compile(" (won|share the win)$"))
    finished.leave()


def test_the_graph_leads_everybody_to_the_final_score(finished: Person) -> None:
    graph = finished.page.get_by_role("img", name="Points over the course of the game")
    expect(graph).to_be_visible()
    lines = graph.locator("path[stroke]")
    ends = lines.evaluate_all(
        "all => all.map(line => Number(line.getAttribute('d').split(' ').at(-1)))"
    )
    assert len(ends) == 4
    by_height = sorted(range(4), key=lambda seat: ends[seat])
    by_points = sorted(range(4), key=lambda seat: -totals(finished)[seat])
    assert [totals(finished)[seat] for seat in by_height] == [
        totals(finished)[seat] for seat in by_points
    ]
    finished.leave()


def test_the_final_scoring_goes_step_by_step_and_can_be_skipped(finished: Person) -> None:
    final = totals(finished)
    page = finished.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + A_MOMENT_MS)  # time passes only as we say
    page.evaluate(WATCH_CAPTIONS)
    finished.button("Show the final scoring again").click()
    expect(finished.button("Skip")).to_be_visible()
    assert sum(scores(finished)) < sum(final)
    emperor = page.locator(".emperor")
    while len(page.evaluate("captions")) < 3:
        page.clock.run_for(A_MOMENT_MS)
    expect(emperor).to_be_visible()
    assert page.evaluate("captions") == ["Alliance 1", "Alliance 2", "Alliance 3"]
    finished.button("Skip").click()
    expect(finished.button("Skip")).to_have_count(0)
    expect(emperor).to_have_count(0)
    assert scores(finished) == final
    finished.leave()


def test_the_replay_shows_the_game_that_was_played(finished: Person) -> None:
    final = totals(finished)
    finished.page.get_by_role("link", name="Replay").click()
    expect(finished.page.locator(".where")).to_contain_text("0 of")
    finished.page.locator("body").press("End")
    expect(finished.page.locator(".hands li strong")).to_have_text([str(one) for one in final])
    finished.leave()


def test_two_meet_again_at_the_next_game(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, stand_in="peasant") as (anna, ben):
        for person in (anna, ben):
            person.choose_in_menu("Leave (a bot takes over)")
        expect(anna.button("Rematch")).to_be_visible()
        played = anna.table
        anna.button("Rematch").click()
        anna.page.wait_for_url(lambda url: not url.endswith(played))
        expect(ben.open_tab("Log")).to_contain_text("A rematch is ready.")
        ben.open_tab("Result")
        ben.button("Rematch").click()
        ben.page.wait_for_url(f"**/t/{anna.table}")
        ben.button("Start game").click()  # Anna is the host, but everybody sits
        for person in (anna, ben):
            person.at_table()
        names = anna.page.locator(".players .name").all_inner_texts()
        assert names == ["Ben", "Anna"], "everybody sits one seat on"
        assert anna.is_my_turn != ben.is_my_turn
