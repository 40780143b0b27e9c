/** Why something was not done, in the reader's language (`han.server.reply`, `han.server.names`). */
import { GameError, type RefusalParam } from "../engine/errors";
import { wordsFor, type Story } from "../game/narrate";
import type { Refusal } from "../net/schema";
import type { Param } from "../text/catalogue";
import type { Seat } from "./entry";
import { UnknownMapError, UnknownTableError, BadRequestError } from "./errors";
import { isLevel } from "./options";
import { NO_SUCH_TABLE, NOT_KEPT, OPEN_ELSEWHERE } from "./protocol";
import { StoreError } from "./storage";
import type { Table } from "./table";
import { termOf, type Texts } from "./texts";

const FORBIDDEN = ["table.not_your_seat", "table.host_only"];

/** The refusal that an error means, with the table's names. */
export function refuse(error: GameError, texts: Texts, table?: Table): Refusal {
  const { key, rule } = error;
  const words = Object.entries(error.params).map(
    ([gap, param]) => [gap, wordsOf(param, texts, table)] as const,
  );
  return { key, text: texts.t(key, Object.fromEntries(words)), rule };
}

/** The status of a refusal, as the server answers it. */
export function statusOf(error: GameError): number {
  if (error instanceof UnknownTableError || error instanceof UnknownMapError) return 404;
  if (error instanceof BadRequestError) return 422;
  if (error instanceof StoreError) return 503;
  if (error.key === "server.no_such_page") return 404;
  if (error.key === "server.no_such_method") return 405;
  return FORBIDDEN.includes(error.key) ? 403 : 409;
}

/** The code with which a socket is closed for this reason. */
export function closeCodeOf(error: GameError): number {
  if (error instanceof UnknownTableError || error instanceof BadRequestError) return NO_SUCH_TABLE;
  return error.key === "local.open_elsewhere" ? OPEN_ELSEWHERE : NOT_KEPT;
}

/** What fills a gap of a refusal. */
function wordsOf(param: RefusalParam, texts: Texts, table?: Table): Param {
  if (typeof param === "number" || typeof param === "string") return param;
  if (!("type" in param)) return param;
  if (param.type === "term") return termOf(param.key);
  return wordsFor(param, storyOf(texts, table));
}

/** How sentences about a table name places and players. */
function storyOf(texts: Texts, table?: Table): Story {
  const { t, lang } = texts;
  const map = table?.game.map.shape;
  if (!map) throw new Error("a sentence about a board needs its table");
  return { map, names: sitterNames(table.seats, texts), t, lang };
}

/** Names by seat; those who are called alike, as bots of one level are, get their colours. */
function sitterNames(seats: readonly Seat[], { t, lang }: Texts): string[] {
  const names = seats.map(({ kind, name, bot }) => {
    if (kind === "open") return t("web.seat_open");
    if (kind === "bot") return isLevel(bot) ? t(`web.level_${bot}`) : bot;
    return name;
  });
  return names.map((name, seat) => {
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    const colour = t(`narration.seat_${seat}`).toLocaleLowerCase(lang);
    return isShared ? t("web.name_and_colour", { name, colour }) : name;
  });
}
