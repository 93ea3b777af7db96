/**
 * A client session of the sync protocol that outlives its connections: after each reconnect it repeats unanswered requests
 * with their ids, and the last answered one, like a client that missed the transition.
 */
import { WebSocket } from "ws";
import * as z from "zod";
import { decodeTs, encodeTs } from "convex-on-sqlite/testing";

/** The answer to a mutation of the session. */
export interface SessionAnswer {
  /** Convex JSON text. */
  readonly value: string;
  /** Ts of the commit, in nanoseconds since the epoch. */
  readonly ts: bigint;
}

interface Request {
  readonly udfPath: string;
  readonly args: Readonly<Record<string, string | number>>;
}

const response = z.object({
  type: z.literal("MutationResponse"),
  requestId: z.number(),
  success: z.boolean(),
  result: z.json(),
  ts: z.string().optional(),
});
const other = z.object({ type: z.enum(["Transition", "Ping"]) });
const serverMessage = z.union([response, other]);

export class SyncSession {
  readonly id: string;
  /** All answers so far, by request. */
  readonly answers = new Map<number, SessionAnswer>();
  /** Messages that violate the protocol. */
  readonly problems: string[] = [];
  private readonly requests: Request[] = [];
  private readonly onAnswer: () => void;
  private socket: WebSocket | null = null;
  private connections = 0;
  private maxTs = 0n;

  /** `id` is a UUID; `onAnswer` is called synchronously after each answer. */
  constructor(id: string, onAnswer: () => void) {
    this.id = id;
    this.onAnswer = onAnswer;
  }

  /** The id of the next request. */
  get nextRequest(): number {
    return this.requests.length;
  }

  get unanswered(): number {
    return this.requests.length - this.answers.size;
  }

  /** Sends a mutation now, if connected, and after each reconnect until it is answered. */
  mutate(udfPath: string, args: Request["args"]): void {
    const request = { udfPath, args };
    this.requests.push(request);
    if (this.socket?.readyState === WebSocket.OPEN) this.send(this.requests.length - 1, request);
  }

  /** Connects to a host. The connection may break at any time. */
  connect(url: string): void {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/1.48.0/sync`);
    this.socket = socket;
    socket.on("open", () => {
      socket.send(
        JSON.stringify({
          type: "Connect",
          sessionId: this.id,
          connectionCount: this.connections,
          lastCloseReason: this.connections === 0 ? "InitialConnect" : "closed with code 1006",
          ...(this.maxTs === 0n ? {} : { maxObservedTimestamp: encodeTs(this.maxTs) }),
        }),
      );
      this.connections += 1;
      const lastAnswered = [...this.answers.keys()].at(-1);
      for (const [number, request] of this.requests.entries())
        if (!this.answers.has(number) || number === lastAnswered) this.send(number, request);
    });
    socket.on("message", (data) => this.receive(String(data)));
    socket.on("close", (code, reason) => {
      // 1006: the host crashed. Other codes are sent on purpose.
      if (code !== 1006 && code !== 1001 && code !== 1012)
        this.problems.push(`closed with ${code}: ${String(reason)}`);
    });
    // A close event follows.
    socket.on("error", () => undefined);
  }

  /** Terminates the connection. */
  disconnect(): void {
    this.socket?.terminate();
    this.socket = null;
  }

  private send(requestId: number, { udfPath, args }: Request): void {
    this.socket?.send(JSON.stringify({ type: "Mutation", requestId, udfPath, args: [args] }));
  }

  private receive(frame: string): void {
    const parsed = serverMessage.safeParse(JSON.parse(frame));
    if (!parsed.success) return void this.problems.push(`received ${frame.slice(0, 300)}`);
    const message = parsed.data;
    if (message.type !== "MutationResponse") return;
    const ts = decodeTs(message.ts ?? "");
    if (!message.success || ts === null)
      return void this.problems.push(`got an error: ${frame.slice(0, 300)}`);
    const answer = { value: JSON.stringify(message.result), ts };
    const earlier = this.answers.get(message.requestId);
    if (earlier !== undefined && (earlier.value !== answer.value || earlier.ts !== answer.ts))
      this.problems.push(`request ${message.requestId} was answered in two ways`);
    this.answers.set(message.requestId, earlier ?? answer);
    if (ts > this.maxTs) this.maxTs = ts;
    this.onAnswer();
  }
}
