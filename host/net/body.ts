/** Request bodies: as a web stream with back-pressure, or whole. Both count while reading. */
import type { IncomingMessage } from "node:http";
import type { SharedBytes } from "./unfinished";
import { LINGER_MS, MAX_BODY_BYTES } from "./limits";

/** How much is read ahead of the reader. */
const READ_AHEAD_BYTES = 64 * 1024;

export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
  constructor(mostBytes: number) {
    super(`The request body is larger than ${mostBytes} bytes`);
  }
}

/** All peers together have begun to send more than the server holds for them. */
export class TooMuchUnfinished extends Error {
  override readonly name = "TooMuchUnfinished";
  constructor() {
    super("Too many requests come in at once: try again");
  }
}

export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
  constructor() {
    super("The client went away while sending");
  }
}

/** Whether the length is declared and beyond the limit: such a body need not be read at all. */
function isDeclaredTooLarge(request: IncomingMessage, mostBytes: number): boolean {
  return Number(request.headers["content-length"] ?? 0) > mostBytes;
}

/** True when the request's framing says that a body follows. */
export function hasBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** The body as a stream that reads from the network only as fast as it is read. Fails with BodyTooLarge or RequestAborted. */
export function bodyStream(request: IncomingMessage): ReadableStream<Uint8Array> {
  let received = 0;
  let ended = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (isDeclaredTooLarge(request, MAX_BODY_BYTES))
          return controller.error(new BodyTooLarge(MAX_BODY_BYTES));
        const fail = (error: Error): void => {
          if (ended) return;
          ended = true;
          controller.error(error);
        };
        request.on("data", (chunk: Buffer) => {
          received += chunk.byteLength;
          if (received > MAX_BODY_BYTES) return fail(new BodyTooLarge(MAX_BODY_BYTES));
          if (ended) return;
          controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
          if ((controller.desiredSize ?? 0) <= 0) request.pause();
        });
        request.on("end", () => {
          if (ended) return;
          ended = true;
          controller.close();
        });
        request.on("error", () => fail(new RequestAborted()));
        request.on("close", () => fail(new RequestAborted()));
      },
      pull() {
        request.resume();
      },
      cancel() {
        ended = true;
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
  );
}

/**
 * The whole body of a call as text, of so many bytes at most, which count towards `shared` until it is whole. Throws
 * BodyTooLarge, TooMuchUnfinished or RequestAborted.
 */
export async function bodyText(
  request: IncomingMessage,
  mostBytes: number,
  shared: SharedBytes,
): Promise<string> {
  if (isDeclaredTooLarge(request, mostBytes)) throw new BodyTooLarge(mostBytes);
  let held = 0;
  request.on("close", () => shared.give(held));
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    request.on("data", (chunk: Buffer) => {
      received += chunk.byteLength;
      if (received > mostBytes) {
        // What came before is of no use, and the rest is read for a while yet.
        chunks.length = 0;
        reject(new BodyTooLarge(mostBytes));
      } else if (received === Number(request.headers["content-length"])) {
        // Whole, and read at once: be there ever so many who dawdle, others are served.
        chunks.push(chunk);
      } else if (shared.take(chunk.byteLength)) {
        held += chunk.byteLength;
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        reject(new TooMuchUnfinished());
      }
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", () => reject(new RequestAborted()));
    request.on("close", () => reject(new RequestAborted()));
  });
}

/**
 * After an answer that came before the end of the body: reads on and throws away for a while, because closing at once
 * would reset the connection and the client might never see the answer. Who read the body before reads it no more: a
 * stream that nobody takes from would pause the request, and hold up the next one on the connection.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners("data");
  let discarded = 0;
  const giveUp = (): void => void request.destroy();
  const timer = setTimeout(giveUp, LINGER_MS);
  request.on("close", () => clearTimeout(timer));
  request.on("end", () => clearTimeout(timer));
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.byteLength;
    if (discarded > MAX_BODY_BYTES) giveUp();
  });
  request.resume();
}
