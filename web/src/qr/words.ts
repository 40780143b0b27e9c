/** A text as the words of a QR code, in its byte mode with correction level M. */
import { correction } from "./field";

/** For each version from 1: correction words a block, and blocks as [how many, data words]. */
const VERSIONS: readonly { correction: number; blocks: readonly [number, number][] }[] = [
  { correction: 10, blocks: [[1, 16]] },
  { correction: 16, blocks: [[1, 28]] },
  { correction: 26, blocks: [[1, 44]] },
  { correction: 18, blocks: [[2, 32]] },
  { correction: 24, blocks: [[2, 43]] },
  { correction: 16, blocks: [[4, 27]] },
  { correction: 18, blocks: [[4, 31]] },
  {
    correction: 22,
    blocks: [
      [2, 38],
      [2, 39],
    ],
  },
  {
    correction: 22,
    blocks: [
      [3, 36],
      [2, 37],
    ],
  },
  {
    correction: 26,
    blocks: [
      [4, 43],
      [1, 44],
    ],
  },
];
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

export interface Words {
  version: number;
  words: number[];
}

/** The smallest version that holds the text, and its words in the order they are drawn. */
export function wordsOf(text: string): Words {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex((_, at) => bytes.length <= room(at + 1));
  if (index < 0) throw new RangeError("the text is too long for a QR code of ours");
  return { version: index + 1, words: interleaved(index + 1, data(index + 1, bytes)) };
}

function capacity(version: number): number {
  const blocks = VERSIONS[version - 1]?.blocks ?? [];
  return blocks.reduce((sum, [count, words]) => sum + count * words, 0);
}

/** How many bytes of text fit: the mode and the length take some bits. */
function room(version: number): number {
  return capacity(version) - (version < 10 ? 2 : 3);
}

function data(version: number, bytes: readonly number[]): number[] {
  const lengthBits = version < 10 ? 8 : 16;
  const bits: number[] = [];
  const write = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  write(BYTE_MODE, 4);
  write(bytes.length, lengthBits);
  for (const byte of bytes) write(byte, 8);
  write(0, 4); // the end; after it the bits are whole bytes again
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((word, bit) => (word << 1) | bit, 0));
  }
  for (let turn = 0; words.length < capacity(version); turn++) {
    words.push(PADDING[turn % 2] ?? 0);
  }
  return words;
}

/** The first word of every block, then the second, and so on; corrections after the data. */
function interleaved(version: number, words: readonly number[]): number[] {
  const shape = VERSIONS[version - 1];
  if (!shape) return [];
  let at = 0;
  const blocks = shape.blocks.flatMap(([count, size]) =>
    Array.from({ length: count }, () => words.slice(at, (at += size))),
  );
  const corrections = blocks.map((block) => correction(block, shape.correction));
  return [...columns(blocks), ...columns(corrections)];
}

function columns(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  const rows = Array.from({ length: longest }, (_, index) => blocks.map((block) => block[index]));
  return rows.flat().filter((word) => word !== undefined);
}
