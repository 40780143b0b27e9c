// What han.wasm exports and the records that it reads. Made of the kernels by `make wasm`.
import type { At } from "../memory";

/** The fields of records: views of memory, or addresses of nested records. */
export interface Records {
  Board: {
    spaces: BigUint64Array;
    ordinary: BigUint64Array;
    borders: BigUint64Array;
    ports: BigUint64Array;
    province_spaces: BigUint64Array;
    colour_spaces: BigUint64Array;
    neighbours: BigUint64Array;
    payable: BigUint64Array;
    payable_words: BigUint64Array;
    space_provinces: Uint16Array;
    border_colours: Uint8Array;
    province_colour: Uint8Array;
    alliances: Uint8Array;
    prices: Uint8Array;
    word_kinds: Uint8Array;
    hand_cards: Uint8Array;
    hand_sizes: Uint8Array;
    hand_numbers: Uint8Array;
    display_size: Uint8Array;
    variant: Uint8Array;
  };
  Costs: {
    borders: BigUint64Array;
    first: Uint8Array;
    second: Uint8Array;
    left: Uint8Array;
    taken: Uint8Array;
  };
  Features: {
    noted: Uint16Array;
    limits: Uint8Array;
    emissaries: Uint8Array;
    ends: Uint8Array;
    grouped: BigUint64Array;
    group_count: Uint8Array;
    groups: BigUint64Array;
    around: BigUint64Array;
    group_points: Float64Array;
  };
  Generator: {
    state: BigUint64Array;
  };
  Node: {
    rewards: Float64Array;
    first: Int32Array;
    next: Int32Array;
    visits: Int32Array;
    available: Int32Array;
    prior: Float32Array;
    code: Int16Array;
  };
  Notes: {
    rewards: Float64Array;
    expected: Float64Array;
    points: Float64Array;
    path: BigInt64Array;
    depth: BigInt64Array;
    node: BigInt64Array;
    first: BigInt64Array;
    turns: BigInt64Array;
    steps: BigInt64Array;
    in_tree: Uint8Array;
    unseen: Uint8Array;
  };
  Plan: {
    roads: Uint8Array;
    road_count: Uint16Array;
    space_provinces: Uint8Array;
    ports: Uint8Array;
    space_count: Uint8Array;
    province_colour: Uint8Array;
    alliances: Uint8Array;
    removed: Uint8Array;
    display_size: Uint8Array;
    variant: Uint8Array;
  };
  Query: {
    twins: BigUint64Array;
    seed: BigUint64Array;
    root: BigInt64Array;
    node_count: BigInt64Array;
    viewer: BigInt64Array;
    hidden: Uint8Array;
    unseen: Uint8Array;
  };
  Scratch: {
    words: BigUint64Array;
    allowed: BigUint64Array;
    kept: BigUint64Array;
    rows: BigUint64Array;
    trial: BigUint64Array;
    around: BigUint64Array;
    forks: Uint8Array;
    first: Uint8Array;
    second: Uint8Array;
    part_count: Uint8Array;
  };
  Settings: {
    exploration: Float64Array;
    prior_weight: Float64Array;
    prior_visits: Float64Array;
    widening: Float64Array;
    widening_power: Float64Array;
    win_weight: Float64Array;
    margin_scale: Float64Array;
    tables_weight: Float64Array;
    horizon: BigInt64Array;
    first_pieces: BigInt64Array;
    careful: Uint8Array;
    candidates: BigInt64Array;
  };
  Shortlist: {
    values: Float32Array;
    codes: Int16Array;
  };
  Simulation: {
    work: At<"Workspace">;
    settings: At<"Settings">;
    query: At<"Query">;
    notes: At<"Notes">;
    start: At<"State">;
    state: At<"State">;
    card_generator: At<"Generator">;
    choice_generator: At<"Generator">;
  };
  State: {
    houses: BigUint64Array;
    markers: BigUint64Array;
    free: BigUint64Array;
    points: Int16Array;
    disks: Uint16Array;
    settled: Uint16Array;
    touched: Uint16Array;
    open_dragons: Uint16Array;
    emissaries: Uint8Array;
    hands: Uint8Array;
    known: Uint8Array;
    display: Uint8Array;
    pile: Uint8Array;
    pile_size: Uint8Array;
    discards: Uint8Array;
    houses_left: Uint8Array;
    emissaries_left: Uint8Array;
    markers_left: Uint8Array;
    players: Uint8Array;
    start: Uint8Array;
    seat: Uint8Array;
    phase: Uint8Array;
    placed: Uint8Array;
    times_pile_emptied: Uint8Array;
    reason: Uint8Array;
    variant: Uint8Array;
    wild_in_prices: Uint8Array;
    padding: Uint8Array;
  };
  Tables: {
    houses: Float32Array;
    alliances: Float32Array;
    rows: Float32Array;
    ports: Float32Array;
  };
  Tape: {
    length: BigInt64Array;
    rows: BigInt64Array;
  };
  Values: {
    houses: Float32Array;
    markers: Float32Array;
    emissaries: Float32Array;
    in_province: Float32Array;
    first: Float32Array;
    first_codes: Int16Array;
    second: Float32Array;
    seat: Int8Array;
  };
  Workspace: {
    board: At<"Board">;
    tables: At<"Tables">;
    costs: At<"Costs">;
    scratch: At<"Scratch">;
    values: At<"Values">;
    imagined: At<"State">;
    trial: At<"State">;
    trial_scratch: At<"Scratch">;
    trial_values: At<"Values">;
    features: At<"Features">;
    shortlist: At<"Shortlist">;
    tape: At<"Tape">;
  };
}

