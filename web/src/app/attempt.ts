import { sentenceOf } from "../net/refusal";
import { notify } from "./notices.svelte";

/** Try something; if it is refused, show the server's sentence. Whether it was done. */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    notify(sentenceOf(error), "fault");
    return false;
  }
}
