/** More connections than the process has descriptors for. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../log";
import { limitConnections, descriptorLimit, maxConnections } from "./connectionLimit";

describe("the maximum number of connections", () => {
  it.each([
    [Infinity, Infinity],
    [1_048_576, 1_048_448],
    [1_024, 896],
    [64, 16],
    [1, 1],
  ])("with %d descriptors is %d", (descriptors, most) => expect(maxConnections(descriptors)).toBe(most));

  it("comes from this process's own limit", () => expect(descriptorLimit()).toBeGreaterThan(16));
});

describe("a burst of connections", () => {
  let server: Server;
  let logged: string[];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    logged = [];
    server = createServer((socket) => socket.on("error", () => undefined).end("served"));
    server.on("connection", (socket) => socket.pause());
    limitConnections(server, 2, createLogger({ json: true, write: (line) => logged.push(line) }));
    await once(server.listen(0, "127.0.0.1"), "listening");
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Connects and returns everything received until the end. */
  async function come(): Promise<string> {
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    sockets.push(socket);
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    // The connection may be reset when it is refused.
    socket.on("error", () => undefined);
    await Promise.race([once(socket, "end"), once(socket, "close")]);
    return text;
  }

  it("is served up to the limit, refused beyond it with one log entry, and served again when some have closed", async () => {
    const came: string[] = [];
    for (let at = 0; at < 6; at += 1) came.push(await come());
    expect(came).toEqual(["served", "served", "", "", "", ""]);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ level: "warn", max: 2, refused: 1 });
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect(await come()).toBe("served"), { timeout: 20_000, interval: 5 });
  });
});
