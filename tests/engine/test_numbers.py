"""A state in Python's own numbers is the state."""

from random import Random

import numpy as np

from han.engine.numbers import read_numbers
from han.rules.state import STATE


def lists(value: object) -> object:
    """Rows as numpy gives them."""
    return [lists(one) for one in value] if isinstance(value, tuple) else value


def test_every_field_of_any_state_is_read() -> None:
    for seed in range(50):
        states = np.frombuffer(Random(seed).randbytes(STATE.itemsize), STATE)
        numbers = read_numbers(states[0])
        for name in STATE.names:
            assert lists(numbers[name]) == states[0][name].tolist(), name


def test_states_that_are_alike_have_equal_numbers() -> None:
    one, other = np.zeros(2, STATE)
    assert read_numbers(one) == read_numbers(other)
    other["pile"][2] = 1
    assert read_numbers(one) != read_numbers(other)
