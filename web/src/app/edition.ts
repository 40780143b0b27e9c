/** Which edition of the client this is: the server's own, or files for any host (`make site`). */

/** Whether no server is behind the page: what needs one is left out. */
export const IS_SITE = import.meta.env.MODE === "site";
