"""Games in bulk are the games that are played one by one."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from han.bots.registry import make_line_up
from han.engine.game import Game
from han.play.batch import play_batch, play_batches
from han.play.files import CannotWriteError
from han.play.match import Match, play_match
from han.play.recording import record_games
from han.play.statistics import Statistics
from han.play.study import format_studies, study_game
from han.records.files import read_record
from han.records.replay import verify
from tables import some_games


@some_games
def test_bulk_and_single_games_are_the_same(game: Game) -> None:
    line_up = ["greedy", "random", "greedy", "random", "greedy"][: game.players]
    batch = play_batch(game, line_up, games=3, seed=6, first=40)
    for index in range(3):
        bots = make_line_up(",".join(line_up), game.players)
        match = play_match(game, bots, seed=6, number=40 + index)
        assert match.position.state.tobytes() == batch.states[index].tobytes()
        assert len(match.record.turns) == batch.turns[index]


def test_chunks_and_workers_do_not_change_the_games() -> None:
    game = Game("ways-of-diplomacy", 3)
    whole = play_batch(game, ["random"] * 3, games=600, seed=1)
    parts = list(play_batches(game, ["random"] * 3, games=600, seed=1, workers=2))
    assert len(parts) > 1
    assert np.concatenate([part.states for part in parts]).tobytes() == whole.states.tobytes()


def test_steps_lead_from_the_deal_to_the_end() -> None:
    game = Game("border-disputes", 3)
    match = Match(game, make_line_up("greedy", 3), seed=2)
    steps = list(match)
    for step, following in pairwise(steps):
        assert step.after == following.before
        assert step.turn <= following.turn
    assert steps[-1].after.is_over
    assert steps[-1].turn == len(match.record.turns) - 1


def test_records_are_written_one_a_game_and_are_true(tmp_path: Path) -> None:
    game = Game("ways-of-diplomacy", 2, variant=True)
    ends = list(record_games(game, ["random", "greedy"], 3, 5, tmp_path / "new"))
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["000001.json", "000002.json", "000003.json"]
    for file, (position, turns) in zip(files, ends, strict=True):
        record = read_record(file)
        assert verify(record) == position
        assert len(record.turns) == turns
        assert record.meta["bots"] == ["random", "greedy"]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    games = record_games(Game("border-disputes", 3), ["random"] * 3, 1, 0, tmp_path / "file")
    with pytest.raises(CannotWriteError, match="cannot be written"):
        next(games)


def test_a_summary_counts_shared_wins_by_halves() -> None:
    game = Game("border-disputes", 3)
    states = np.array([game.new_setup(), game.new_setup()])
    states["phase"], states["reason"] = 4, 1
    states["points"][0, 0, :3] = [5, 5, 1]
    states["points"][1, 2, :3] = [0, 0, 9]
    summary = Statistics(game, ["a", "b", "c"])
    summary.add_states(states, np.array([10, 20]))
    assert [seat["win_share"] for seat in summary.seats] == [0.25, 0.25, 0.5]
    assert [seat["points"] for seat in summary.seats] == [2.5, 2.5, 5.0]
    assert summary.seats[2]["roads"] == 4.5
    assert summary.mean_turns == 15
    assert summary.reasons == {"pile": 2, "board": 0}


def test_a_study_adds_up() -> None:
    game = Game("border-disputes", 4)
    study = study_game(game, "random", 300, 1, lambda _: None)
    assert sum(study.wins_by_turn_order) == pytest.approx(1, abs=0.001)
    assert set(study.spaces) == {space.id for space in game.map.spaces}
    assert len(study.alliances) == 15
    assert study.turns[1] <= study.turns[0] <= study.turns[2]
    batch = play_batch(game, ["random"] * 4, 300, 1)
    mean = batch.states["points"][:, 3, :4].mean()
    assert study.points["ports"] == pytest.approx(mean, abs=0.01)
    assert "| wei full | " in format_studies([study])
