"""The ladder as a page of the documentation."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from han.ladder.book import Book, Entry
from han.ladder.rungs import Rung
from han.play.arena.standings import Standing, stand


@dataclass(frozen=True)
class Climbed:
    """A rung that was played, with the figures of its first bot."""

    rung: Rung
    entry: Entry
    standing: Standing

    @property
    def is_passed(self) -> bool:
        """Whether the bar was passed."""
        return self.rung.is_passed_by(self.standing)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.entry.run.outcomes)

    @property
    def kind(self) -> str:
        """The kind of game."""
        game = self.entry.run.contest.game
        return f"{game.map.name['en']}, {game.players} players"


def climbed_rungs(book: Book, rungs: Sequence[Rung]) -> list[Climbed]:
    """The rungs of which there are games."""
    entries = [(rung, book.find(rung)) for rung in rungs]
    return [
        Climbed(rung, entry, stand(entry.run)[0])
        for rung, entry in entries
        if entry and entry.run.outcomes
    ]


def by_kind(climbed: Sequence[Climbed]) -> list[tuple[str, list[Climbed]]]:
    """The rungs under the kind of game that is played on them."""
    return [(kind, list(group)) for kind, group in groupby(climbed, lambda c: c.kind)]


def format_page(climbed: Sequence[Climbed], missing: Sequence[Rung], plot: str) -> str:
    """The page; ``plot`` is where its picture lies, seen from the page."""
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
    for kind, group in by_kind(climbed):
        lines += [f"## {kind}", "", *_table(group), ""]
    lines += [*_missing(missing), *_notes(climbed)]
    return "\n".join(lines) + "\n"


def _table(group: Sequence[Climbed]) -> list[str]:
    return [
        "| contest | games | won | 95 % interval | bar | passed | margin | ms a move |",
        "| --- | ---: | ---: | :---: | :---: | :---: | ---: | ---: |",
        *(_line(climbed) for climbed in group),
    ]


def _line(climbed: Climbed) -> str:
    rung, standing = climbed.rung, climbed.standing
    low, high = standing.ci95
    cells = [
        f"{rung.line_up[0]} vs {rung.opponents}",
        str(climbed.games),
        f"**{percent(standing.win_share)}**",
        f"{percent(low)} - {percent(high)}",
        format_bar(rung),
        "yes" if climbed.is_passed else "**no**",
        f"{standing.mean_margin:+.1f}",
        f"{standing.ms_per_move:.3g}",
    ]
    return f"| {' | '.join(cells)} |"


def percent(share: float) -> str:
    """A share of wins as people write it."""
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


def _notes(climbed: Sequence[Climbed]) -> list[str]:
    settings = sorted({(c.entry.settings.version, c.entry.settings.seed) for c in climbed})
    played = ", ".join(f"han-game {version} with seed {seed}" for version, seed in settings)
    return [
        "*Won* is the share of games that the first bot won, shared wins counted in parts. The",
        "*bar* is the least share that passes; where a second number stands in brackets, the",
        "lower end of the interval must lie above it. *Margin* is the bot's points less the mean",
        "of the others' points, *ms a move* its thinking time for a decision with more than one",
        "legal action, on the machine that played.",
        "",
        f"Played by {played}. Every game's figures are in the JSON file beside this page;",
        "`han ladder --rebuild` writes the page from it.",
        "[How contests are played and judged](reference/arena.md).",
    ]
