/** Requests to the server. Whatever goes wrong is a `Refusal` with a sentence for people. */
import { t, wantedLanguage } from "../text/index.svelte";
import { noteReach } from "./reach.svelte";
import { Refusal } from "./refusal";
import type { Refusal as RefusalShape } from "./schema";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Sends a request; refusals come in the reader's language. */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await granted(method, path, body);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** Ask for something that is a text, such as a drawing. */
export async function requestText(path: string): Promise<string> {
  return (await granted("GET", path)).text();
}

async function granted(method: Method, path: string, body?: object): Promise<Response> {
  const response = await reach(method, path, body);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function reach(method: Method, path: string, body?: object): Promise<Response> {
  const url = `${path}${path.includes("?") ? "&" : "?"}lang=${wantedLanguage()}`;
  const init: RequestInit = { method };
  if (body) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(url, init);
    noteReach(true);
    return response;
  } catch {
    noteReach(false);
    throw new Refusal("web.unreachable", t("web.unreachable"));
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const { key, text, rule } = (await response.json()) as RefusalShape;
    return new Refusal(key, text, rule, response.status);
  } catch {
    return new Refusal("web.unreachable", t("web.unreachable"), null, response.status);
  }
}
