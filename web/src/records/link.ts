/**
 * A finished game as a link: its record, compressed, in the part of an address behind `#`, which no
 * server gets to see. What comes from outside is limited in length, packed and unpacked.
 */
import { RecordError } from "./errors";

/** Says how the rest is written, should there ever be another way. */
const VERSION = "1";
/** Characters; a game with five players takes about two thousand. */
const LONGEST_LINK = 32_000;
/** Bytes of a record's text; a game with five players has about six thousand. */
const MOST_BYTES = 400_000;
const LINK = new RegExp(`^${VERSION}[A-Za-z0-9_-]+$`);

/** What a link carries of the text of a record. */
export async function linkOf(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record);
  const link = bytes.length > MOST_BYTES ? "" : VERSION + base64(await through(bytes, packing()));
  if (!link || link.length > LONGEST_LINK) throw new RecordError("replay.too_long_for_link");
  return link;
}

/** The text of the record that a link carries; a `RecordError` if the link is damaged. */
export async function recordInLink(link: string): Promise<string> {
  if (link.length > LONGEST_LINK || !LINK.test(link)) throw damaged();
  try {
    const bytes = await through(bytesOf(link.slice(VERSION.length)), unpacking());
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw damaged();
  }
}

const damaged = () => new RecordError("replay.damaged_link");

/** This way has a checksum, so that a changed letter does not make another game of it. */
const packing = () => new CompressionStream("deflate");
const unpacking = () => new DecompressionStream("deflate");

/** What comes out of a stream for some bytes; an error as soon as that is too much. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
