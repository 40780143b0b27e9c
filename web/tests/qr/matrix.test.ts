import jsQR from "jsqr";
import { expect, test } from "vitest";

import { qrMatrix } from "../../src/qr/matrix";

/** What a reader of its own sees in the code, drawn with four dots a square. */
function read(text: string): string | undefined {
  const matrix = qrMatrix(text);
  const scale = 4;
  const side = (matrix.length + 8) * scale;
  const picture = new Uint8ClampedArray(side * side * 4).fill(255);
  matrix.forEach((row, y) =>
    row.forEach((isDark, x) => {
      for (let dot = 0; isDark && dot < scale * scale; dot++) {
        const down = (y + 4) * scale + Math.floor(dot / scale);
        const right = (x + 4) * scale + (dot % scale);
        picture.fill(0, (down * side + right) * 4, (down * side + right) * 4 + 3);
      }
    }),
  );
  return jsQR(picture, side, side)?.data;
}

test("a reader reads what was written, whatever its length", () => {
  for (let length = 1; length <= 213; length += 7) {
    const text = `https://han.test/j/${"Zz9-_aB".repeat(40)}`.slice(0, length);
    expect(read(text)).toBe(text);
  }
});

test("letters of all kinds", () => {
  expect(read("Überraschung: 漢 – così è")).toBe("Überraschung: 漢 – così è");
});

test("a code is as small as its text allows", () => {
  expect(qrMatrix("x".repeat(14))).toHaveLength(21);
  expect(qrMatrix("x".repeat(15))).toHaveLength(25);
  expect(qrMatrix("x".repeat(213))).toHaveLength(57);
  expect(() => qrMatrix("x".repeat(214))).toThrow(RangeError);
});
