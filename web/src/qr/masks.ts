/** The eight masks of a QR code, and what speaks against each: readers like an even mixture. */
export type Matrix = readonly (readonly boolean[])[];

export const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

export function penalty(matrix: Matrix): number {
  const turned = matrix.map((row, index) =>
    row.map((_, column) => Boolean(matrix[column]?.[index])),
  );
  const lines = [...matrix, ...turned].map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  return runs(lines) + finders(lines) + squares(matrix) + balance(matrix);
}

/** Five or more alike in a row. */
function runs(lines: readonly string[]): number {
  const found = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []);
  return found.reduce((sum, run) => sum + run.length - 2, 0);
}

/** What looks like a finder pattern. */
function finders(lines: readonly string[]): number {
  const found = lines.flatMap((line) => line.match(/(?=10111010000|00001011101)/g) ?? []);
  return 40 * found.length;
}

/** Two by two alike. */
function squares(matrix: Matrix): number {
  let found = 0;
  for (let row = 1; row < matrix.length; row++) {
    for (let column = 1; column < matrix.length; column++) {
      const dark = matrix[row]?.[column];
      const others = [
        matrix[row - 1]?.[column],
        matrix[row]?.[column - 1],
        matrix[row - 1]?.[column - 1],
      ];
      if (others.every((other) => other === dark)) found += 1;
    }
  }
  return 3 * found;
}

/** Far from half dark. */
function balance(matrix: Matrix): number {
  const dark = matrix.flat().filter(Boolean).length;
  return 10 * Math.floor(Math.abs(20 * (dark / matrix.length ** 2) - 10));
}
