/** The routes of maps, of boards that people brought, and of positions on them. */
import { isBrought } from "../engine/brought";
import { loadMap, mapIds } from "../engine/maps";
import { tellEach } from "../engine/narrator";
import { overviewJson, scoreNow } from "../engine/overview";
import { kindIn } from "../engine/parse_position";
import { readPosition } from "./bodies";
import { BadRequestError, TableError, UnknownMapError } from "./errors";
import { ok, type Route } from "./requests";

/** Refuse a map that nobody could have. */
function checkMap(id: string, Refused: typeof TableError = UnknownMapError): string {
  if (isBrought(id) || mapIds.includes(id)) return id;
  throw new Refused("table.no_such_map", { known: mapIds.join(", ") });
}

export const getMap: Route = async ({ hub, name }) => {
  await hub.boards.need(checkMap(name));
  return ok(loadMap(name).shape);
};

export const getDrawing: Route = async ({ hub, name, texts }) => {
  const text = await hub.boards.drawing(checkMap(name), texts);
  return { ...ok(null), text };
};

/** Take a map file; no server does that. */
export const bringBoard: Route = async ({ hub, body, texts }) => {
  const { file } = (body ?? {}) as { file?: unknown };
  if (!(file instanceof Uint8Array)) throw new BadRequestError("body.file");
  return ok(await hub.boards.bring(file, hub.parts.now(), texts));
};

export const deleteBoard: Route = async ({ hub, name }) => {
  await hub.boards.delete(name);
  return ok(null, 204);
};

export const overview: Route = async ({ hub, body }) => {
  const { position: text } = readPosition(body, "body");
  const kind = kindIn(text);
  checkMap(kind.map, TableError);
  const position = (await hub.openGame(kind)).position(text);
  const view = position.view(null);
  const { events, after } = scoreNow(view);
  const shown = { legal: position.legalTexts, events: tellEach(events, after) };
  return ok({ ...overviewJson(view), ...shown });
};
