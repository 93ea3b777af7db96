/** A raw client of the sync protocol for tests. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import type { TestHost } from "./testHost";
import { WAIT_OPTIONS } from "./waitOptions";

export interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: string;
}
interface ServerFrame {
  readonly type: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly result?: unknown;
  readonly error?: string;
  readonly ts?: string;
  readonly baseVersion?: number;
  readonly startVersion?: Version;
  readonly endVersion?: Version;
  readonly modifications?: readonly {
    type: string;
    queryId: number;
    value?: unknown;
    errorMessage?: string;
    journal?: string | null;
  }[];
}

/** Sends given messages and records received frames. */
export class SyncClient {
  readonly frames: ServerFrame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.frames.push(JSON.parse(String(data)) as ServerFrame));
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  static async open(host: TestHost, path = "/api/1.48.0/sync"): Promise<SyncClient> {
    const client = new SyncClient(new WebSocket(`ws://127.0.0.1:${host.port}${path}`));
    await once(client.socket, "open");
    return client;
  }

  static async connected(host: TestHost, sessionId: string = randomUUID()): Promise<SyncClient> {
    const client = await SyncClient.open(host);
    client.send({
      type: "Connect",
      sessionId,
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: Date.now(),
    });
    return client;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  add(baseVersion: number, queryId: number, udfPath: string, args: unknown): void {
    const modifications = [{ type: "Add", queryId, udfPath, args: [args] }];
    this.send({ type: "ModifyQuerySet", baseVersion, newVersion: baseVersion + 1, modifications });
  }

  mutate(requestId: number, args: unknown, udfPath = "notes:add"): void {
    this.send({ type: "Mutation", requestId, udfPath, args: [args] });
  }

  of(type: string): ServerFrame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  async until(type: string, count = 1): Promise<ServerFrame[]> {
    await vi.waitFor(() => expect(this.of(type).length).toBeGreaterThanOrEqual(count), WAIT_OPTIONS);
    return this.of(type);
  }
}
