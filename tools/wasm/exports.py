"""The kernels that the browser calls."""

from typing import Final

from han.bots.compiled import compiled_code
from han.engine.placing import list_refusals
from han.rules.board import fill_board
from han.rules.board_sets import (
    count_emissaries,
    emissary_limit,
    free_emissaries,
    house_leaders,
    is_full,
    recount,
)
from han.rules.deal import chance_code, deal
from han.rules.generator import draw_below, seed_generator
from han.rules.hidden import deal_hidden
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import play_random_games
from han.rules.refuse import refuse
from han.rules.score import (
    majority_seats,
    score_board,
    score_finally,
    total_points,
    winning_seats,
)
from han.rules.setup import fill_setup
from han.rules.turn import fits_any_piece
from han.search.policy.merge import find_twins
from han.search.tree.nodes import find_child
from han.search.tree.simulate import simulate
from han.search.value.costs import fill_costs
from wasm.questions import joining
from wasm.signature import Kernel

EXPORTS: Final[tuple[Kernel, ...]] = (
    fill_board,
    fill_setup,
    fill_costs,
    seed_generator,
    draw_below,
    deal,
    chance_code,
    list_legal,
    refuse,
    play_code,
    play_random_games,
    score_board,
    score_finally,
    total_points,
    winning_seats,
    majority_seats,
    count_emissaries,
    emissary_limit,
    free_emissaries,
    house_leaders,
    is_full,
    recount,
    fits_any_piece,
    list_refusals,
    joining,
    deal_hidden,
    compiled_code,
    find_twins,
    find_child,
    simulate,
)
