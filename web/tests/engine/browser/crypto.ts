/** Node's digests for browsers, whose own ones are asynchronous. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

class Digest {
  readonly #hash = sha256.create();

  update(content: Uint8Array | string): this {
    this.#hash.update(typeof content === "string" ? utf8ToBytes(content) : content);
    return this;
  }

  digest(_: "hex"): string {
    return bytesToHex(this.#hash.digest());
  }
}

export const createHash = (_: "sha256"): Digest => new Digest();
