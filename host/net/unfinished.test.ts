/** Messages and bodies that do not end, against the real host. */
import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { patiently } from "../testing/patiently";
import { notesApp } from "../testing/notesApp";
import { temporaryFolder } from "../testing/testApp";
import { raw, startTestHost, type TestHost } from "../testing/testHost";
import { MessageMeter } from "./unfinished";

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
const PONG = 10;

describe("the meter of messages", () => {
  it("knows at any cut whether a message is unfinished", () => {
    const payload = fc.constantFrom(0, 1, 125, 126, 70_000);
    const message = fc.tuple(fc.array(payload, { maxLength: 3 }), payload);
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 4 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 99_999 })),
        (messages, steps) => {
          const frames = messages.flatMap(([parts, last]) => [
            ...parts.flatMap((bytes, at) => [
              frame(bytes, at === 0 ? TEXT : CONTINUATION, false),
              frame(9, PONG, true),
            ]),
            frame(last, parts.length === 0 ? TEXT : CONTINUATION, true),
            frame(125, PONG, true),
          ]);
          const meter = new MessageMeter();
          const bytes = Buffer.concat(frames);
          for (let at = 0, step; at < bytes.length; at = step) {
            step = at + (steps.next().value as number);
            meter.take(bytes.subarray(at, step));
          }
          expect(meter.take(Buffer.alloc(0))).toBe(0);
          expect(meter.whole).toBe(messages.length);
          const rest = meter.take(frame(1_000, TEXT, false));
          expect(rest).toBeGreaterThan(1_000);
          expect(meter.take(frame(5, PONG, true))).toBe(rest);
          expect(meter.take(frame(0, CONTINUATION, false))).toBeGreaterThan(rest);
        },
      ),
    );
  });
});

describe("what is unfinished", () => {
  let directory: ReturnType<typeof temporaryFolder>;
  let host: TestHost;

  beforeEach(async () => {
    directory = temporaryFolder();
    host = await startTestHost(notesApp(), directory.path, {
      clients: { messageBytes: 10_000, unfinishedBytes: 15_000 },
      patience: { headersMs: 500, requestMs: 500, checkMs: 50 },
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

  it("on a socket is waited for so long, whatever signs of life come between", async () => {
    const peer = await open();
    peer.send(frame(100, TEXT, false));
    const pongs = setInterval(() => peer.send(frame(0, PONG, true)), 20);
    onTestFinished(() => clearInterval(pongs));
    expect(await peer.closed).toBe(1008);
  });

  it("on a socket may not be of endless frames", async () => {
    const peer = await open();
    peer.send(frame(1, TEXT, false), ...Array.from({ length: 200 }, () => frame(1, CONTINUATION, false)));
    expect(await peer.closed).toBe(1009);
  });

  it("of all peers together is bounded, and what comes whole is served all the same", async () => {
    const [first, second] = [await open(), await open()];
    first.send(frame(9_000, TEXT, false));
    second.send(frame(9_000, TEXT, false));
    expect(await Promise.race([first.closed, second.closed])).toBe(1013);
    const head = "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n";
    expect(await raw(host, head + " ".repeat(8_000))).toMatch(
      /^HTTP\/1.1 503 [^]*retry-after: 1[^]*TooManyConcurrentRequests/i,
    );
    const body = JSON.stringify({ path: "notes:list", args: { topic: "a" } });
    expect((await fetch(`${host.url}/api/query`, { method: "POST", body })).status).toBe(200);
  });

  it("and ends in one way or another leaves its room to others", async () => {
    const first = await open();
    first.send(frame(9_000, TEXT, false));
    first.send(frame(0, CONTINUATION, true));
    // A message that is whole and no JSON.
    expect(await first.closed).toBe(1008);
    await vi.waitFor(async () => {
      const again = await open();
      again.send(frame(9_000, TEXT, false));
      again.send(frame(0, CONTINUATION, true));
      expect(await again.closed).toBe(1008);
    }, patiently);
  });
});
