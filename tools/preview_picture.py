"""The picture that chats show beside a link, into web/public/preview.png.

.venv/bin/python tools/preview_picture.py
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from screenshots import save_small  # noqa: E402

from han.maps.load import load_map  # noqa: E402 - after the path
from han.maps.svg import draw_map  # noqa: E402
from han.server.api.previews import PICTURE, PICTURE_SIZE  # noqa: E402
from web.browser import open_browser  # noqa: E402

PUBLIC = ROOT / "web" / "public"
PAGE = """<style>
  body {{ margin: 0; height: 100vh; overflow: hidden; background: #f0e4c9; }}
  .sheet {{ position: absolute; left: 330px; top: -60px; width: 1130px; rotate: -3deg; }}
  .sheet svg, .stamp svg {{ display: block; width: 100%; height: auto; }}
  .mist {{
    position: absolute; inset: 0;
    background: linear-gradient(95deg, #f0e4c9 33%, #f0e4c9e0 42%, #f0e4c900 62%);
  }}
  .beside {{ position: absolute; left: 80px; top: 150px; }}
  .stamp {{ width: 150px; }}
  h1 {{
    margin: 30px 0 0; color: #2e2a25; letter-spacing: 0.22em;
    font: 600 130px/1 "Palatino Linotype", Palatino, "URW Palladio L", "DejaVu Serif", serif;
  }}
</style>
<div class="sheet">{board}</div><div class="mist"></div>
<div class="beside"><div class="stamp">{seal}</div><h1>HAN</h1></div>"""


def main() -> None:
    """Draw it, and keep it with few colours."""
    board = draw_map(load_map("border-disputes"), "en")
    seal = (PUBLIC / "icon.svg").read_text("utf-8")
    width, height = PICTURE_SIZE
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(PAGE.format(board=board, seal=seal))
        path = PUBLIC / PICTURE.removeprefix("/")
        page.screenshot(path=path)
    save_small(path)


if __name__ == "__main__":
    main()
