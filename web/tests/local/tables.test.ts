/** Tables go as in Python and tell the same: see tests/tools/browser/table_script.py. */
import { beforeAll, expect, test } from "vitest";

import { GameError } from "../../src/engine/errors";
import { bytesOfHex } from "../../src/local/bytes";
import type { SentCommand } from "../../src/local/command";
import { decide } from "../../src/local/decide";
import { decodeEntry, encodeEntry, type Entry, type Seat } from "../../src/local/entry";
import { Games } from "../../src/local/games";
import { DEVICE } from "../../src/local/hub";
import { playBot } from "../../src/local/moves";
import { create, dealIfDue } from "../../src/local/opening";
import { kindOf, type Options } from "../../src/local/options";
import type { Progress } from "../../src/local/progress";
import { refuse } from "../../src/local/refusing";
import { Sender } from "../../src/local/sender";
import { summaryJson } from "../../src/local/summary";
import { Table } from "../../src/local/table";
import { momentJson, tableJson, tellNews, type Viewer } from "../../src/local/telling";
import { tellHistory, tellMoment } from "../../src/local/telling_past";
import { textsIn, type Texts } from "../../src/local/texts";
import { commitment } from "../../src/records/fair";
import { formatRecord } from "../../src/records/record";
import { LANGUAGES } from "../../src/text/catalogue";
import { digest } from "../engine/digest";
import { material } from "./device";
import fixture from "./tables.json";

interface Past {
  histories: string[];
  moments: string[];
}
interface Step {
  command?: SentCommand["command"];
  guest?: string;
  seat?: number | null;
  bot?: string;
  at: number;
  refused?: [key: string, words: string];
  entry?: string;
  told?: string;
  past?: Past;
}
interface Case {
  id: string;
  seed: string;
  options: Options;
  seats: Seat[];
  steps: Step[];
  past: Past;
  record: string;
  created: string;
}

const cases = fixture.cases as unknown as Case[];
const BEGIN = 1_800_000_000_000;
const SHORT = 8;
const PAST = fixture.past;
const games = new Games(material);
let languages: Texts[];

beforeAll(async () => {
  languages = await Promise.all(LANGUAGES.map(textsIn));
});

const short = (content: unknown) => digest(content).slice(0, SHORT);

/** A stranger, and the device from all that it can look from. */
const viewersOf = (table: Table): Viewer[] => [
  { guest: "", seat: null },
  { guest: DEVICE, seat: null },
  ...table.seatsOf(DEVICE).map((seat) => ({ guest: DEVICE, seat })),
];

function toldOf({ before, after, entry, events }: Progress): string {
  const news = viewersOf(after).map((viewer) => [
    tellNews(after, { past: after, held: before.held, entry, events }, viewer),
    momentJson(after, viewer),
    tableJson(after, viewer.guest),
  ]);
  return short([news, summaryJson(after)]);
}

function pastOf(table: Table, entries: Entry[]): Past {
  const viewers = viewersOf(table);
  const middle = Math.floor(entries.length / 2);
  const seqs = entries.flatMap((_, seq) => (seq % PAST ? [] : [seq]));
  return {
    histories: viewers.map((viewer) =>
      digest([-1, middle].map((seen) => tellHistory(table, entries, viewer, seen))),
    ),
    moments: seqs.map((seq) =>
      short(viewers.map((viewer) => tellMoment(table, entries, viewer, seq))),
    ),
  };
}

/** What a step makes of a table; a text is the key of a refusal. */
function take(table: Table, step: Step): Progress | GameError {
  const { command, guest = "", seat = null, bot, at } = step;
  try {
    if (command) return decide(table, { command, guest, seat }, at);
    return bot ? playBot(table, at, bot) : dealIfDue(table, at)!;
  } catch (error) {
    if (error instanceof GameError) return error;
    throw error;
  }
}

/** A refusal in all languages, with a digest of its words. */
function wordsOf(error: GameError, table: Table): [string, string] {
  const told = languages.map((texts) => refuse(error, texts, table));
  return [error.key, short(told.map(({ text, rule }) => [text, rule ?? ""]))];
}

async function begin({ id, seed, options, seats, created }: Case): Promise<[Table, Entry[]]> {
  const bytes = bytesOfHex(seed);
  const sender = new Sender(DEVICE, BEGIN);
  const first = create(options, seats, sender, commitment(bytes));
  expect(digest(JSON.parse(encodeEntry(first)))).toBe(created);
  const game = await games.open(kindOf(options));
  return [Table.load({ id, seed: bytes, invite: "invite" }, game, [first]), [first]];
}

const named = cases.map((one) => {
  const { map, players, variant } = one.options;
  return [`${map}, ${players} players${variant ? ", variant" : ""}`, one] as const;
});

test.each(named)("a table tells what Python's tells: %s", async (_, wanted) => {
  let [table, entries] = await begin(wanted); // eslint-disable-line prefer-const
  for (const [number, step] of wanted.steps.entries()) {
    const taken = take(table, step);
    const where = `step ${number}: ${JSON.stringify(step.command ?? step.bot)}`;
    if (taken instanceof GameError) {
      expect(wordsOf(taken, table), where).toEqual(step.refused);
      continue;
    }
    table = taken.after;
    entries.push(taken.entry);
    expect(short(JSON.parse(encodeEntry(taken.entry))), where).toBe(step.entry);
    expect(toldOf(taken), where).toBe(step.told);
    if (step.past) expect(pastOf(table, entries), where).toEqual(step.past);
  }
  expect(pastOf(table, entries)).toEqual(wanted.past);
  expect(digest(formatRecord(table.begun.record(table.recordMeta())))).toBe(wanted.record);
  const kept = entries.map((entry) => decodeEntry(encodeEntry(entry)));
  expect(kept).toEqual(entries);
});
