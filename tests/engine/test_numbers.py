"""A state read as Python numbers is equal to the state."""

from random import Random

import numpy as np

from han.engine.numbers import read_numbers
from han.rules.records import new_record
from han.rules.state import STATE, State


def lists(value: object) -> object:
    """Rows as numpy gives them."""
    return [lists(one) for one in value] if isinstance(value, tuple) else value


def test_every_field_of_any_state_is_read() -> None:
    for seed in range(50):
        state: State = np.frombuffer(Random(seed).randbytes(STATE.itemsize), STATE)[0]
        numbers = read_numbers(state)
        for name in STATE.names or ():
            assert lists(numbers[name]) == state[name].tolist(), name


def test_states_that_are_alike_have_equal_numbers() -> None:
    one, other = new_record(State), new_record(State)
    assert read_numbers(one) == read_numbers(other)
    other["pile"][2] = 1
    assert read_numbers(one) != read_numbers(other)
