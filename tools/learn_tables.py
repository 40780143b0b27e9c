"""Learn the tables by which bots value positions, and write them into the package.

    python tools/learn_tables.py            # four rounds of 8,000 games for each player count

The same arguments give the same tables.
"""

import argparse
from pathlib import Path

from han.training.training_games import learn, save_tables

TARGET = Path(__file__).parent.parent / "src/han/search/tables/tables.npz"


def main() -> None:
    """Read the arguments and learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=TARGET)
    arguments = parser.parse_args()
    for number, tables in enumerate(learn(arguments.rounds, arguments.games, arguments.seed), 1):
        save_tables(arguments.output, tables)
        print(f"round {number} of {arguments.rounds}")


if __name__ == "__main__":
    main()
