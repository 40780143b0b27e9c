/** Commands before a game begins: make place, add a salt, begin, give up (`han.table.opening`). */
import { isSalt, LONGEST_SALT } from "../records/fair";
import type { AddSalt, Place } from "./command";
import { NOBODY, OPEN_SEAT, personSeat, type Created, type Seat } from "./entry";
import { TableError } from "./errors";
import { checkOptions, type Options } from "./options";
import { cleanLine } from "./plain_text";
import { progressBy, progressByDeal, type Progress } from "./progress";
import { Sender } from "./sender";
import type { Table } from "./table";

const LONGEST_NAME = 24;
/** How long the deal waits for salts. Pages add theirs at once, without being asked. */
const SALT_TIMEOUT_MS = 10_000;

/** Set a table up. */
export function create(
  options: Options,
  seats: readonly Seat[],
  sender: Sender,
  commitment: string,
  rematchOf = "",
): Created {
  checkOptions(options);
  const { players } = options;
  if (seats.length !== players) {
    throw new TableError("table.seat_count", { count: seats.length, players });
  }
  const clean = seats.map(cleanSeat);
  checkDifferentNames(clean);
  return {
    ...{ type: "created", ...sender.stamp, options, seats: clean, commitment },
    rematch_of: rematchOf,
  };
}

/** The seat with its person's name in order. */
function cleanSeat(seat: Seat): Seat {
  return seat.kind === "person" ? personSeat(cleanName(seat.name), seat.guest) : seat;
}

/** A name without control characters and needless space. */
function cleanName(name: string): string {
  const clean = cleanLine(name);
  if (!clean) throw new TableError("table.name_missing");
  if ([...clean].length > LONGEST_NAME) {
    throw new TableError("table.name_too_long", { most: LONGEST_NAME });
  }
  return clean;
}

/** Leave one's seat free. */
export function standUp(table: Table, sender: Sender): Progress {
  checkOpen(table);
  return seatChange(table, sender, sender.seatAt(table), OPEN_SEAT);
}

/** The host puts a bot on a seat, or frees it. */
export function place(table: Table, sender: Sender, asked: Place): Progress {
  checkOpen(table);
  checkHost(table, sender);
  const seat = table.seats[asked.where];
  if (!seat) throw new TableError("table.no_such_seat");
  if (asked.only_if_open && seat.kind !== "open") throw new TableError("table.seat_taken");
  return seatChange(table, sender, asked.where, cleanSeat(asked.now));
}

/** Want to play: nobody is ever invited from a device to itself. */
export function accept(table: Table, sender: Sender): Progress {
  checkOpen(table);
  const isSeated = table.seatsOf(sender.guest).length > 0;
  throw new TableError(isSeated ? "table.accepted" : "table.not_your_seat");
}

/** Add to the shuffle what nobody could know when the seed was made; once. */
export function addSalt(table: Table, sender: Sender, asked: AddSalt): Progress {
  checkOpen(table);
  const [seat] = table.seatsOf(sender.guest);
  if (seat === undefined) throw new TableError("table.not_your_seat");
  if (asked.commitment !== table.commitment) throw new TableError("table.other_commitment");
  if (!isSalt(asked.salt)) throw new TableError("table.salt", { most: LONGEST_SALT });
  if (table.hasAnsweredForSalt(sender.guest)) throw new TableError("table.salt_given");
  return progressBy(table, { type: "salted", ...sender.stamp, seat, salt: asked.salt });
}

/** Begin, as soon as the salt is in. */
export function start(table: Table, sender: Sender): Progress {
  checkOpen(table);
  if (sender.guest !== table.host && !table.seatsOf(sender.guest).length) {
    throw new TableError("table.not_your_seat");
  }
  if (table.seats.some(({ kind }) => kind === "open")) throw new TableError("table.seats_open");
  if (table.starting) throw new TableError("table.starting");
  if (!table.areSaltsAwaited) return deal(table, sender);
  const until = sender.at + SALT_TIMEOUT_MS;
  return progressBy(table, { type: "starting", ...sender.stamp, until });
}

/** The deal that a `Starting` has announced, once no salt is missing or it is time. */
export function dealIfDue(table: Table, now: number): Progress | null {
  if (table.dealAt === null || now < table.dealAt) return null;
  return deal(table, new Sender(NOBODY, now));
}

/** Deal the cards (S3), from the seed that the table is bound to and the salts. */
function deal(table: Table, sender: Sender): Progress {
  const first = table.fair.deal(table.game, table.options.start);
  const { start, hands, display } = first;
  const { salts } = table;
  const started = { type: "started", ...sender.stamp, start, hands, display, salts } as const;
  return progressByDeal(table, started, first);
}

/** Give a table up. */
export function close(table: Table, sender: Sender): Progress {
  checkOpen(table);
  checkHost(table, sender);
  return progressBy(table, { type: "closed", ...sender.stamp });
}

function checkDifferentNames(seats: readonly Seat[]): void {
  const taken = new Set<string>();
  for (const { name } of seats) {
    const folded = name.toLowerCase();
    if (name && taken.has(folded)) throw new TableError("table.name_taken", { name });
    taken.add(folded);
  }
}

function seatChange(table: Table, sender: Sender, seat: number, now: Seat): Progress {
  return progressBy(table, { type: "seat", ...sender.stamp, seat, now });
}

function checkOpen(table: Table): void {
  if (table.status === "closed") throw new TableError("table.closed");
  if (table.status !== "open") throw new TableError("table.has_begun");
}

function checkHost(table: Table, sender: Sender): void {
  if (sender.guest !== table.host) throw new TableError("table.host_only");
}