/** What the module exports. */
export interface Kernels {
  fill_board(board: At<"Board">, plan: At<"Plan">): void;
  fill_setup(board: At<"Board">, plan: At<"Plan">, state: At<"State">, players: number, variant: number, wild_in_prices: number): void;
  fill_costs(costs: At<"Costs">, board: At<"Board">): void;
  seed_generator(generator: At<"Generator">, seed: bigint, stream: bigint): void;
  draw_below(generator: At<"Generator">, limit: number): number;
  deal(board: At<"Board">, state: At<"State">, generator: At<"Generator">): void;
  chance_code(state: At<"State">, generator: At<"Generator">): number;
  list_legal(board: At<"Board">, state: At<"State">, scratch: At<"Scratch">): void;
  refuse(board: At<"Board">, state: At<"State">, code: number): number;
  play_code(board: At<"Board">, state: At<"State">, code: number, scratch: At<"Scratch">, tape: At<"Tape">): void;
  play_random_games(board: At<"Board">, setup: At<"State">, states: At<"State">, statesLength: number, scratch: At<"Scratch">, generator: At<"Generator">, tape: At<"Tape">, seed: bigint, first: number): number;
  score_board(board: At<"Board">, state: At<"State">, scratch: At<"Scratch">, tape: At<"Tape">): void;
  score_finally(board: At<"Board">, state: At<"State">, scratch: At<"Scratch">, tape: At<"Tape">): void;
  total_points(state: At<"State">, seat: number): number;
  winning_seats(state: At<"State">): number;
  majority_seats(state: At<"State">, province: number): number;
  count_emissaries(state: At<"State">, province: number): number;
  emissary_limit(board: At<"Board">, state: At<"State">, province: number): number;
  free_emissaries(board: At<"Board">, state: At<"State">, province: number): number;
  house_leaders(board: At<"Board">, state: At<"State">, province: number): number;
  is_full(board: At<"Board">, state: At<"State">, province: number): number;
  recount(board: At<"Board">, state: At<"State">): void;
  fits_any_piece(board: At<"Board">, state: At<"State">): number;
  list_refusals(board: At<"Board">, state: At<"State">): number;
  joining(board: At<"Board">, state: At<"State">, province: number, seat: number): number;
  deal_hidden(state: At<"State">, viewer: number, hidden: At<"u1">, hiddenLength: number, unseen: At<"u1">, unseenLength: number, generator: At<"Generator">): void;
  compiled_code(kind: number, work: At<"Workspace">, state: At<"State">, generator: At<"Generator">): number;
  find_twins(board: At<"Board">, state: At<"State">): bigint;
  find_child(nodes: At<"Node">, nodesLength: number, parent: number, code: number): number;
  simulate(simulation: At<"Simulation">, nodes: At<"Node">, nodesLength: number, count: number): void;
}

export type Constant = "PLACE" | "DRAW" | "PILE_CARD" | "REFILL" | "OVER" | "PILE_USED_UP" | "BOARD_FULL" | "FROM_HOUSES" | "SOURCES" | "SEATS" | "COLOUR_COUNT" | "PROVINCE_COUNT" | "HAND_SIZE" | "WORDS" | "PIECE_WORDS" | "TURN" | "STOP" | "DISCARD" | "TAKE" | "TAKE_PILE" | "PILE_GIVES" | "DISPLAY_GETS" | "A_HOUSE" | "A_MARKER" | "AN_EMISSARY" | "TAKES_NOTHING" | "COLUMNS" | "KIND" | "SEAT" | "WHAT" | "POINTS";
export type EventKind = "PIECE_PLACED" | "PROVINCE_SCORED" | "PLACING_STOPPED" | "CARD_DISCARDED" | "CARD_TAKEN" | "CARD_DRAWN" | "DISPLAY_REFILLED" | "PILE_RESHUFFLED" | "LAST_ROUND_BEGUN" | "TURN_BEGUN" | "GAME_ENDED" | "EMISSARIES_JOINED" | "ALLIANCE_SCORED" | "ROW_SCORED" | "PORTS_SCORED";
export type Reason = "ALLOWED" | "GAME_IS_OVER" | "CHANCE_IS_DUE" | "CHANCE_NOT_DUE" | "NOT_PLACING" | "NOT_DRAWING" | "TWO_PIECES_PLACED" | "OTHER_PROVINCE" | "PROVINCE_WAS_EMPTY" | "SPACE_TAKEN" | "NO_HOUSE_LEFT" | "NO_EMISSARY_LEFT" | "NO_MARKER_LEFT" | "CARDS_MISSING" | "DRAGON_FULL" | "VARIANT_OFF" | "MARKER_IS_TWO_PIECES" | "MARKER_IN_EMPTY_PROVINCE" | "WILD_PRICES_OFF" | "NOTHING_PLACED" | "DISCARD_TOO_LATE" | "CARD_NOT_HELD" | "CARD_NOT_SHOWN" | "CARD_NOT_IN_PILE" | "NOT_ON_THIS_BOARD";
export type QuickBot = "random" | "greedy" | "peasant" | "scribe" | "governor";
export type SearchBot = "minister" | "chancellor";
