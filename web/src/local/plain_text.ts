/** Texts of people, without what would not be seen. */

/** Control and format characters, halves of characters, unassigned ones and spaces of all kinds. */
const NOT_PRINTABLE = /[\p{C}\p{Z}]/gu;

/** A text of one line without needless space; whoever shows it must still escape it. */
export const cleanLine = (text: string): string =>
  text.replace(NOT_PRINTABLE, " ").split(" ").filter(Boolean).join(" ");
