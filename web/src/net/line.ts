/** A connection that comes back: it waits, tries again, and notices when nobody answers. */
import { backoff } from "./backoff";
import type { ClientMessage, ServerMessage } from "./schema";

/** `slow`: an answer is due for some time; `lost`: it is being tried again; `ended`: for good. */
export type LineState = "connecting" | "live" | "slow" | "lost" | "ended";

export const NO_SUCH_TABLE = 4404;

const OPENING_MS = 10_000;
/** After such a silence we ask whether the server is there. */
const QUIET_MS = 15_000;
const SLOW_MS = 2_500;
const DEAD_MS = 6_000;
/** A device that has slept often holds a connection that is long gone: do not wait for it. */
const AWAKE_MS = 2_000;
/** A connection that lived so long was a good one: the next may come at once. */
const GOOD_MS = 5_000;

export interface Listener {
  /** Where to connect, asked anew for each connection. */
  url(): string;
  hear(message: ServerMessage): void;
  changed(state: LineState): void;
}

export class Line {
  state: LineState = "connecting";
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private welcomed: number | null = null;
  private isWaiting = false;
  private readonly wake = () => this.wakeUp();

  constructor(private readonly listener: Listener) {}

  start(): void {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  stop(): void {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.hangUp();
    this.change("ended");
  }

  /** Send now; false when that cannot be done now. */
  send(message: ClientMessage): boolean {
    if (!this.socket || this.welcomed === null) return false;
    this.socket.send(JSON.stringify(message));
    this.expectAnswer();
    return true;
  }

  /** Do not wait any longer before the next try. */
  retryNow(): void {
    if (this.state === "lost" && !this.socket) this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.listener.url());
    this.socket = socket;
    this.after(OPENING_MS, () => this.drop());
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.heard(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private heard(message: ServerMessage): void {
    if (message.type === "bye") return this.drop(message.retry_ms * (1 + Math.random()));
    if (message.type === "welcome") this.welcomed ??= Date.now();
    if (this.welcomed !== null) {
      this.change("live");
      this.listenOn();
    }
    this.listener.hear(message);
  }

  private listenOn(): void {
    this.isWaiting = false;
    this.after(QUIET_MS, () => this.send({ type: "ping" }));
  }

  private expectAnswer(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.after(SLOW_MS, () => {
      this.change("slow");
      this.after(DEAD_MS, () => this.drop());
    });
  }

  private closed(code: number): void {
    if (code !== NO_SUCH_TABLE) return this.drop();
    this.stop();
  }

  /** Give this connection up and try another after a while. */
  private drop(wait?: number): void {
    if (this.welcomed !== null && Date.now() - this.welcomed >= GOOD_MS) this.failures = 0;
    this.hangUp();
    this.change("lost");
    this.after(wait ?? backoff(this.failures++), () => this.connect());
  }

  private hangUp(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = null;
    this.isWaiting = false;
    clearTimeout(this.timer);
    socket?.close();
  }

  /** The network is back, or somebody looks at the page again. */
  private wakeUp(): void {
    if (document.visibilityState === "hidden" || this.state === "ended") return;
    this.retryNow();
    if (this.send({ type: "ping" })) this.after(AWAKE_MS, () => this.drop());
  }

  private after(ms: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, ms);
  }

  private change(state: LineState): void {
    if (state === this.state) return;
    this.state = state;
    this.listener.changed(state);
  }
}
