"""``han verify``: replay records and check every line."""

from pathlib import Path
from typing import Annotated, Any

import typer

from han.cli.options import JsonOption
from han.cli.output import print_json, progress_bar, say

_ORIGINS = {
    "own": "cli.salt_own",
    "shared": "cli.salt_shared",
    "none": "cli.salt_none",
    "bot": "cli.salt_bot",
}


def verify(
    files: Annotated[list[Path], typer.Argument(help="Records, or folders of them.")],
    map_file: Annotated[
        str, typer.Option("--map", help="The map's file, if it is no packaged map.")
    ] = "",
    commitment: Annotated[
        str, typer.Option(help="The commitment that you were shown before the game.")
    ] = "",
    salt: Annotated[str, typer.Option(help="The salt that you added.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Replay records. Status 0: all are true. 1: one is not. 2: one is no record at all."""
    from han.records.files import find_records

    paths = find_records(files)
    verdicts = []
    with progress_bar(say("cli.verify_progress"), len(paths)) as bar:
        for path in paths:
            verdicts.append(_verdict(path, map_file or None, commitment, salt))
            bar.advance()
    wrong = [verdict for verdict in verdicts if not verdict["ok"]]
    if as_json:
        print_json({"records": len(verdicts), "wrong": len(wrong), "verdicts": verdicts})
    else:
        for verdict in wrong:
            typer.echo(_line(verdict["file"], verdict["fault"]), err=True)
        if not wrong:
            typer.echo(say("cli.verified", count=len(verdicts)))
            _print_fair_cards(verdicts)
    raise typer.Exit(_status(verdicts))


def _line(file: str, fault: str) -> str:
    """The fault with its file, unless the fault names the file itself."""
    return fault if fault.startswith(file) else f"{file}: {fault}"


def _status(verdicts: list[dict[str, Any]]) -> int:
    if any(not verdict["is_record"] for verdict in verdicts):
        return 2
    return int(any(not verdict["ok"] for verdict in verdicts))


def _print_fair_cards(verdicts: list[dict[str, Any]]) -> None:
    """Print how many records had their cards checked, and the origins of their salts."""
    fair = [verdict for verdict in verdicts if verdict["fair"]]
    if fair:
        typer.echo(say("cli.verified_fair", count=len(fair)))
    for verdict in fair:
        typer.echo(_line(verdict["file"], _origins(verdict["salts"])))
        if verdict["redraws"]:
            said = say("cli.redraws", count=verdict["redraws"])
            typer.echo(_line(verdict["file"], said))
        if verdict["brought"] is not None:
            typer.echo(_line(verdict["file"], say("cli.brought", count=verdict["brought"])))


def _origins(origins: list[str] | None) -> str:
    if origins is None:
        return say("cli.salts_unknown")
    return "; ".join(say(_ORIGINS[origin], seat=seat) for seat, origin in enumerate(origins))


def _verdict(path: Path, map_file: str | None, commitment: str, salt: str) -> dict[str, Any]:
    from han.messages import language
    from han.records.errors import RecordError, RecordMismatchError
    from han.records.fair import (
        UnfairCardsError,
        brought_cards,
        claims_fair,
        count_redraws,
        salt_origins,
    )
    from han.records.files import read_record
    from han.records.replay import check_shown
    from han.records.replay import verify as verify_record

    verdict: dict[str, Any] = {"file": str(path), "is_record": True}
    try:
        record = read_record(path)
        position = verify_record(record, map_file)
        check_shown(record, commitment, salt)
    except RecordError as error:
        error.file = None  # printed before the sentence already
        fault = error.text(language())
        return verdict | {"is_record": False, "ok": False, "fair": None, "fault": fault}
    except RecordMismatchError as error:
        fair = False if isinstance(error, UnfairCardsError) else None
        line, fault = error.params["line"], error.text(language())
        return verdict | {"ok": False, "fair": fair, "line": line, "fault": fault}
    fair = True if claims_fair(record) else None
    fair_parts: dict[str, Any] = {"fair": fair, "salts": None, "redraws": None, "brought": None}
    if fair:
        fair_parts |= {
            "salts": salt_origins(record),
            "redraws": count_redraws(record),
            "brought": brought_cards(record),
        }
    return verdict | {"ok": True, **fair_parts, "finished": position.is_over}
