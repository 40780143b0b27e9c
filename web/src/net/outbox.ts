/** Requests to the server that it has not answered yet. */
import { backoff } from "./backoff";
import { newId } from "./ids";
import { Refusal } from "./refusal";
import type { ClientMessage, Done, Explained, Refused } from "./schema";
import type { Command, TableRequest, WhyQuestion } from "./wire";

type Answer = Done | Explained;

interface Pending {
  request: TableRequest;
  tries: number;
  resolve: (answer: Answer) => void;
  reject: (refusal: Refusal) => void;
}

/** Refusals that pass: nothing was done, and the same request may succeed in a moment. */
const TEMPORARY = ["server.busy", "server.cannot_save", "server.too_fast"];
const MOST_TRIES = 6;

/** Keeps each request until it is answered. Sent again it has the same id, so it counts once. */
export class Outbox {
  private readonly pending = new Map<string, Pending>();
  private onEmpty: (() => void)[] = [];

  /** `transmit` says whether it could send now; if not, `resend` will. */
  constructor(private readonly transmit: (message: ClientMessage) => boolean) {}

  /** Sends a command; gives the number of its entry, or rejects with a `Refusal`. */
  async send(command: Command): Promise<number> {
    return ((await this.request(command)) as Done).seq;
  }

  async ask(question: WhyQuestion): Promise<Explained> {
    return (await this.request(question)) as Explained;
  }

  private request(content: Command | WhyQuestion): Promise<Answer> {
    const request: TableRequest = { ...content, id: newId() };
    return new Promise((resolve, reject) => {
      this.pending.set(request.id, { request, tries: 0, resolve, reject });
      this.transmit(request);
    });
  }

  /** There is a new connection: send what the old one left unanswered, in the same order. */
  resend(): void {
    for (const { request } of this.pending.values()) this.transmit(request);
  }

  onAnswer(answer: Answer): void {
    this.take(answer.id)?.resolve(answer);
    this.checkEmpty();
  }

  /** Handles a refusal; false if it answers no request from here. */
  onRefused(refused: Refused): boolean {
    const found = refused.id === null ? undefined : this.pending.get(refused.id);
    if (!found) return false;
    if (TEMPORARY.includes(refused.key) && ++found.tries < MOST_TRIES) {
      setTimeout(() => this.tryAgain(found), backoff(found.tries));
      return true;
    }
    this.take(found.request.id);
    found.reject(new Refusal(refused.key, refused.text, refused.rule));
    this.checkEmpty();
    return true;
  }

  private tryAgain({ request }: Pending): void {
    if (this.pending.has(request.id)) this.transmit(request);
  }

  /** Rejects everything: no answer will come any more. */
  rejectAll(refusal: Refusal): void {
    const left = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of left) reject(refusal);
    this.checkEmpty();
  }

  /** Resolves when everything is answered. */
  settled(): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.onEmpty.push(resolve));
  }

  private take(id: string): Pending | undefined {
    const found = this.pending.get(id);
    this.pending.delete(id);
    return found;
  }

  private checkEmpty(): void {
    if (this.pending.size > 0) return;
    const waiting = this.onEmpty;
    this.onEmpty = [];
    for (const resolve of waiting) resolve();
  }
}
