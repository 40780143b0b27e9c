/** Lines of words, as Python's `textwrap.wrap` breaks them, which leaves long words whole. */
import { lengthOf } from "./layout";

const PUNCTUATION = String.raw`[\p{L}\p{N}_!"'&.,?]`;
const LETTER = String.raw`[\p{L}_]`;
const SPACE = String.raw`[\t\n\v\f\r ]`;
const OTHER = String.raw`[^\t\n\v\f\r ]`;
const PART = new RegExp(
  `(${SPACE}+|(?<=${PUNCTUATION})-{2,}(?=[\\p{L}\\p{N}_])|${OTHER}+?(?:` +
    `-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${PUNCTUATION}-))(?=${LETTER}-?${LETTER})` +
    `|(?=${SPACE}|$)|(?<=${PUNCTUATION})(?=-{2,}[\\p{L}\\p{N}_])))`,
  "u",
);

/** The lines of a text that are at most so many characters long, if its words are. */
export function wrap(text: string, width: number): string[] {
  const plain = text.replace(/[\t\n\v\f\r]/g, " ");
  const chunks = plain.split(PART).filter(Boolean).reverse();
  const lines: string[] = [];
  while (chunks.length) {
    if (lines.length && !chunks.at(-1)!.trim()) chunks.pop();
    const line: string[] = [];
    let length = 0;
    while (chunks.length && length + lengthOf(chunks.at(-1)!) <= width) {
      const chunk = chunks.pop()!;
      line.push(chunk);
      length += lengthOf(chunk);
    }
    if (!line.length && chunks.length) line.push(chunks.pop()!);
    if (line.length && !line.at(-1)!.trim()) line.pop();
    if (line.length) lines.push(line.join(""));
  }
  return lines;
}
