/** Who answers a request: this device, or the server. */
import { IS_SITE } from "../app/edition";
import { isBrought } from "../engine/brought";
import { isLocal, type Method } from "../local/protocol";
import type { TableBody } from "./schema";

/** What every device knows by itself: maps and their drawings, levels, phrases, the rules. */
const KNOWN_HERE =
  /^\/api\/(maps(\/.*)?|boards(\/.*)?|bots|phrases|overview|replay|verify|play-now)$/;
/** Boards that people brought, as map files. */
const BROUGHT = /^\/api\/(boards(\/.*)?|maps\/[^/]+\.[^/]+(\/.*)?)$/;
const TABLE = /^\/api\/tables\/([^/?]+)/;

/** Whether this device answers a request itself, without the server. */
export function isAnsweredHere(method: Method, path: string, body?: object): boolean {
  if (IS_SITE) return true;
  const [plain = ""] = path.split("?");
  if (TABLE.test(plain)) return isOnlyHere(plain);
  if (method === "POST" && plain === "/api/tables") return isKeptHere(body as TableBody);
  return KNOWN_HERE.test(plain);
}

/** Whether nobody else can answer it: it is about a table or a board of this device. */
export const isOnlyHere = (path: string): boolean =>
  IS_SITE || isLocal(TABLE.exec(path)?.[1] ?? "") || BROUGHT.test(path);

/** Whether a table can be kept on this device: nobody comes from elsewhere, and no clock runs. */
export function isKeptHere({ map, seats, public: isPublic, clock }: TableBody): boolean {
  if (isBrought(map)) return true; // the server has no such board
  const isOpen = seats.some(({ kind }) => kind === "open");
  return !isOpen && !isPublic && (clock?.kind ?? "none") === "none";
}
