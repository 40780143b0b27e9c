/** What pages send with requests (`han.server.api.bodies`) and over sockets (`han.server.wire`). */
import type { ClientMessage } from "../net/schema";
import { DEFAULT_CLOCK } from "./options";
import { flag, listOf, oneOf, or, orNull, shape, text, whole, type Reader } from "./reading";

const NAME = text(100);
const MAP = text(60);
const BOT = text(20);
const SEAT = whole(0, 4);
const SECONDS = whole(0, 10_000_000);

const CLOCK = shape({
  kind: or(oneOf("none", "turn", "fischer"), DEFAULT_CLOCK.kind),
  seconds: or(SECONDS, 0),
  increment: or(SECONDS, 0),
});

export const readTable = shape({
  map: MAP,
  variant: or(flag, false),
  wild_in_prices: or(flag, true),
  start: or(orNull(SEAT), null),
  casual: or(flag, true),
  public: or(flag, false),
  memory_aid: or(flag, true),
  stand_in: or(BOT, "governor"),
  clock: or(CLOCK, DEFAULT_CLOCK),
  seats: listOf(
    shape({ kind: oneOf("me", "here", "bot", "open"), name: or(NAME, ""), bot: or(BOT, "") }),
    2,
    5,
  ),
  name: NAME,
});

export const readPlayNow = shape({
  name: NAME,
  map: or(MAP, "border-disputes"),
  players: or(whole(2, 5), 4),
  variant: or(flag, false),
  bot: or(BOT, "scribe"),
});

export const readSalt = shape({ commitment: text(64), salt: text(64) });
export const readPlace = shape({ kind: oneOf("bot", "open"), bot: or(BOT, "") });
export const readFill = shape({ bot: BOT });
/** A record has far fewer characters. */
export const readVerify = shape({ record: text(400_000) });
export const readPosition = shape({ position: text(2_000) });

const ID = text(64, 1);
const MOMENT = whole(-1, 2 ** 31);
const ACTION = text(40, 1);

type Kind = ClientMessage["type"];
/** What a message of each kind has beside its type. */
const MESSAGES: { [K in Kind]: Reader<object> } = {
  play: shape({ type: oneOf("play"), id: ID, moment: MOMENT, action: ACTION }),
  undo: shape({ type: oneOf("undo"), id: ID, moment: MOMENT }),
  take_back: shape({ type: oneOf("take_back"), id: ID, moment: MOMENT }),
  answer: shape({ type: oneOf("answer"), id: ID, agreed: flag }),
  leave: shape({ type: oneOf("leave"), id: ID }),
  back: shape({ type: oneOf("back"), id: ID }),
  nudge: shape({ type: oneOf("nudge"), id: ID, seat: SEAT }),
  stand_in: shape({ type: oneOf("stand_in"), id: ID, seat: SEAT, agreed: flag }),
  say: shape({ type: oneOf("say"), id: ID, text: or(text(1_000), ""), phrase: or(text(40), "") }),
  mute: shape({ type: oneOf("mute"), id: ID, seat: SEAT, muted: flag }),
  why: shape({ type: oneOf("why"), id: ID, action: ACTION }),
  look: shape({
    type: oneOf("look"),
    seat: orNull(SEAT),
    lang: or(orNull(oneOf("en", "de", "fr", "it")), null),
  }),
  resync: shape({ type: oneOf("resync"), seen: MOMENT }),
  ping: shape({ type: oneOf("ping"), in_view: or(flag, true) }),
};

/** A message of a socket. */
export const readMessage: Reader<ClientMessage> = (value, where) => {
  const kind = shapeless(value)["type"];
  const reader = MESSAGES[oneOf(...(Object.keys(MESSAGES) as Kind[]))(kind, `${where}.type`)];
  return reader(value, where) as ClientMessage;
};

const shapeless = (value: unknown): Record<string, unknown> => Object(value) as never;
