"""What does not fit on a page: text that spills out of its place, and what leaves the window."""

from playwright.sync_api import Page

from waiting import wait_until

LOOK = """() => [...document.querySelectorAll("body *")].flatMap(element => {
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  const isDrawn = element.closest("svg") !== null && element.tagName !== "svg"
  const isAside = element.closest(".unseen, .skip, .window, input, textarea, select") !== null
  if (isDrawn || isAside || !box.width || style.visibility === "hidden") return []
  const scrolls = one => /auto|scroll/.test(getComputedStyle(one).overflowX)
  const isInScroller = one => one !== null && (scrolls(one) || isInScroller(one.parentElement))
  const words = () => `${element.tagName} ${element.className}: ${element.innerText ?? ""}`
  const told = what => [`${what}: ${words().replaceAll("\\n", " ").slice(0, 100)}`]
  const isOut = box.right > innerWidth + 1 || box.left < -1
  if (isOut && !isInScroller(element.parentElement)) return told("out of the window")
  const isTooWide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
  if (!isTooWide || style.display === "inline" || scrolls(element)) return []
  if (style.textOverflow !== "ellipsis") return told("wider than its place")
  return element.closest("[title]") ? [] : told("cut, and nowhere whole")
})"""


def check_fit(page: Page) -> None:
    """Wait until all words are in their places, or cut where a title says the whole."""
    wait_until(
        lambda: not page.evaluate(LOOK),
        lambda: f"that everything fits at {page.url}: {page.evaluate(LOOK)}",
    )
