/** The game that somebody has put into a link: unpacked, checked, and made ready to be shown. */
import { GameError } from "../engine/errors";
import { replayRecord, verifyRecord, type Checked } from "../net/api";
import { Refusal } from "../net/refusal";
import type { Replay } from "../net/schema";
import { recordInLink } from "../records/link";
import { t, type MessageKey } from "../text/index.svelte";

export interface Received {
  replay: Replay;
  /** The record, to share it again. */
  text: string;
  /** What has been found out about the game. */
  verdict: string;
}

/** The game in a link; an error with a sentence if it is damaged or not right. */
export async function received(link: string): Promise<Received> {
  const text = await unpacked(link);
  const checked = await check(text);
  const replay = await replayRecord(JSON.parse(text) as object);
  const key = checked?.fair ? "replay.link_fair" : "replay.link_checked";
  return { replay, text, verdict: checked ? t(key) : "" };
}

async function unpacked(link: string): Promise<string> {
  try {
    return await recordInLink(link);
  } catch (error) {
    throw error instanceof GameError ? new Error(t(error.key as MessageKey)) : error;
  }
}

/** What this device finds out about a record; null if it cannot play games itself. */
async function check(text: string): Promise<Checked | null> {
  try {
    return await verifyRecord(text);
  } catch (error) {
    const isUnknown = error instanceof Refusal && [404, 405].includes(error.status);
    if (isUnknown) return null; // only devices check records, and this one has asked its server
    throw error;
  }
}
