/** Requests. Whatever goes wrong is a `Refusal` with a sentence for people. */
import type { LocalAnswer, Method } from "../local/protocol";
import { t, wantedLanguage } from "../text/index.svelte";
import { askDevice, DeviceError } from "./device";
import { noteReach } from "./reach.svelte";
import { Refusal } from "./refusal";
import type { Refusal as RefusalShape } from "./schema";
import { isAnsweredHere, isOnlyHere } from "./where";

/** Sends a request to whoever answers it; refusals come in the reader's language. */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  const found = await answerHere(method, path, body);
  if (found) return found.body as Answer;
  const response = await granted(method, path, body);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** Ask for something that is a text, such as a drawing. */
export async function requestText(path: string): Promise<string> {
  const found = await answerHere("GET", path);
  return found ? (found.text ?? "") : (await granted("GET", path)).text();
}

/** What this device answers, if it is the one to answer and can do so. */
async function answerHere(
  method: Method,
  path: string,
  body?: object,
): Promise<LocalAnswer | null> {
  if (!isAnsweredHere(method, path, body)) return null;
  try {
    return await askDevice(method, path, wantedLanguage(), body);
  } catch (error) {
    // a browser that forbids WebAssembly, for example: the server can do the same
    if (error instanceof DeviceError && !isOnlyHere(path)) return null;
    throw error;
  }
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
