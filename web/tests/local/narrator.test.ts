import { expect, test } from "vitest";

import { tellEntry, type Telling } from "../../src/local/narrator";
import told from "./told.json";

test.each(told.cases.map((one) => [JSON.stringify(one.entry), one]))(
  "an entry is told as on the server: %s",
  (_, { entry, told }) => {
    expect(tellEntry(entry as Telling)).toEqual(told);
  },
);
