/** A websocket that reconnects by itself, waits longer after each failure and notices silence. */
import { backoff } from "./backoff";
import type { ClientMessage, ServerMessage } from "./schema";

/** `slow`: an answer is overdue; `lost`: about to reconnect; `ended`: closed for good. */
export type ConnectionState = "connecting" | "live" | "slow" | "lost" | "ended";

/** The server's close code for a table that does not exist. */
export const NO_SUCH_TABLE = 4404;

const OPENING_MS = 10_000;
/** After this long without a message we send a ping. */
const QUIET_MS = 15_000;
/** How long an answer may take until the connection counts as slow, and then as dead. */
const SLOW_MS = 2_500;
const DEAD_MS = 6_000;
/** After a device has slept its connection is often dead: wait only this long for an answer. */
const AWAKE_MS = 2_000;
/** A connection that lasted this long resets the count of failures. */
const GOOD_MS = 5_000;

export interface ConnectionHandlers {
  /** Where to connect, asked anew for each connection. */
  url(): string;
  onMessage(message: ServerMessage): void;
  onState(state: ConnectionState): void;
}

const isHidden = () => document.visibilityState === "hidden";

export class Connection {
  state: ConnectionState = "connecting";
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  /** When the server welcomed this connection; null before that. */
  private welcomedAt: number | null = null;
  private isAnswerDue = false;
  private readonly onWake = () => this.wakeUp();

  constructor(private readonly handlers: ConnectionHandlers) {}

  start(): void {
    addEventListener("online", this.onWake);
    document.addEventListener("visibilitychange", this.onWake);
    this.connect();
  }

  stop(): void {
    removeEventListener("online", this.onWake);
    document.removeEventListener("visibilitychange", this.onWake);
    this.close();
    this.setState("ended");
  }

  /** Sends a message now; false if there is no open connection. */
  send(message: ClientMessage): boolean {
    if (!this.socket || this.welcomedAt === null) return false;
    this.socket.send(JSON.stringify(message));
    this.expectAnswer();
    return true;
  }

  /** Reconnects at once instead of waiting for the next try. */
  retryNow(): void {
    if (this.state === "lost" && !this.socket) this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.handlers.url());
    this.socket = socket;
    this.after(OPENING_MS, () => this.reconnectLater());
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.onClosed(event.code);
    };
  }

  private receive(message: ServerMessage): void {
    if (message.type === "bye") {
      return this.reconnectLater(message.retry_ms * (1 + Math.random()));
    }
    const isFirst = message.type === "welcome" && this.welcomedAt === null;
    if (isFirst) this.welcomedAt = Date.now();
    if (this.welcomedAt !== null) {
      this.setState("live");
      this.pingWhenQuiet();
    }
    this.handlers.onMessage(message);
    if (isFirst && isHidden()) this.ping();
  }

  private pingWhenQuiet(): void {
    this.isAnswerDue = false;
    this.after(QUIET_MS, () => this.ping());
  }

  /** Asks for a sign of life, and says whether the page is in view; false if not connected. */
  private ping(): boolean {
    return this.send(isHidden() ? { type: "ping", in_view: false } : { type: "ping" });
  }

  private expectAnswer(): void {
    if (this.isAnswerDue) return;
    this.isAnswerDue = true;
    this.after(SLOW_MS, () => {
      this.setState("slow");
      this.after(DEAD_MS, () => this.reconnectLater());
    });
  }

  private onClosed(code: number): void {
    if (code === NO_SUCH_TABLE) this.stop();
    else this.reconnectLater();
  }

  /** Gives this connection up and opens another after a while. */
  private reconnectLater(wait?: number): void {
    if (this.welcomedAt !== null && Date.now() - this.welcomedAt >= GOOD_MS) this.failures = 0;
    this.close();
    this.setState("lost");
    this.after(wait ?? backoff(this.failures++), () => this.connect());
  }

  private close(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomedAt = null;
    this.isAnswerDue = false;
    clearTimeout(this.timer);
    socket?.close();
  }

  /** The network is back, or the page comes into view or leaves it: check the connection. */
  private wakeUp(): void {
    if (this.state === "ended") return;
    if (isHidden()) return void this.ping();
    this.retryNow();
    if (this.ping()) this.after(AWAKE_MS, () => this.reconnectLater());
  }

  /** Runs `work` later, instead of what was to be run before. */
  private after(ms: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, ms);
  }

  private setState(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    this.handlers.onState(state);
  }
}
