/** The line to a table that is kept on this device: it does not break, but it can be refused. */
import { NO_SUCH_TABLE, OPEN_ELSEWHERE, type OpenSocket } from "../local/protocol";
import type { ConnectionState } from "./connection";
import { followHere, type DeviceSocket } from "./device";
import { Refusal } from "./refusal";
import type { ClientMessage, ServerMessage } from "./schema";

/** A tab that has just been closed or left needs a moment until another one can have its table. */
const PATIENCE_MS = 1_500;
const AGAIN_MS = 200;

interface Handlers {
  /** What is asked for, anew for each try. */
  opening(): OpenSocket["open"];
  onMessage(message: ServerMessage): void;
  onState(state: ConnectionState): void;
  /** Why there is no line; unless it has ended, it can be tried again. */
  onClosed(refusal: Refusal): void;
  /** A bot's time was up before its search was done. */
  onShortSearch(): void;
}

export class DeviceLine {
  #socket: DeviceSocket | null = null;
  #isWelcomed = false;
  #state: ConnectionState = "connecting";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when a table that is open elsewhere is asked for again. */
  #patientUntil = 0;
  readonly #onWake = () => {
    if (document.visibilityState !== "hidden") this.retryNow();
  };

  constructor(private readonly handlers: Handlers) {}

  start(): void {
    document.addEventListener("visibilitychange", this.#onWake);
    this.#connect();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.#onWake);
    this.#close();
    this.#setState("ended");
  }

  /** Sends a message now; false if nobody listens. */
  send(message: ClientMessage): boolean {
    if (!this.#socket || !this.#isWelcomed) return false;
    this.#socket.send(message);
    return true;
  }

  retryNow(): void {
    if (this.#state === "lost") this.#connect();
  }

  #connect(): void {
    this.#close();
    this.#setState("connecting");
    this.#patientUntil = Date.now() + PATIENCE_MS;
    this.#open();
  }

  #open(): void {
    const socket: DeviceSocket = followHere(this.handlers.opening(), (told) => {
      if (socket !== this.#socket) return;
      if ("message" in told) this.#hear(told.message);
      else if ("note" in told) this.handlers.onShortSearch();
      else this.#onClosed(told.closed, told.refusal);
    });
    this.#socket = socket;
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome") this.#isWelcomed = true;
    if (this.#isWelcomed) this.#setState("live");
    this.handlers.onMessage(message);
  }

  #onClosed(code: number, { key, text, rule }: { key: string; text: string; rule: string | null }) {
    const wasWelcomed = this.#isWelcomed;
    this.#close();
    const refusal = new Refusal(key, text, rule);
    if (code === NO_SUCH_TABLE) {
      this.handlers.onClosed(refusal);
      return this.stop();
    }
    if (code === OPEN_ELSEWHERE && !wasWelcomed && Date.now() < this.#patientUntil) {
      this.#timer = setTimeout(() => this.#open(), AGAIN_MS);
      return;
    }
    this.#setState("lost");
    this.handlers.onClosed(refusal);
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcomed = false;
    clearTimeout(this.#timer);
    socket?.close();
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.handlers.onState(state);
  }
}
