#!/usr/bin/env python3
"""Learn to play HAN from the games of another bot, with numpy alone.

Exports games of a teacher, trains a network with one hidden layer to choose as it did, and
lets the network play every deal from every seat against random bots.

Try it:   python examples/learn_policy.py
Better:   python examples/learn_policy.py --teacher governor --games 2000 --epochs 10
Four:     python examples/learn_policy.py --map-id border-disputes --players 4
Needs:    pip install han-game[data]
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from han import Action, Chance, Game, View, make_bot
from han.bots.bot import Bot
from han.engine.action import action_of
from han.envs.data.export import Target, export_games
from han.envs.data.load import read_batches
from han.envs.observation import SCALE, SIZE, observe_view
from han.play.arena.contest import Contest
from han.play.arena.interval import share_interval
from han.play.arena.run import Place
from han.play.match import play_match
from han.rules.codes import CODES

HIDDEN = BATCH = 128
Array = NDArray[Any]


class Policy:
    """Observation → hidden layer → a probability for each legal action."""

    def __init__(self, dice: np.random.Generator) -> None:
        into = dice.normal(0, 0.05, (SIZE, HIDDEN)).astype(np.float32)
        rest = (np.zeros(size, np.float32) for size in (HIDDEN, (HIDDEN, CODES), CODES))
        self.weights = [into, *rest]
        self.moments = [np.zeros((2, *weight.shape), np.float32) for weight in self.weights]
        self.steps = 0

    def probabilities(self, inputs: Array, masks: Array) -> tuple[Array, Array]:
        """How likely each action is, and what the hidden layer made of the inputs."""
        into, bias, out, bias_out = self.weights
        hidden = np.maximum(inputs @ into + bias, 0)
        scores = np.where(masks, hidden @ out + bias_out, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), hidden

    def learn(self, inputs: Array, masks: Array, choices: Array) -> int:
        """Take one step towards these choices; how many were right before it."""
        error, hidden = self.probabilities(inputs, masks)
        right = (error.argmax(axis=1) == choices).sum()
        error[np.arange(len(choices)), choices] -= 1
        error /= len(choices)
        back = (error @ self.weights[2].T) * (hidden > 0)
        self.descend([inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)])
        return int(right)

    def descend(self, slopes: list[Array], rate: float = 0.002) -> None:
        """Adam: https://arxiv.org/abs/1412.6980."""
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, moment, slope in zip(self.weights, self.moments, slopes, strict=True):
            moment[0] += 0.1 * (slope - moment[0])
            moment[1] += 0.001 * (slope**2 - moment[1])
            weight -= rate * moment[0] / (np.sqrt(moment[1]) + 1e-8)


class PolicyBot:
    """Plays what the policy holds most likely; any object with these two is a bot."""

    spec = "policy"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, view: View, chance: Chance) -> Action:
        mask = np.isin(np.arange(CODES), view.legal_actions.codes)[None]
        chances, _ = self.policy.probabilities(observe_view(view)[None] / SCALE, mask)
        return action_of(view.game.book, int(chances.argmax()))


def learn_from(folder: str, epochs: int, dice: np.random.Generator) -> Policy:
    """Train a policy on all decisions of an export."""
    parts = [(b.observation, b.mask, b.choice) for b in read_batches(folder)]
    seen, masks, choices = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    policy = Policy(dice)
    for epoch in range(1, epochs + 1):
        order = dice.permutation(len(choices))
        some = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        right = sum(policy.learn(seen[s] / SCALE, masks[s], choices[s]) for s in some)
        print(f"epoch {epoch}: {right / len(order):.1%} of {len(order):,} choices right")
    return policy


def wins_against_random(policy: Policy, game: Game, deals: int, seed: int) -> Array:
    """What the policy wins of each deal, which it plays from every seat."""
    wins = np.zeros(deals)
    for deal in range(deals):
        for seat in range(game.players):
            bots: list[Bot] = [make_bot("random") for _ in range(game.players)]
            bots[seat] = PolicyBot(policy)
            result = play_match(game, bots, seed, deal).position.result
            assert result is not None  # the game is over
            winners = result.winners
            wins[deal] += (seat in winners) / len(winners)
    return wins


def main(
    teacher: str = "greedy",
    map_id: str = "ways-of-diplomacy",
    players: int = 2,
    games: int = 400,
    epochs: int = 5,
    deals: int = 100,
    seed: int = 1,
) -> None:
    """Learn from games of a teacher, then play deals against the random bot."""
    game, dice = Game(map_id, players), np.random.default_rng(seed)
    with TemporaryDirectory() as folder:
        contest = Contest(game, (teacher,) * players, seed)
        export_games(contest, games, Target(Path(folder)), Place(workers=1))
        policy = learn_from(folder, epochs, dice)
    wins = wins_against_random(policy, game, deals, seed + 1)
    low, high = share_interval(wins.tolist(), [players] * deals)
    share = wins.mean() / players
    print(f"win share {share:.3f}, 95 %: {low:.3f} to {high:.3f}, {players * deals} games")


if __name__ == "__main__":
    typer.run(main)
