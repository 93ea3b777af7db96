/** A TCP connection to a service, for malformed HTTP. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { until } from "../support/until";

export class RawConnection {
  readonly socket: Socket;
  private text = "";
  private ended = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("latin1").on("data", (part: string) => (this.text += part));
    // A server may close a connection with a reset.
    socket.on("error", () => undefined);
    socket.on("close", () => (this.ended = true));
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** Everything received so far. */
  received(): string {
    return this.text;
  }

  /** The status of the first response; null before there is one. */
  status(): number | null {
    const found = /^HTTP\/1\.1 (\d{3})/.exec(this.text)?.[1];
    return found === undefined ? null : Number(found);
  }

  isClosed(): boolean {
    return this.ended;
  }

  write(text: string): void {
    if (!this.ended) this.socket.write(text);
  }

  /** Writes a piece repeatedly and slowly until the connection closes, as a slowloris attack does. */
  drip(piece: string, everyMs: number): void {
    const timer = setInterval(() => this.write(piece), everyMs);
    this.socket.once("close", () => clearInterval(timer));
  }

  /** Resolves once the server has closed the connection. */
  closed(): Promise<unknown> {
    // The server checks its connections every few seconds.
    return until("the server to hang up", () => this.ended, { deadlineMs: 80_000 });
  }
}
