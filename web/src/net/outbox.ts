/** Letters to the server that it has not answered yet. */
import { backoff } from "./backoff";
import { newId } from "./ids";
import { Refusal } from "./refusal";
import type { ClientMessage, Done, Explained, Refused } from "./schema";
import type { Letter, WhyQuestion, Wish } from "./wire";

type Answer = Done | Explained;

interface Waiting {
  letter: Letter;
  tries: number;
  resolve: (answer: Answer) => void;
  reject: (refusal: Refusal) => void;
}

/** Refusals that pass: nothing was done, and the same wish may be granted in a moment. */
const PASSING = ["server.busy", "server.cannot_save", "server.too_fast"];
const MOST_TRIES = 6;

/** Keeps each letter until it is answered. Sent again it has the same id, so it counts once. */
export class Outbox {
  private readonly waiting = new Map<string, Waiting>();
  private idle: (() => void)[] = [];

  /** `send` says whether it could send now; if not, `resend` will. */
  constructor(private readonly send: (message: ClientMessage) => boolean) {}

  async wish(wish: Wish): Promise<number> {
    return ((await this.post(wish)) as Done).seq;
  }

  async ask(question: WhyQuestion): Promise<Explained> {
    return (await this.post(question)) as Explained;
  }

  private post(words: Wish | WhyQuestion): Promise<Answer> {
    const letter: Letter = { ...words, id: newId() };
    return new Promise((resolve, reject) => {
      this.waiting.set(letter.id, { letter, tries: 0, resolve, reject });
      this.send(letter);
    });
  }

  /** There is a new connection: send what the old one left unanswered, in the same order. */
  resend(): void {
    for (const { letter } of this.waiting.values()) this.send(letter);
  }

  answered(answer: Answer): void {
    this.take(answer.id)?.resolve(answer);
    this.tellIdle();
  }

  /** Whether the refusal was of a letter from here. */
  refused(refused: Refused): boolean {
    const found = refused.id === null ? undefined : this.waiting.get(refused.id);
    if (!found) return false;
    if (PASSING.includes(refused.key) && ++found.tries < MOST_TRIES) {
      setTimeout(() => this.tryAgain(found), backoff(found.tries));
      return true;
    }
    this.take(found.letter.id);
    found.reject(new Refusal(refused.key, refused.text, refused.rule));
    this.tellIdle();
    return true;
  }

  private tryAgain({ letter }: Waiting): void {
    if (this.waiting.has(letter.id)) this.send(letter);
  }

  /** Nobody will answer any more. */
  giveUp(refusal: Refusal): void {
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of left) reject(refusal);
    this.tellIdle();
  }

  /** Resolves when everything is answered. */
  settled(): Promise<void> {
    if (this.waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  private take(id: string): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  private tellIdle(): void {
    if (this.waiting.size > 0) return;
    const idle = this.idle;
    this.idle = [];
    for (const resolve of idle) resolve();
  }
}
