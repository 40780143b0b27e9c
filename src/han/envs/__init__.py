"""Research environments: PettingZoo, Gymnasium, OpenSpiel, batches and data.

`han.envs.aec` is the PettingZoo environment ``han_v1``, `han.envs.single` the Gymnasium one,
`han.envs.vector` a batch of games, `han.envs.openspiel` the OpenSpiel game. All have the same
observations: `han.envs.observation`.
"""

from importlib.util import find_spec

if find_spec("gymnasium") and find_spec("pettingzoo"):  # extras
    from han.envs.register import register_all

    register_all()
