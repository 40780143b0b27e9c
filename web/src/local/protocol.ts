/**
 * What a page and the worker that keeps this device's tables say to each other.
 *
 * Requests have the paths, queries, bodies, answers and statuses of the server
 * (`docs/reference/http-api.md`), sockets its messages (`docs/reference/table-protocol.md`).
 */
import type { ClientMessage, Refusal, ServerMessage } from "../net/schema";

/** With this the ids of tables on this device begin. */
export const LOCAL = "local-";

/** Whether a table is kept on this device. */
export const isLocal = (table: string): boolean => table.startsWith(LOCAL);

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request: whoever sends it chooses the number, by which the answer is recognised. */
export interface LocalRequest {
  id: number;
  call: "request";
  method: Method;
  /** Without the query, such as `/api/tables/local-abc/moments/7`. */
  path: string;
  /** The query's values as texts; `lang` says in which language refusals come. */
  query: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Follow a table; the number is the page's to choose and names the socket from then on. */
export interface OpenSocket {
  socket: number;
  open: {
    table: string;
    seat: number | null;
    /** The last entry that the page knows of; null if it asks for no history. */
    seen: number | null;
    lang: string;
  };
}

/** A message over an open socket. */
export interface SocketMessage {
  socket: number;
  message: ClientMessage;
}

/** The page does not follow the table any more. */
export interface CloseSocket {
  socket: number;
  close: true;
}

/** A game will be asked for soon: load what it needs. */
export interface Prepare {
  prepare: true;
}

export type FromPage = LocalRequest | OpenSocket | SocketMessage | CloseSocket | Prepare;

/** The answer to a request. */
export interface LocalAnswer {
  id: number;
  status: number;
  /** What the server would answer as JSON; a `Refusal` with a status of 400 and more. */
  body: unknown;
  /** What is answered as a text: a record as the file it is, or a drawing. */
  text?: string;
}

/** A message of the table. */
export interface TableMessage {
  socket: number;
  message: ServerMessage;
}

/** The socket is closed: the table is not there, or another tab has it. */
export interface SocketClosed {
  socket: number;
  closed: number;
  refusal: Refusal;
}

/** The server's close code for a table that does not exist. */
export const NO_SUCH_TABLE = 4404;
/** The table is open in another tab or window: try again later, or go there. */
export const OPEN_ELSEWHERE = 4409;
/** This browser cannot read, keep or play games now. */
export const NOT_KEPT = 4503;

/** Something about a table that the server has no message for. */
export interface TableNote {
  socket: number;
  /** A bot's time was up before its search was done: it plays weaker on this device. */
  note: "search_cut_short";
}

export type FromWorker = LocalAnswer | TableMessage | SocketClosed | TableNote;
