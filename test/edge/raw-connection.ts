/** A TCP connection to a service, to speak HTTP badly. */
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
    // A reset is one of the ways in which a server hangs up.
    socket.on("error", () => undefined);
    socket.on("close", () => (this.ended = true));
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** Everything that came so far. */
  received(): string {
    return this.text;
  }

  /** The status of the first answer; null before one came. */
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

  /** Writes a piece again and again, as slowly as somebody who wants to hold a place. Ends with the connection. */
  drip(piece: string, everyMs: number): void {
    const timer = setInterval(() => this.write(piece), everyMs);
    this.socket.once("close", () => clearInterval(timer));
  }

  /** Resolves once the server has hung up. */
  closed(): Promise<unknown> {
    // It does so by itself, and looks at its connections every few seconds.
    return until("the server to hang up", () => this.ended, { deadlineMs: 80_000 });
  }
}
