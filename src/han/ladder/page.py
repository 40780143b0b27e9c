"""The ladder as a page of the documentation."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from han.ladder.ladder_file import LadderFile, RungGames
from han.ladder.rungs import Rung
from han.play.arena.standings import Standing, stand


@dataclass(frozen=True)
class PlayedRung:
    """A rung with games, and the standing of its first bot."""

    rung: Rung
    rung_games: RungGames
    standing: Standing

    @property
    def is_passed(self) -> bool:
        """Whether the bar was passed."""
        return self.rung.is_passed_by(self.standing)

    @property
    def games(self) -> int:
        """How many games were versions."""
        return len(self.rung_games.run.results)

    @property
    def kind(self) -> str:
        """The kind of game."""
        game = self.rung_games.run.contest.game
        return f"{game.map.name['en']}, {game.players} players"


def played_rungs(file: LadderFile, rungs: Sequence[Rung]) -> list[PlayedRung]:
    """The rungs of which there are games."""
    found = [(rung, file.find(rung)) for rung in rungs]
    return [
        PlayedRung(rung, rung_games, stand(rung_games.run)[0])
        for rung, rung_games in found
        if rung_games and rung_games.run.results
    ]


def by_kind(played: Sequence[PlayedRung]) -> list[tuple[str, list[PlayedRung]]]:
    """The rungs, grouped by kind of game."""
    return [(kind, list(group)) for kind, group in groupby(played, lambda c: c.kind)]


def format_page(played: Sequence[PlayedRung], missing: Sequence[Rung], plot: str) -> str:
    """The page as Markdown; ``plot`` is the path of its picture relative to the page."""
    lines = [
        "# The ladder",
        "",
        "How strong the bots are, level by level: one bot of each level against the next lower",
        "level, in every seat of the same deals, so that neither seats nor cards favour it.",
        "Written by `han ladder`; do not edit it by hand.",
        "",
        f"![Shares of games won]({plot})",
        "",
    ]
    for kind, group in by_kind(played):
        lines += [f"## {kind}", "", *_table(group), ""]
    lines += [*_missing(missing), *_notes(played)]
    return "\n".join(lines) + "\n"


def _table(group: Sequence[PlayedRung]) -> list[str]:
    return [
        "| contest | games | won | 95 % interval | bar | passed | margin | ms a move |",
        "| --- | ---: | ---: | :---: | :---: | :---: | ---: | ---: |",
        *(_line(played) for played in group),
    ]


def _line(played: PlayedRung) -> str:
    rung, standing = played.rung, played.standing
    low, high = standing.ci95
    cells = [
        f"{rung.line_up[0]} vs {rung.opponents}",
        str(played.games),
        f"**{percent(standing.win_share)}**",
        f"{percent(low)} - {percent(high)}",
        format_bar(rung),
        "yes" if played.is_passed else "**no**",
        f"{standing.mean_margin:+.1f}",
        f"{standing.ms_per_move:.3g}",
    ]
    return f"| {' | '.join(cells)} |"


def percent(share: float) -> str:
    """A share of wins as a percentage."""
    return f"{100 * share:.1f} %"


def format_bar(rung: Rung) -> str:
    """What the first bot must reach."""
    bar = f"≥ {100 * rung.share:g} %"
    return bar if rung.lower is None else f"{bar} (> {100 * rung.lower:g} %)"


def _missing(rungs: Sequence[Rung]) -> list[str]:
    if not rungs:
        return []
    names = [f"{rung.line_up[0]} vs {rung.opponents} ({rung.map})" for rung in rungs]
    return [f"Not played yet: {'; '.join(names)}.", ""]


def _notes(played: Sequence[PlayedRung]) -> list[str]:
    keys = sorted({(c.rung_games.key.version, c.rung_games.key.seed) for c in played})
    versions = ", ".join(f"han-game {version} with seed {seed}" for version, seed in keys)
    return [
        "*Won* is the share of games that the first bot won, shared wins counted in parts. The",
        "*bar* is the least share that passes; where a second number stands in brackets, the",
        "lower end of the interval must lie above it. *Margin* is the bot's points less the mean",
        "of the others' points, *ms a move* its thinking time for a decision with more than one",
        "legal action, on the machine that played.",
        "",
        f"Played by {versions}. Every game's figures are in the JSON file beside this page;",
        "`han ladder --rebuild` writes the page from it.",
        "[How contests are played and judged](reference/arena.md).",
    ]
