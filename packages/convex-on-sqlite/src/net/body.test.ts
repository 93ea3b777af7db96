import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { bodyStream, BodyTooLarge } from "./body";

/** A minimal request: a readable stream with headers. */
function request(): { source: PassThrough; body: ReadableStream<Uint8Array> } {
  const source = Object.assign(new PassThrough({ highWaterMark: 1024 }), { headers: {} });
  return { source, body: bodyStream(source as unknown as IncomingMessage) };
}

async function lengthOf(body: ReadableStream<Uint8Array>): Promise<number> {
  const reader = body.getReader();
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read())
    length += part.value.byteLength;
  return length;
}

it("reads ahead only up to the buffer size until it is read, then everything", async () => {
  const { source, body } = request();
  const parts = 64;
  let taken = 0;
  for (let at = 0; at < parts; at += 1) source.write(Buffer.alloc(16 * 1024), () => (taken += 1));
  await vi.waitFor(() => expect(taken).toBeGreaterThan(0), WAIT_OPTIONS);
  expect(taken).toBeLessThan(parts / 4);
  source.end();
  expect(await lengthOf(body)).toBe(parts * 16 * 1024);
});

it("fails when the body exceeds the limit", async () => {
  const { source, body } = request();
  const length = lengthOf(body);
  const part = Buffer.alloc(1024 * 1024);
  for (let sent = 0; sent <= 20; sent += 1) source.write(part);
  await expect(length).rejects.toThrow(BodyTooLarge);
});

it("fails when the client disconnects", async () => {
  const { source, body } = request();
  source.write("half");
  source.destroy();
  await expect(lengthOf(body)).rejects.toThrow("Premature close");
});
