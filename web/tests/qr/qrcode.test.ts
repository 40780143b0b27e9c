import jsQR from "jsqr";
import { render } from "svelte/server";
import { expect, test } from "vitest";

import QrCode from "../../src/qr/QrCode.svelte";

const DOTS = 4;

/** What a camera sees in the drawing of a text, with four dots a square. */
function read(text: string): string | undefined {
  const drawing = render(QrCode, { props: { text, label: "a code" } }).body;
  const side = Number(/viewBox="0 0 (\d+)/.exec(drawing)?.[1]) * DOTS;
  const picture = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of drawing.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dot = 0; dot < DOTS * DOTS; dot++) {
      const down = Number(y) * DOTS + Math.floor(dot / DOTS);
      const right = Number(x) * DOTS + (dot % DOTS);
      picture.fill(0, (down * side + right) * 4, (down * side + right) * 4 + 3);
    }
  }
  return jsQR(picture, side, side)?.data;
}

test("a camera reads invitations of every length", () => {
  for (const length of [1, 60, 213]) {
    const link = `https://han.test/j/${"Zz9-_aB".repeat(40)}`.slice(0, length);
    expect(read(link)).toBe(link);
  }
});

test("letters of all kinds", () => {
  expect(read("Überraschung: 漢 – così è")).toBe("Überraschung: 漢 – così è");
});

test("the drawing has a name for those who do not see it", () => {
  expect(render(QrCode, { props: { text: "x", label: "a code" } }).body).toContain(
    'aria-label="a code"',
  );
});
