/** Messages and bodies that do not end, against the real host. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { patiently } from "../testing/patiently";
import { notesApp } from "../testing/notesApp";
import { temporaryFolder } from "../testing/testApp";
import { raw, startTestHost, type TestHost } from "../testing/testHost";

/** A frame as a client sends it, masked with nothing. */
function frame(payloadBytes: number, opcode: number, fin: boolean): Buffer {
  const first = (fin ? 0x80 : 0) | opcode;
  const header = Buffer.alloc(payloadBytes < 126 ? 6 : payloadBytes < 65_536 ? 8 : 14);
  header[0] = first;
  header[1] = 0x80 | (payloadBytes < 126 ? payloadBytes : payloadBytes < 65_536 ? 126 : 127);
  if (header.length === 8) header.writeUInt16BE(payloadBytes, 2);
  if (header.length === 14) header.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return Buffer.concat([header, Buffer.alloc(payloadBytes, " ")]);
}

const TEXT = 1;
const CONTINUATION = 0;

describe("what is unfinished", () => {
  let directory: ReturnType<typeof temporaryFolder>;
  let host: TestHost;

  beforeEach(async () => {
    directory = temporaryFolder();
    host = await startTestHost(notesApp(), directory.path, {
      clients: { messageBytes: 10_000, unfinishedBytes: 15_000 },
    });
  });

  afterEach(async () => {
    await host.stop();
    directory.remove();
  });

  /** A WebSocket by hand. `closed` gives the code of its end. */
  async function open(): Promise<{ send(...frames: Buffer[]): void; closed: Promise<number> }> {
    const socket = connect(host.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    const closed = new Promise<number>((resolve) => {
      socket.on("data", (part: Buffer) => {
        const at = part.indexOf(0x88);
        if (at >= 0 && !part.includes("HTTP")) resolve(part.readUInt16BE(at + 2));
      });
    });
    socket.write(
      "GET /api/sync HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    await once(socket, "data");
    return { send: (...frames) => void socket.write(Buffer.concat(frames)), closed };
  }

  it("on a socket may not be of endless frames", async () => {
    const peer = await open();
    peer.send(frame(1, TEXT, false), ...Array.from({ length: 20 }, () => frame(1, CONTINUATION, false)));
    expect(await peer.closed).toBe(1008);
  });

  it("on a socket may not be larger than a message", async () => {
    const peer = await open();
    peer.send(frame(9_000, TEXT, false), frame(9_000, CONTINUATION, false));
    expect(await peer.closed).toBe(1009);
  });

  it("of all bodies together is bounded, and what comes whole is served all the same", async () => {
    const head = "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n";
    const beginning = head + " ".repeat(8_000);
    const first = connect(host.port, "127.0.0.1");
    onTestFinished(() => void first.destroy());
    first.write(beginning);
    await vi.waitFor(
      async () =>
        expect(await raw(host, beginning)).toMatch(
          /^HTTP\/1.1 503 [^]*retry-after: 1[^]*TooManyConcurrentRequests/i,
        ),
      patiently,
    );
    const body = JSON.stringify({ path: "notes:list", args: { topic: "a" } });
    expect((await fetch(`${host.url}/api/query`, { method: "POST", body })).status).toBe(200);
  });
});
