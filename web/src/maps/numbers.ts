/** Numbers as Python writes them. */

/** A float in the fewest digits that mean it (`repr`), as JSON has it if it is no number. */
export function repr(value: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  }
  if (Object.is(value, -0)) return "-0.0";
  const [digits = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) return `${digits}e${signed(exponent)}`;
  const text = String(value);
  return text.includes(".") || text.includes("e") ? plainly(value) : `${text}.0`;
}

/** A number between 0.0001 and 1e16, without an exponent. */
const plainly = (value: number): string =>
  Math.abs(value) < 1e-3 ? trimmed(value.toFixed(20), value) : String(value);

/** Leave digits out while the number stays the same. */
function trimmed(text: string, value: number): string {
  let short = text;
  while (Number(short.slice(0, -1)) === value) short = short.slice(0, -1);
  return short;
}

const signed = (exponent: number): string =>
  (exponent < 0 ? "-" : "+") + String(Math.abs(exponent)).padStart(2, "0");

/** Six significant digits at most (the format `g`). */
export function general(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [digits = "", power = "0"] = value.toExponential(5).split("e");
  const exponent = Number(power);
  const withoutNoughts = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent < -4 || exponent >= 6) return `${withoutNoughts(digits)}e${signed(exponent)}`;
  return withoutNoughts(value.toFixed(5 - exponent));
}

/** Rounded to so many decimals; halves go to the even neighbour (`round`). */
export function round(value: number, decimals: 1 | 2): number {
  const parts = value * (decimals === 1 ? 4 : 8);
  if (!Number.isInteger(parts) || parts % 2 === 0) return Number(value.toFixed(decimals));
  const [low, tens] = [Math.floor(value * 10 ** decimals), 10 ** decimals];
  return (low % 2 === 0 ? low : low + 1) / tens;
}
