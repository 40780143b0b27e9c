/** Node's files for a worker of a browser: the test's server has them under the same paths. */
function load(url: URL): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url.href}: status ${request.status}`);
  return request.response as ArrayBuffer;
}

export function readFileSync(url: URL, encoding?: "utf-8"): Uint8Array | string {
  const bytes = new Uint8Array(load(url));
  return encoding ? new TextDecoder().decode(bytes) : bytes;
}

/** The names in a folder, which the server answers as JSON. */
export const readdirSync = (url: URL): string[] =>
  JSON.parse(new TextDecoder().decode(load(url))) as string[];
