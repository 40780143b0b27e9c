/** Faults of the set-up: players, display, cards removed, variant, canvas (`han.maps.check_setup`). */
import type { Draft } from "./draft";
import { closest, type MapFault } from "./fault";
import { CARDS, VARIANTS } from "./model";

const [MIN_PLAYERS, MAX_PLAYERS] = [2, 5];
const MAX_DISPLAY = 6;
const HAND = 3;
/** The deck must be larger than hands and display together by more than this many cards. */
const SPARE = 6;

/** Keys whose value is one of a few words. */
const WORDS = { variant: VARIANTS, outlines: ["curved", "straight"] } as const;

/** The least and the greatest number of players are possible ones, in this order. */
export function* checkPlayers(draft: Draft): Generator<MapFault> {
  const { players } = draft.values;
  if (!players || playersOf(draft)) return;
  const [low, high] = players;
  const limits = { least: MIN_PLAYERS, most: MAX_PLAYERS };
  yield draft.fault(["players"], "bad_players", { low, high, ...limits });
}

/** The display has a possible size. */
export function* checkDisplay(draft: Draft): Generator<MapFault> {
  const { display = 1 } = draft.values;
  if (display >= 1 && display <= MAX_DISPLAY) return;
  yield draft.fault(["display"], "bad_display", { display, most: MAX_DISPLAY });
}

/** A value that must be one of a few words is one of them. */
export function* checkWords(draft: Draft): Generator<MapFault> {
  for (const key of ["variant", "outlines"] as const) {
    const [word, words] = [draft.values[key], WORDS[key] as readonly string[]];
    if (word === undefined || words.includes(word)) continue;
    const params = { key, value: word, choices: words.join(", ") };
    yield draft.fault([key], "bad_word", params, closest(word, words));
  }
}

/** The canvas has room to draw on. */
export function* checkCanvas(draft: Draft): Generator<MapFault> {
  const [width, height] = draft.values.canvas ?? [1, 1];
  if (width > 0 && height > 0) return;
  yield draft.fault(["canvas"], "bad_canvas", { width, height });
}

/** `removed` names each number of players in the range once, and no other. */
export function* checkRemovedPlayers(draft: Draft): Generator<MapFault> {
  const [players, { removed }] = [playersOf(draft), draft.values];
  if (!players || !removed) return;
  const [wanted, given] = [players.map(String), Object.keys(removed)];
  for (const number of wanted) {
    if (!given.includes(number))
      yield draft.fault(["removed"], "removed_missing", { players: number });
  }
  for (const number of given) {
    if (wanted.includes(number)) continue;
    const params = { players: number, choices: wanted.join(", ") };
    yield draft.fault(["removed", number], "removed_extra", params);
  }
}

/** No colour is removed altogether, and enough cards remain to play with (S2, S3). */
export function* checkRemovedCards(draft: Draft): Generator<MapFault> {
  const fewest = Math.min(...CARDS);
  for (const [players, removed] of Object.entries(draft.values.removed ?? {})) {
    if (removed < 0 || removed >= fewest) {
      const params = { players, cards: removed, most: fewest - 1 };
      yield draft.fault(["removed", players], "bad_removed", params);
    } else if (playersOf(draft)?.map(String).includes(players)) {
      yield* smallDeck(draft, players, removed);
    }
  }
}

function* smallDeck(draft: Draft, players: string, removed: number): Generator<MapFault> {
  const deck = CARDS.reduce((sum, cards) => sum + cards, 0) - CARDS.length * removed;
  const needed = HAND * Number(players) + (draft.values.display ?? 1) + SPARE + 1;
  if (deck >= needed) return;
  yield draft.fault(["removed", players], "small_deck", { players: Number(players), deck, needed });
}

/** The numbers of players, if the file gives a possible range. */
function playersOf({ values: { players = [0, 0] } }: Draft): number[] | null {
  const [low, high] = players;
  const isPossible = MIN_PLAYERS <= low && low <= high && high <= MAX_PLAYERS;
  return isPossible ? Array.from({ length: high - low + 1 }, (_, index) => low + index) : null;
}
