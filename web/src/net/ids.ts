/** Random ids. `crypto.randomUUID` needs HTTPS, which a home network does not have. */
function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** The id of a request. */
export const newId = () => randomHex(12);

/** What a player adds to the shuffle, so that no server can choose the cards alone. */
export const newSalt = () => randomHex(16);
