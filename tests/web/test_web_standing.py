"""How everybody stands: points if the game ended now, emissaries, alliances."""

from pathlib import Path

from playwright.sync_api import Browser, Locator, expect

from han.engine.overview import overview_json
from han.records.files import read_record
from han.records.replay import replay
from server.running import Server
from web.browser import Faults
from web.people import Person

RECORD = Path(__file__).parents[1] / "records" / "games" / "border-disputes-5-full-3.json"
MARKETS = RECORD.with_name("ways-of-diplomacy-4-variant-random.json")
FIGURE = "all => all.map(one => document.querySelector(one.getAttribute('href')).innerHTML)"
PHONE = (360, 740)
DESKTOP = (1280, 800)

NUMBERS = """all => all.map((one) => {
  const { height } = one.getBoundingClientRect();
  return [one.textContent, height];
})"""
HIDDEN = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) =>
    one.getBoundingClientRect());
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const badges = boxes(".badges .plot, .badges .tag, .badges use[href*=disk]");
  const isIn = ([x, y], box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  const isLater = (one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const covered = [...document.querySelectorAll(".count circle")].filter((number) =>
    [...document.querySelectorAll(".emissary")].some((figure) =>
      isLater(number, figure) &&
      isIn(middle(number.getBoundingClientRect()), figure.getBoundingClientRect())));
  return covered.length + boxes(".emissary, .count circle").filter((figure) =>
    badges.some((box) => isIn(middle(figure), box))).length;
}"""


def shares(cell: Locator) -> list[str]:
    """The numbers in a cell, in the order of seats."""
    return cell.locator(".share").all_inner_texts()


def given(counts: object) -> list[str]:
    """Those of a row of numbers that are shown."""
    assert isinstance(counts, tuple)
    return [str(count) for count in counts if count]


def test_each_player_has_the_points_of_a_game_that_ended_now(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    ends = person.page.locator(".players .if-ended")
    expect(ends.first).to_contain_text("0 points if the game ended now")
    person.place_piece()
    houses = person.page.locator(".overlay use.house")
    if houses.count():  # alone in its province, or in both: each pays a point
        expect(ends.first).to_contain_text("point")
        expect(ends.first).not_to_contain_text("→ 0")
    listed = person.open_tab("Roads").locator("ul").last.locator("strong").all_inner_texts()
    arrows = ends.locator("[aria-hidden]").all_inner_texts()
    assert arrows == [f"→ {points}" for points in listed]
    person.leave()


def test_tables_and_board_say_who_has_how_many_emissaries_where(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    last = list(replay(read_record(RECORD)))[-2].after
    overview = overview_json(last.view(None))
    person = Person(browser, small_server.address, faults)
    person.go("/replay")
    person.page.get_by_label("Game record").set_input_files(RECORD)
    expect(person.page.locator(".overlay .target, .overlay .badges").first).to_be_attached()
    person.page.keyboard.press("End")
    person.page.keyboard.press("ArrowLeft")

    for size in (DESKTOP, PHONE):
        person.resize(*size)
        panel = person.open_tab("Provinces")
        rows = panel.locator("tbody tr")
        expect(rows).to_have_count(len(overview.provinces))
        for row, one in zip(rows.all(), overview.provinces.values(), strict=True):
            for cell, count in zip(
                row.locator("td").all(), one.emissaries, strict=False
            ):  # one more says how many fit
                assert cell.locator(".emissaries strong").all_inner_texts() == [str(count)] * (
                    count > 0
                )
        wide = panel.evaluate("one => one.scrollWidth - one.clientWidth")
        assert wide <= 0, "every column is seen"

        panel = person.open_tab("Alliances")
        for row, pact in zip(panel.locator("tbody tr").all(), overview.alliances, strict=True):
            ends = row.locator("td").all()
            assert [shares(end) for end in ends[:2]] == [given(end) for end in pact.emissaries]
            assert shares(ends[2]) == given(pact.points)
        assert panel.evaluate("one => one.scrollWidth - one.clientWidth") <= 0

        person.page.locator(".board .window").press("0")  # shows the whole board
        numbers = person.page.locator(".count text").evaluate_all(NUMBERS)
        counts = [kept for one in overview.provinces.values() if (kept := given(one.emissaries))]
        shown = [kept for kept in counts if len(kept) > 1 or kept != ["1"]]
        assert sorted(text for text, _ in numbers) == sorted(
            text for texts in shown for text in texts
        )
        assert all(height >= 12 for _, height in numbers)
        assert person.page.evaluate(HIDDEN) == 0
    person.leave()


def test_an_emissary_on_a_market_place_stands_at_a_stall(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    view = list(replay(read_record(MARKETS)))[-2].after.view(None)
    person = Person(browser, small_server.address, faults)
    person.go("/replay")
    person.page.get_by_label("Game record").set_input_files(MARKETS)
    expect(person.page.locator(".overlay .badges").first).to_be_attached()
    person.page.keyboard.press("End")
    person.page.keyboard.press("ArrowLeft")
    stalls, houses = (person.page.locator(f".pieces use.{kind}") for kind in ("market", "house"))
    expect(stalls).to_have_count(len(view.markers))
    expect(houses).to_have_count(len(view.houses))
    drawn = set(stalls.evaluate_all(FIGURE))
    assert drawn
    assert not drawn & set(houses.evaluate_all(FIGURE))
    person.leave()
