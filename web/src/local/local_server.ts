/** Answers the page: requests and sockets of the tables on this device, as a server would. */
import { GameError } from "../engine/errors";
import { bestLanguage } from "../text/catalogue";
import { TableError } from "./errors";
import { DEVICE, Hub, type Parts } from "./hub";
import { ServerRefusal } from "./online";
import type {
  CloseSocket,
  FromPage,
  FromWorker,
  LocalAnswer,
  LocalRequest,
  OpenSocket,
  SocketMessage,
} from "./protocol";
import { closeCodeOf, refuse, statusOf } from "./refusing";
import { Asked } from "./requests";
import { routeOf } from "./routes";
import { Socket } from "./socket";
import { textsIn, type Texts } from "./texts";

export class LocalServer {
  readonly #hub: Hub;
  readonly #sockets = new Map<number, Promise<Socket | null>>();

  constructor(
    private readonly parts: Parts,
    private readonly post: (message: FromWorker) => void,
  ) {
    this.#hub = new Hub(parts);
  }

  /** Take a message of the page. */
  receive(said: FromPage): void {
    if ("call" in said) void this.#answer(said).then(this.post);
    else if ("open" in said) this.#sockets.set(said.socket, this.#open(said));
    else if ("prepare" in said)
      this.parts.games.opener().catch(() => {}); // who plays hears of it
    else void this.#pass(said);
  }

  async #answer(request: LocalRequest): Promise<LocalAnswer> {
    const texts = await textsIn(bestLanguage([request.query["lang"] ?? ""]));
    try {
      const { route, names } = routeOf(request.method, request.path);
      return { id: request.id, ...(await route(new Asked(this.#hub, request, names, texts))) };
    } catch (error) {
      return { id: request.id, ...this.#refused(error, texts) };
    }
  }

  #refused(error: unknown, texts: Texts): Pick<LocalAnswer, "status" | "body"> {
    if (error instanceof ServerRefusal) return { status: error.status, body: error.body };
    if (error instanceof GameError) return { status: statusOf(error), body: refuse(error, texts) };
    console.error(error);
    return { status: 500, body: refuse(new TableError("local.failed"), texts) };
  }

  /** Let a page follow a table; null if it cannot. */
  async #open({ socket: number, open }: OpenSocket): Promise<Socket | null> {
    const texts = await textsIn(bestLanguage([open.lang]));
    try {
      const live = await this.#hub.liveTable(open.table);
      const isOwn = open.seat === null || live.table.seatsOf(DEVICE).includes(open.seat);
      const socket = new Socket(
        number,
        isOwn ? open.seat : null,
        this.#hub,
        live,
        texts,
        this.post,
      );
      socket.join(open);
      return socket;
    } catch (error) {
      const refusal = error instanceof GameError ? error : new TableError("local.failed");
      if (refusal !== error) console.error(error);
      this.#sockets.delete(number);
      const closed = { closed: closeCodeOf(refusal), refusal: refuse(refusal, texts) };
      this.post({ socket: number, ...closed });
      return null;
    }
  }

  async #pass(said: SocketMessage | CloseSocket): Promise<void> {
    const socket = await this.#sockets.get(said.socket);
    if ("message" in said) return socket?.receive(said.message);
    this.#sockets.delete(said.socket);
    socket?.leave();
  }
}
