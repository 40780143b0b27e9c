/** Ids that nothing else on this device or elsewhere has. */
import { bytesToHex } from "./bytes";
import { LOCAL } from "./protocol";

const random = (bytes: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));

export const newTableId = (): string => LOCAL + random(9);

/** An id for a command that comes without one. */
export const newCommandId = (): string => random(8);
