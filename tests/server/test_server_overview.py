"""What positions that somebody thought up would pay: the examples of the rules ask for it."""

import json
from pathlib import Path

import pytest

import han
from han.engine.encoding import encode
from han.engine.overview import final_scoring, overview_json
from server.guests import Guest, live
from server.running import Server

CARDS = "start=0 seat=0 phase=place hands=RRV,RGG,YYV display=OOVV"
WEI = f"border-disputes 3 {CARDS} houses=0:wei-1,wei-2,wei-3;1:wei-4,wei-han;2:wei-chin"


@live
async def test_the_rules_work_out_what_a_position_pays(small_server: Server) -> None:
    found = await Guest(small_server).post("/api/overview", position=WEI)
    assert found["provinces"]["wei"]["houses"] == [3, 2, 1]
    assert found["provinces"]["wei"]["points"] == [6, 3, 2]
    position = han.Position.parse(WEI)
    legal = [str(action) for action in position.legal_actions]
    view = position.view(None)
    shown = json.loads(encode(overview_json(view)))
    events = json.loads(encode(final_scoring(view)))
    assert found == {**shown, "legal": legal, "events": events}
    assert "H wei-5 R" in found["legal"]


@live
async def test_variants_and_finished_games_are_positions_too(small_server: Server) -> None:
    guest = Guest(small_server)
    fortified = WEI.replace(" 3 ", " 3 variant=on ") + " markers=0:wei-1"
    found = await guest.post("/api/overview", position=fortified)
    assert found["provinces"]["wei"]["points"] == [12, 3, 2]
    disks = ",".join(found["provinces"])
    ended = WEI.replace("phase=place", "phase=over reason=board") + f" disks={disks}"
    assert (await guest.post("/api/overview", position=ended))["legal"] == []


@live
async def test_what_is_no_position_is_refused_with_the_reason(small_server: Server) -> None:
    guest = Guest(small_server)
    for position, refusal in {
        "": (409, "notation.position_map"),
        "atlantis 3": (409, "table.no_such_map"),
        "border-disputes 2 " + CARDS: (409, "setup.players"),
        WEI + " emissaries=wei:220": (409, "notation.position_emissaries"),
        WEI + " " * 2_000: (422, "server.bad_request"),
    }.items():
        body = {"position": position}
        assert await guest.refusal("POST", "/api/overview", body) == refusal, position[:40]
    assert await guest.refusal("POST", "/api/overview", {}) == (422, "server.bad_request")


@live
async def test_no_file_of_the_server_is_read(small_server: Server, tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_bytes((Path(han.__file__).parent / "maps" / "border-disputes.toml").read_bytes())
    guest = Guest(small_server)
    for name in (str(copy), f"../../..{copy}", "./border-disputes", "border-disputes.toml"):
        body = {"position": WEI.replace("border-disputes", name)}
        refused = await guest.refusal("POST", "/api/overview", body)
        assert refused == (409, "table.no_such_map"), name


@pytest.mark.parametrize(("lang", "words"), [("en", "more emissaries"), ("de", "mehr Abgesandte")])
@live
async def test_the_reason_is_in_the_readers_language(
    small_server: Server, lang: str, words: str
) -> None:
    body = {"position": WEI + " emissaries=wei:220"}
    answer = await Guest(small_server).request("POST", f"/api/overview?lang={lang}", body)
    assert words in answer.json()["text"]
