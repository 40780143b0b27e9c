/** What has happened, turn by turn: for the log of a table and for the list of a replay. */
import type { Entry, GameEvent, Replay, Sentence } from "../../net/schema";

/** Something that happened at once, at a moment that can be looked at. */
interface Happening {
  readonly at: number;
  /** Whose turn it belongs to; none of what is about the table. */
  readonly turn: { readonly seat: number; readonly round: number } | null;
  readonly events: readonly GameEvent[];
  readonly told: readonly Sentence[];
  /** What a bot did wrong. */
  readonly fault: string | null;
  readonly isTakenBack: boolean;
}

/** A line of the log. */
export interface Line {
  /** The moment that it leads to: the number of an entry, or of a replay's position. */
  readonly at: number;
  /** What it tells of, if it is an event of the game. */
  readonly event: GameEvent | null;
  readonly told: readonly Sentence[];
  readonly fault: string | null;
  readonly isTakenBack: boolean;
}

/** The lines of one turn, of the final scoring, or about the table. */
export interface Turn {
  readonly kind: "turn" | "final" | "table";
  readonly seat: number | null;
  readonly round: number | null;
  readonly lines: readonly Line[];
}

type OpenTurn = Turn & { lines: Line[] };

/** The moments of a turn: after its first line and after its last one. */
export function momentsOf({ lines }: Turn): [first: number, last: number] {
  return [lines[0]?.at ?? 0, lines.at(-1)?.at ?? 0];
}

/** The turn that a moment lies in. */
export function turnAt(turns: readonly Turn[], at: number): number {
  return turns.findLastIndex((turn) => momentsOf(turn)[0] <= at);
}

/** The turns of a table's log; moments are the numbers of entries. */
export function turnsOfLog(entries: readonly Entry[]): Turn[] {
  const gone = takenBack(entries);
  return turnsOf(
    entries.map((entry) => {
      const played = entry.type === "played" ? entry : null;
      return {
        at: entry.seq,
        turn: played && { seat: played.seat, round: played.round },
        events: played?.events ?? [],
        told: entry.told,
        fault: played?.fault ?? null,
        isTakenBack: gone.has(entry.seq),
      };
    }),
  );
}

/** The turns of a replay; moments are the numbers of positions. */
export function turnsOfReplay({ steps }: Replay): Turn[] {
  return turnsOf(
    steps.map(({ seat, round, events, told }, index) => ({
      at: index + 1,
      turn: { seat, round },
      events,
      told,
      fault: null,
      isTakenBack: false,
    })),
  );
}

/** The numbers of the decisions that have been taken back: the game went on from before them. */
export function takenBack(entries: readonly Entry[]): Set<number> {
  const counting: { seq: number; length: number }[] = [];
  const gone = new Set<number>();
  for (const { seq, length, type } of entries) {
    if (length === undefined) continue;
    while ((counting.at(-1)?.length ?? 0) > length) gone.add(counting.pop()?.seq ?? -1);
    if (type === "played") counting.push({ seq, length });
  }
  return gone;
}

/** Which entry led to each position of the game: the one that was played then and still counts. */
export function entryAfter(entries: readonly Entry[], actions: number): number | null {
  const gone = takenBack(entries);
  const isIt = ({ seq, length }: Entry) =>
    length !== undefined && length >= actions && !gone.has(seq);
  return entries.find((entry) => isIt(entry) && /^(started|played)$/.test(entry.type))?.seq ?? null;
}

function turnsOf(happenings: readonly Happening[]): Turn[] {
  const turns: OpenTurn[] = [];
  let open: OpenTurn | null = null;
  for (const happening of happenings) {
    const end = happening.events.findIndex(({ type }) => type === "game_ended");
    const isLast = end >= 0;
    const [during, final] = isLast
      ? [happening.events.slice(0, end), happening.events.slice(end)]
      : [happening.events, []];
    const lines = linesOf(happening, during, !isLast);
    if (lines.length) {
      const block: OpenTurn = blockFor(happening, open, turns.at(-1));
      if (block !== turns.at(-1)) turns.push(block);
      block.lines.push(...lines);
      if (block.kind === "turn") open = block;
    }
    if (isLast) turns.push(finalTurn(linesOf(happening, final, true)));
    if (isLast || during.some(({ type }) => type === "turn_begun")) open = null;
  }
  return turns;
}

/** Where the lines of a happening belong: the turn that goes on, or a new block. */
function blockFor(
  { turn }: Happening,
  open: OpenTurn | null,
  last: OpenTurn | undefined,
): OpenTurn {
  if (!turn) {
    if (open) return open;
    if (last?.kind === "table") return last;
    return { kind: "table", seat: null, round: null, lines: [] };
  }
  const { seat, round } = turn;
  if (open?.seat === seat && open.round === round) return open;
  return { kind: "turn", seat, round, lines: [] };
}

const finalTurn = (lines: Line[]): OpenTurn => ({ kind: "final", seat: null, round: null, lines });

/** What the heading of a turn says already, or goes without saying. */
const UNTOLD = /^(turn_begun|placing_stopped)$/;

function linesOf(happening: Happening, events: readonly GameEvent[], isWhole: boolean): Line[] {
  const { at, told, fault, isTakenBack } = happening;
  const lines = events.flatMap((event): Line[] =>
    event.told.length && !UNTOLD.test(event.type)
      ? [{ at, event, told: event.told, fault: null, isTakenBack }]
      : [],
  );
  if (isWhole && (told.length || fault)) lines.push({ at, event: null, told, fault, isTakenBack });
  return lines;
}
