/** QR codes: rows of dark and light squares, after ISO/IEC 18004. */
import { MASKS, penalty, type Matrix } from "./masks";
import { wordsOf } from "./words";

const LEVEL_M = 0b00;

/** Where alignment patterns have their middles, by version. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** The code of a text; true is dark. */
export function qrMatrix(text: string): Matrix {
  const { version, words } = wordsOf(text);
  const codes = MASKS.map((_, mask) => draw(version, words, mask));
  const penalties = codes.map(penalty);
  const best = penalties.indexOf(Math.min(...penalties));
  return codes[best] ?? [];
}

function draw(version: number, words: readonly number[], mask: number): Matrix {
  const sheet = new Sheet(17 + 4 * version);
  sheet.drawPatterns(ALIGNMENT[version - 1] ?? []);
  sheet.drawFormat(mask);
  if (version >= 7) sheet.drawVersion(version);
  sheet.drawWords(words, mask);
  return sheet.squares.map((row) => row.map(Boolean));
}

class Sheet {
  /** Undefined where nothing is drawn yet. */
  readonly squares: (boolean | undefined)[][];

  constructor(private readonly size: number) {
    this.squares = Array.from({ length: size }, () => new Array<boolean | undefined>(size));
    for (const row of this.squares) row.fill(undefined);
  }

  private set(row: number, column: number, isDark: boolean): void {
    const line = this.squares[row];
    if (line && column >= 0 && column < this.size) line[column] = isDark;
  }

  drawPatterns(middles: readonly number[]): void {
    for (let at = 8; at < this.size - 8; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    const far = this.size - 4;
    for (const [row, column] of [
      [3, 3],
      [3, far],
      [far, 3],
    ] as const)
      this.drawFinder(row, column);
    for (const row of middles) for (const column of middles) this.drawAlignment(row, column);
    this.set(this.size - 8, 8, true);
  }

  private drawFinder(row: number, column: number): void {
    this.drawRings(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }

  private drawAlignment(row: number, column: number): void {
    const far = this.size - 9;
    const isInCorner = (row < 9 && (column < 9 || column > far)) || (row > far && column < 9);
    if (!isInCorner) this.drawRings(row, column, 2, (ring) => ring !== 1);
  }

  private drawRings(
    row: number,
    column: number,
    radius: number,
    isDark: (ring: number) => boolean,
  ): void {
    for (let down = -radius; down <= radius; down++) {
      for (let right = -radius; right <= radius; right++) {
        const ring = Math.max(Math.abs(down), Math.abs(right));
        this.set(row + down, column + right, isDark(ring));
      }
    }
  }

  /** The level and the mask, twice. */
  drawFormat(mask: number): void {
    const bits = withCheck((LEVEL_M << 3) | mask, 10, 0x537) ^ 0x5412;
    const far = this.size - 1;
    for (let bit = 0; bit < 15; bit++) {
      const isDark = Boolean((bits >> bit) & 1);
      if (bit < 6) this.set(bit, 8, isDark);
      else if (bit < 8) this.set(bit + 1, 8, isDark);
      else if (bit === 8) this.set(8, 7, isDark);
      else this.set(8, 14 - bit, isDark);
      if (bit < 8) this.set(8, far - bit, isDark);
      else this.set(far - 14 + bit, 8, isDark);
    }
  }

  drawVersion(version: number): void {
    const bits = withCheck(version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const isDark = Boolean((bits >> bit) & 1);
      const [long, short] = [Math.floor(bit / 3), this.size - 11 + (bit % 3)];
      this.set(long, short, isDark);
      this.set(short, long, isDark);
    }
  }

  /** Two columns at a time from the right, up and down in turn; the timing column is left out. */
  drawWords(words: readonly number[], mask: number): void {
    const isMasked = MASKS[mask] ?? (() => false);
    let bit = 0;
    for (let right = this.size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const row = isUp ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.squares[row]?.[column] !== undefined) continue;
          const value = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
          bit += 1;
          this.set(row, column, Boolean(value) !== isMasked(row, column));
        }
      }
    }
  }
}

/** A number with the rest of its division behind it, by which readers see faults (BCH). */
function withCheck(value: number, width: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < width; step++) rest = (rest << 1) ^ ((rest >> (width - 1)) * divisor);
  return (value << width) | rest;
}
