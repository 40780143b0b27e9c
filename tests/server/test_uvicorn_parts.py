"""Our connections build on parts of uvicorn that are not its public API.

That is why its version is pinned to one minor version. These tests say what to look at before
another one is allowed: what we replace must still exist there and be called in the same way.
"""

import inspect
from importlib.metadata import requires
from types import FunctionType

import pytest
from packaging.requirements import Requirement

from han.server.http_protocol import LimitedHttpProtocol
from han.server.websocket_protocol import LimitedWebSocketProtocol

OF_OUR_OWN: dict[type, set[str]] = {
    LimitedHttpProtocol: {"_refuse", "_drop_answers"},
    LimitedWebSocketProtocol: set(),
}


def methods_of(cls: type) -> dict[str, FunctionType]:
    return {name: value for name, value in vars(cls).items() if isinstance(value, FunctionType)}


@pytest.mark.parametrize("cls", list(OF_OUR_OWN), ids=lambda cls: cls.__name__)
def test_what_we_replace_exists_in_uvicorn_with_the_same_parameters(cls: type) -> None:
    (parent, *_) = cls.__bases__
    replaced = methods_of(cls).keys() - OF_OUR_OWN[cls]
    assert replaced
    for name in replaced:
        theirs = inspect.signature(getattr(parent, name)).parameters
        assert list(inspect.signature(getattr(cls, name)).parameters) == list(theirs), name


def test_no_other_minor_version_of_uvicorn_is_installed() -> None:
    wanted = [Requirement(line) for line in requires("han-game") or []]
    (specifier,) = {str(one.specifier) for one in wanted if one.name == "uvicorn"}
    assert specifier == "==0.54.*"
