/** What a client sends over the websocket, before it has an id. */
import type { ClientMessage, Why } from "./schema";

/** What the server answers by its id; it is sent again until then. */
export type TableRequest = Extract<ClientMessage, { id: string }>;

/** Requests of each kind without their ids. */
type Content<Kind extends TableRequest> = Kind extends TableRequest ? Omit<Kind, "id"> : never;

/** What somebody asks a table to do. */
export type Command = Content<Exclude<TableRequest, Why>>;

/** Why an action is not legal now. */
export type WhyQuestion = Content<Why>;
