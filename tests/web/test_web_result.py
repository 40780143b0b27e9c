"""The end of a game: its scoring, its result, and the next game."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.guests import Guest, visiting
from server.running import Server
from waiting import run
from web.browser import Faults
from web.pairs import pair_at_the_end
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


def sheet(person: Person) -> list[tuple[str, list[int], int]]:
    """The score sheet: each player's name, points by source and total, the winner first."""
    found = []
    for player in person.page.locator(".result tbody[style]").all():
        name = player.get_by_role("rowheader").locator("span").nth(1).inner_text()
        total, *sources = map(int, player.get_by_role("cell").all_inner_texts())
        found.append((name, sources, total))
    return found


def totals(person: Person) -> list[int]:
    """The totals by seat: players' sheets are in the order of seats."""
    return [int(text) for text in person.page.locator(".players .points").all_inner_texts()]


def test_the_score_sheet_adds_up(finished: Person) -> None:
    heads = finished.page.locator(".result thead th").all_inner_texts()
    assert heads == [*SOURCES, "Total"]
    players = sheet(finished)
    assert all(sum(sources) == total for _, sources, total in players)
    assert sorted(total for *_, total in players) == sorted(totals(finished))
    best = max(totals(finished))
    assert players[0][2] == best
    for winner in finished.page.locator(".result .winner").all():
        expect(winner).to_contain_text(str(best))
        expect(winner.get_by_role("img", name="winner")).to_be_visible()
    expect(finished.page.locator("p.won")).to_contain_text(f"{best} points")
    finished.leave()


def test_what_to_do_next_stands_on_top(finished: Person) -> None:
    page = finished.page
    replay = page.get_by_role("link", name="Replay")
    for action in (replay, finished.button("Share"), page.get_by_role("link", name="Download")):
        assert below(page.locator(".result table"), action)
    finished.button("Share").click()
    link = page.get_by_label("Link to this replay")
    expect(link).to_have_value(re.compile(r"/replay/[\w-]+$"))
    finished.leave()


def below(one: Locator, other: Locator) -> bool:
    """Whether one thing stands below another."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first
    assert second
    return first["y"] >= second["y"] + second["height"]


def test_the_graph_leads_to_the_final_score_and_to_every_moment(finished: Person) -> None:
    page, final = finished.page, totals(finished)
    graph = page.get_by_role("img", name="Points over the course of the game")
    lines = graph.locator("path[stroke]")

    def ends() -> list[float]:
        found: list[float] = lines.evaluate_all(
            "all => all.map(line => Number(line.getAttribute('d').split(' ').at(-1)))"
        )
        return found

    expect(lines).to_have_count(4)
    for measure in ("Points", "If the game ended now"):
        page.get_by_role("radio", name=measure, exact=True).check(force=True)
        by_height = sorted(range(4), key=lambda seat: ends()[seat])
        by_points = sorted(range(4), key=lambda seat: -final[seat])
        assert [final[seat] for seat in by_height] == [final[seat] for seat in by_points]

    slider = page.get_by_role("slider", name="Position in the game")
    told = slider.get_attribute("aria-valuetext") or ""
    assert [int(number) for number in re.findall(r"(\d+)(?:,|$)", told)[-4:]] == final
    page.get_by_text("The points in a table").click()
    rows = page.get_by_role("region", name="The points in a table").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("After the deal")  # the table is made when it is opened
    assert [int(text) for text in rows.last.get_by_role("cell").all_inner_texts()] == final

    before = page.locator(".result figcaption").inner_text()
    catch = page.locator(".result .catch")
    catch.hover()  # its middle
    expect(page.locator(".result figcaption")).not_to_have_text(before, use_inner_text=True)
    expect(page.locator(".result figcaption")).to_contain_text("Round")
    catch.click()
    expect(page.get_by_text("You\u2019re viewing an earlier position.")).to_be_visible()
    expect(page.locator(".result")).to_be_visible()
    log = finished.open_tab("Log")
    expect(log.locator('[aria-current="step"]')).to_be_in_viewport()
    finished.leave()


def test_the_final_scoring_goes_step_by_step_and_can_be_skipped(finished: Person) -> None:
    final = totals(finished)
    page = finished.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + A_MOMENT_MS)  # time passes only as we say
    page.evaluate(WATCH_CAPTIONS)
    finished.button("Show the final scoring again").click()
    expect(finished.button("Skip")).to_be_visible()
    assert sum(totals(finished)) < sum(final)
    emperor = page.locator(".emperor")
    while len(page.evaluate("captions")) < 3:
        page.clock.run_for(A_MOMENT_MS)
    expect(emperor).to_be_visible()
    assert page.evaluate("captions") == ["Alliance 1", "Alliance 2", "Alliance 3"]
    finished.button("Skip").click()
    expect(finished.button("Skip")).to_have_count(0)
    expect(emperor).to_have_count(0)
    assert totals(finished) == final
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
    with pair_at_the_end(browser, small_server, faults) as (anna, ben):
        expect(anna.button("Rematch")).to_be_visible()
        heads = anna.page.locator(".result thead th").all_inner_texts()
        assert heads == ["Houses", "Alliances", "Roads", "Total"], "this map has no ports"
        played = anna.table
        anna.button("Rematch").click()
        anna.page.wait_for_url(lambda url: not url.endswith(played))
        expect(anna.page.get_by_text("Waiting for Ben to accept")).to_be_visible()
        expect(anna.button("Start game")).to_be_disabled()
        expect(ben.page.locator(".notices")).to_contain_text("Anna would like a rematch.")
        ben.button("Accept").click()
        ben.page.wait_for_url(f"**/t/{anna.table}")
        for person in (anna, ben):
            person.at_table()
        names = anna.page.locator(".players .name").all_inner_texts()
        assert names == ["Anna", "Ben"], "everybody keeps their colour"
        assert ben.is_my_turn, "the start has moved on"


def test_who_declines_a_rematch_makes_room(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair_at_the_end(browser, small_server, faults) as (anna, ben):
        anna.button("Rematch").click()
        ben.button("Decline").click()
        expect(ben.button("Decline")).to_have_count(0)
        expect(anna.page.locator(".notices")).to_contain_text("Ben has left their seat.")
        anna.page.get_by_label("Green seat").select_option(label="Bot: Peasant")
        anna.button("Start game").click()
        anna.at_table()
