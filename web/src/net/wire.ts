/** What a client says over the websocket, before it has an id. */
import type { ClientMessage, Why } from "./schema";

/** What is answered, and sent again until it is. */
export type Letter = Extract<ClientMessage, { id: string }>;

/** Letters of each kind without their ids. */
type Words<Kind extends Letter> = Kind extends Letter ? Omit<Kind, "id"> : never;

/** What changes the table if it is granted. */
export type Wish = Words<Exclude<Letter, Why>>;

/** Why an action is not legal now. */
export type WhyQuestion = Words<Why>;
