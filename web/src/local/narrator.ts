/**
 * What happened at a table besides the game, told in sentences (`han.table.narrator`); the game's
 * own are in `engine/narrator.ts`.
 */
import { gap, sentence, type Sentence } from "../engine/sentence";

/** The parts of an entry that its sentence needs; each type of entry has some of them. */
export interface Telling {
  readonly type: string;
  readonly seat?: number | null;
  readonly start?: number;
  readonly whom?: number;
  readonly agreed?: boolean;
  readonly withdrawn?: boolean;
  readonly reason?: "left" | "clock" | "absent";
  readonly ms?: number;
}

/**
 * The sentences of an entry; none where it goes without saying.
 *
 * Of a decision its events are told, and talk is shown as it is.
 */
export function tellEntry(entry: Telling): Sentence[] {
  const told = TELL[entry.type]?.(entry);
  return told ? [told] : [];
}

type Teller = (entry: Telling) => Sentence;

const aboutSeat =
  (key: string): Teller =>
  ({ seat }) =>
    sentence(key, { seat: gap.seat(seat!) });

const answer: Teller = ({ seat, agreed, withdrawn }) => {
  const said = agreed ? "game.log_agreed" : "game.log_declined";
  return sentence(withdrawn ? "game.log_withdrawn" : said, { seat: gap.seat(seat!) });
};

const STAND_INS = {
  clock: "game.log_time_up",
  left: "game.log_left",
  absent: "game.log_absent",
};

const askStandIn: Teller = ({ seat, whom, agreed }) => {
  if (seat === whom) return sentence("game.log_here", { seat: gap.seat(whom!) });
  const key = agreed ? "game.log_stand_in_asked" : "game.log_stand_in_declined";
  return sentence(key, { seat: gap.seat(seat!), whom: gap.seat(whom!) });
};

const rematch: Teller = ({ seat }) =>
  typeof seat === "number"
    ? sentence("game.log_rematch_offered", { seat: gap.seat(seat) })
    : sentence("game.log_rematch");

const TELL: Record<string, Teller> = {
  accepted: aboutSeat("game.log_accepted"),
  started: ({ start }) => sentence("game.log_started", { seat: gap.seat(start!) }),
  brought: () => sentence("game.log_brought"),
  resumed: () => sentence("game.log_resumed"),
  undone: aboutSeat("game.log_undone"),
  take_back_asked: aboutSeat("game.log_take_back"),
  take_back_answered: answer,
  stood_in: (entry) => sentence(STAND_INS[entry.reason!], { seat: gap.seat(entry.seat!) }),
  came_back: aboutSeat("game.log_back"),
  nudged: ({ seat, whom }) =>
    sentence("game.log_nudged", { seat: gap.seat(seat!), whom: gap.seat(whom!) }),
  stand_in_asked: askStandIn,
  downtime: ({ ms }) => sentence("game.log_downtime", { time: gap.duration(ms!) }),
  rematched: rematch,
};
