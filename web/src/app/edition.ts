/** Which edition of the client this is: the server's own, or files for any host (`make site`). */

/** Whether no server is behind the page: what needs one is left out. */
export const IS_SITE = import.meta.env.MODE === "site";

/** The server that a site leads to for games with others, without a slash; empty for none. */
export const SITE_SERVER = (import.meta.env.HAN_SITE_SERVER ?? "").replace(/\/+$/, "");
