import { expect, test } from "vitest";

import { GameError } from "../../src/engine/errors";
import { parseRecord } from "../../src/records/parse";
import { formatRecord } from "../../src/records/record";
import parsed from "./parsed.json";

/** What a text gives, in the form of the fixture. */
function read(text: string) {
  try {
    return { text: formatRecord(parseRecord(text)) };
  } catch (error) {
    if (error instanceof GameError) return { key: error.key, params: error.params };
    throw error;
  }
}

test.each(parsed.cases.map(({ change, ...given }) => [JSON.stringify(change), change, given]))(
  "a text is read, written or refused as in Python: %s",
  (_, change, given) => {
    const [from, to] = change as [string, string];
    expect(read(parsed.base.replace(from, () => to))).toEqual(given);
  },
);

test("what is nested too deep is refused", () => {
  const refused = { key: "records.not_json_at_all", params: {} };
  expect(read("[".repeat(100_000))).toEqual(refused);
  expect(read('{"x": '.repeat(100_000))).toEqual(refused);
});

test("names of JavaScript are keys like others", () => {
  const meta = '{"__proto__": {"toString": 1}, "constructor": "é"}';
  const text = parsed.base.replace('{"x": 1}', meta);
  expect(formatRecord(parseRecord(text))).toContain(`"meta": ${meta},`);
  expect(read(text.replace('"constructor"', '"__proto__"'))).toMatchObject({
    key: "records.duplicate_key",
  });
});

test("a long text is read in one go", () => {
  const long = "\\n盐x".repeat(300_000);
  const text = parsed.base.replace('{"x": 1}', `{"x": "${long}"}`);
  expect(formatRecord(parseRecord(text))).toContain(long);
});
