/** SVG as text: elements, numbers, paths (`han.maps.svg_elements`). */
import type { Curve, Polyline } from "./geometry";
import type { Point } from "./model";
import { general, round } from "./numbers";
import { same } from "./plane";

export type Attributes = Readonly<Record<string, string | number>>;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;" },
  ...{ "\n": "&#10;", "\r": "&#13;", "\t": "&#9;" },
};

/** A text as what is between tags. */
export const escape = (text: string): string => text.replace(/[&<>]/g, (mark) => ESCAPES[mark]!);

/** A text as an attribute's value, with its quotes. */
function quoted(text: string): string {
  const safe = text.replace(/[&<>\n\r\t]/g, (mark) => ESCAPES[mark]!);
  if (!safe.includes('"')) return `"${safe}"`;
  return safe.includes("'") ? `"${safe.replaceAll('"', "&quot;")}"` : `'${safe}'`;
}

/** One element. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  const words = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}=${quoted(typeof value === "number" ? number(value) : value)}`;
  });
  const start = `<${name}${words.join("")}`;
  return content.length ? `${start}>${content.join("")}</${name}>` : `${start}/>`;
}

/** A group; an empty text if it would be empty. */
export function group(attributes: Attributes, ...content: string[]): string {
  const inside = content.join("");
  return inside ? element("g", attributes, inside) : "";
}

/** A line of text whose anchor is at a place. */
export const text = (words: string, [x, y]: Point, attributes: Attributes): string =>
  element("text", { x, y, ...attributes }, escape(words));

/** A use of a drawing from the definitions. */
export function use(symbol: string, at: Point, scale = 1, isFlipped = false): string {
  const wide = isFlipped ? -scale : scale;
  const place = `translate(${number(at[0])} ${number(at[1])})`;
  const transform = `${place} scale(${number(wide)} ${number(scale)})`;
  return element("use", { href: `#drawing-${symbol}`, transform });
}

export const circle = ([cx, cy]: Point, r: number, attributes: Attributes): string =>
  element("circle", { cx, cy, r, ...attributes });

export const path = (d: string, attributes: Attributes): string =>
  element("path", { d, ...attributes });

/** A number as text, rounded to a tenth of a pixel, small numbers to less. */
export const number = (value: number): string =>
  general(round(value, Math.abs(value) >= 10 ? 1 : 2));

/** A curve as the data of a path. */
export function curveData(curve: Curve, isClosed = false): string {
  const parts = curve.map(([start, first, second, end]) => {
    const isStraight = same(first, start) && same(second, end);
    return isStraight ? `L${pair(end)}` : `C${pair(first)} ${pair(second)} ${pair(end)}`;
  });
  return `M${pair(curve[0]![0])}${parts.join("")}${isClosed ? "Z" : ""}`;
}

/** A polyline as the data of a path. */
export const lineData = (points: Polyline, isClosed = false): string =>
  `M${points.map(pair).join("L")}${isClosed ? "Z" : ""}`;

/** The path data of the half of a disc that faces another point. */
export function halfDisc([x, y]: Point, towards: Point, radius: number): string {
  const angle = Math.atan2(towards[1] - y, towards[0] - x);
  const across: Point = [-Math.sin(angle) * radius, Math.cos(angle) * radius];
  const [start, end]: Point[] = [
    [x - across[0], y - across[1]],
    [x + across[0], y + across[1]],
  ];
  return `M${pair(start!)}A${number(radius)} ${number(radius)} 0 0 1 ${pair(end!)}Z`;
}

const pair = ([x, y]: Point): string => `${number(x)},${number(y)}`;
