import { expect, it } from "vitest";

import { fittingName } from "../../src/app/names";

it.each([
  ["Ada", "Ada"],
  ["W".repeat(30), "W".repeat(24)],
  ["🐉".repeat(30), "🐉".repeat(24)],
  [`${"a".repeat(22)}👨‍👩‍👧`, "a".repeat(22)],
])("cuts %s where the server would refuse it, and takes no sign apart", (typed, kept) => {
  expect(fittingName(typed)).toBe(kept);
});
