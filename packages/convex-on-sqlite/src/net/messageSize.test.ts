/** Fragmented messages on a real socket. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { notesApp } from "../../test/notesApp";
import { temporaryFolder } from "../../test/testApp";
import { startTestHost, type TestHost } from "../../test/testHost";

/** A client's frame, with an all-zero mask. */
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

describe("a fragmented message", () => {
  let directory: ReturnType<typeof temporaryFolder>;
  let host: TestHost;

  beforeEach(async () => {
    directory = temporaryFolder();
    host = await startTestHost(notesApp(), directory.path, {
      clients: { messageBytes: 10_000 },
    });
  });

  afterEach(async () => {
    await host.stop();
    directory.remove();
  });

  /** A raw WebSocket. `closed` resolves to its close code. */
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

  it("may not have an unlimited number of frames", async () => {
    const peer = await open();
    peer.send(frame(1, TEXT, false), ...Array.from({ length: 20 }, () => frame(1, CONTINUATION, false)));
    expect(await peer.closed).toBe(1008);
  });

  it("may not exceed the size limit of a message", async () => {
    const peer = await open();
    peer.send(frame(9_000, TEXT, false), frame(9_000, CONTINUATION, false));
    expect(await peer.closed).toBe(1009);
  });
});
