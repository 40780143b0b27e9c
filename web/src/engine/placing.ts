/** What ends a placing (`han.engine.placing`): why nothing more fits, what can be taken after it. */
import { constants, reasons } from "./built/manifest.json";
import { WORD } from "./book";
import type { Position } from "./position";
import { gap, sentence, type Sentence } from "./sentence";
import type { View } from "./view";

const STOP = WORD * constants.TURN + constants.STOP;
const UNPAYABLE = (1 << reasons.CARDS_MISSING) | (1 << reasons.WILD_PRICES_OFF);

/** Why the seat that is to place or discard can place nothing; null if it can, or is not. */
export function whyNoPiece(view: View): Sentence | null {
  const canPlace = view.legalCodes.some((code) => code < WORD * constants.PIECE_WORDS);
  if (view.phase !== "place" || view.seat !== view.turn || canPlace) return null;
  const placed = view.number("placed");
  if (placed >= 2) return sentence("game.no_piece_two");
  const touched = view.number("touched");
  const emptied = touched & ~view.number("settled");
  if (emptied && emptied === touched) {
    return sentence("game.no_piece_empty", { province: gap.provinces(view.provinces(emptied)) });
  }
  if (!(listRefusals(view) & UNPAYABLE)) return sentence("game.no_piece_room");
  if (!view.hand) return sentence("game.no_piece_hand");
  return sentence(placed ? "game.no_piece_more" : "game.no_piece_cards");
}

/** The reasons against all pieces at all places, as bits. */
function listRefusals({ game: { board, desk }, bytes }: View): number {
  return desk.engine.kernels.list_refusals(board, desk.put(bytes));
}

/** What a seat can do next if it ends its placing now: the cards that it can take, if any. */
export function afterStop(position: Position, seat: number): string[] {
  if (position.toMove !== seat || !position.legalCodes.includes(STOP)) return [];
  const stopped = position.after([STOP]);
  return stopped.toMove === seat ? stopped.legalTexts : [];
}
