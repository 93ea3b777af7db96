/** Request bodies, read in chunks on demand. */
import type { IncomingMessage } from "node:http";
import { LINGER_MS, MAX_BODY_BYTES } from "./limits";

export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
  constructor(maxBytes: number) {
    super(`The request body is larger than ${maxBytes} bytes`);
  }
}

/** Whether the request's headers announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** The chunks of a body. Throws BodyTooLarge beyond `maxBytes`, and Node's error if the client disconnects. */
async function* bodyChunks(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer, void> {
  // Reject without reading if the declared length is too large.
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new BodyTooLarge(maxBytes);
  let bytes = 0;
  // The response must still be sent after reading stops early.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const part of parts) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge(maxBytes);
    yield part;
  }
}

/** The body as a stream. Fails as `bodyParts` does. */
export function bodyStream(request: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = bodyChunks(request, MAX_BODY_BYTES);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value: part } = await parts.next();
      if (part === undefined) controller.close();
      else controller.enqueue(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    },
  });
}

/** The whole body. Fails as `bodyParts` does. */
export async function bodyBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bodyChunks(request, maxBytes)) parts.push(part);
  return Buffer.concat(parts);
}

/** The whole body as text. Fails as `bodyParts` does. */
export async function bodyText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return (await bodyBytes(request, maxBytes)).toString("utf8");
}

/**
 * After a response that was sent before the end of the body: reads and discards the rest for a while, because closing at
 * once would reset the connection and the client might never see the response. Earlier readers of the body are removed: a
 * stream without a consumer would pause the request and block the next one on the connection.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners("readable");
  let discarded = 0;
  const destroy = (): void => void request.destroy();
  const timer = setTimeout(destroy, LINGER_MS);
  request.on("close", () => clearTimeout(timer));
  request.on("end", () => clearTimeout(timer));
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.byteLength;
    if (discarded > MAX_BODY_BYTES) destroy();
  });
  request.resume();
}
