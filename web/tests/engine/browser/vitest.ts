/** What the engine's tests need of Vitest, so that they run in any browser. */
import * as matchers from "@vitest/expect";
import * as chai from "chai";

chai.use(matchers.JestExtend);
chai.use(matchers.JestChaiExpect);
chai.use(matchers.JestAsymmetricMatchers);
chai.config.truncateThreshold = 400;
export const { expect } = chai;

type Body = () => unknown;
type Each = (title: string, body: (...one: never[]) => unknown) => void;

export interface Ran {
  title: string;
  ms: number;
  /** What went wrong. */
  fault: string | null;
}

const tests: { title: string; body: Body }[] = [];
let group = "";

/** Add a test. */
export function test(title: string, body: Body): void {
  tests.push({ title: group + title, body });
}

/** Add tests that belong together. */
export function describe(title: string, body: Body): void {
  const around = group;
  group += `${title}: `;
  body();
  group = around;
}

test.each = eachOf(test);
describe.each = eachOf(describe);

/** Cases of a test: arrays are its arguments, `%s` and `$name` are filled in its title. */
function eachOf(add: (title: string, body: Body) => void): (cases: unknown[]) => Each {
  return (cases) => (title, body) => {
    for (const one of cases) {
      const given = Array.isArray(one) ? (one as unknown[]) : [one];
      const named = title
        .replace(/%s/, () => String(given[0]))
        .replace(/\$(\w+)/g, (_, name: string) => String((one as Record<string, unknown>)[name]));
      add(named, () => body(...(given as never[])));
    }
  };
}

/** Run all tests, one after the other. */
export async function runAll(): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const { title, body } of tests) {
    const began = performance.now();
    let fault: string | null = null;
    try {
      await body();
    } catch (error) {
      fault = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error);
    }
    ran.push({ title, ms: Math.round(performance.now() - began), fault });
  }
  return ran;
}
