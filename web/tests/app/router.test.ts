import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.stubGlobal("location", { pathname: "/", hash: "" }));
afterEach(() => vi.unstubAllGlobals());

async function titleAndParams(path: string): Promise<[string, object]> {
  const { placeAt } = await import("../../src/app/router.svelte");
  const { page, params } = placeAt(path);
  return [page.title, params];
}

test.each([
  ["/", "web.start", {}],
  ["/new", "web.new_table", {}],
  ["/j/aB_c-9", "web.invitation", { code: "aB_c-9" }],
  ["/r/secret.signature-_1", "web.come_back", { token: "secret.signature-_1" }],
  ["/t/Xyz_-1", "web.table", { id: "Xyz_-1" }],
  ["/replay", "web.replay", { id: undefined }],
  ["/replay/Xyz", "web.replay", { id: "Xyz" }],
  ["/replay#77", "web.replay", {}],
  ["/t/", "web.not_found", {}],
  ["/t/a/b", "web.not_found", {}],
  ["/api/maps", "web.not_found", {}],
])("%s is the page %s", async (path, title, params) => {
  expect(await titleAndParams(path)).toEqual([title, params]);
});
