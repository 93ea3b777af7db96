/** What peers have begun to send and not ended: bounded in bytes, all of them together, and in time. */
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { LINGER_MS } from "./limits";

/** A number of bytes that all peers share. */
export class SharedBytes {
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** Whether there was room for so many more, which are then taken. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.left += bytes;
  }
}

/** A frame costs its reader more than its bytes, be it ever so small. */
const FRAME_BYTES = 128;

/** Follows the frames that a peer sends (RFC 6455, section 5.2), to tell how much has come of a message that is not whole. */
export class MessageMeter {
  private header: number[] = [];
  private payloadLeft = 0;
  private isData = false;
  private isLast = false;
  private unfinished = 0;
  private isWhole = 0;

  /** The messages that have come whole. */
  get whole(): number {
    return this.isWhole;
  }

  /** Takes what came. Gives the bytes of the message that it leaves unfinished, 0 where it leaves none. */
  take(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length;) {
      if (this.payloadLeft > 0) {
        const taken = Math.min(this.payloadLeft, bytes.length - at);
        this.payloadLeft -= taken;
        at += taken;
        if (this.isData) this.unfinished += taken;
        if (this.payloadLeft === 0) this.endFrame();
      } else {
        this.header.push(bytes[at] ?? 0);
        at += 1;
        if (this.header.length === headerLength(this.header)) this.beginPayload();
      }
    }
    return this.unfinished + this.header.length;
  }

  private beginPayload(): void {
    const header = Buffer.from(this.header);
    this.header = [];
    const [first = 0, second = 0] = header;
    this.isLast = (first & 0x80) !== 0;
    // Opcodes from 8 on are control frames, which may come between the frames of a message.
    this.isData = (first & 0x08) === 0;
    const length = second & 0x7f;
    if (length === 127) this.payloadLeft = header.readUInt32BE(2) * 2 ** 32 + header.readUInt32BE(6);
    else this.payloadLeft = length === 126 ? header.readUInt16BE(2) : length;
    if (this.isData) this.unfinished += FRAME_BYTES;
    if (this.payloadLeft === 0) this.endFrame();
  }

  private endFrame(): void {
    if (!this.isData || !this.isLast) return;
    this.unfinished = 0;
    this.isWhole += 1;
  }
}

/** How long the header is that begins so, as far as that shows yet. */
function headerLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const length = second & 0x7f;
  const mask = (second & 0x80) === 0 ? 0 : 4;
  return 2 + (length === 127 ? 8 : length === 126 ? 2 : 0) + mask;
}

/** WebSocket close codes (RFC 6455, section 7.4.1, and the registry of IANA). */
const POLICY = 1008;
const TOO_LARGE = 1009;
const TRY_AGAIN = 1013;

export interface MessageBounds {
  /** Of one message. The socket bounds what it holds, this what its frames cost beside. */
  readonly messageBytes: number;
  readonly shared: SharedBytes;
  /** From the first byte of a message to its last, in milliseconds. */
  readonly deadlineMs: number;
}

/** Ends the connection where a message is too large or too slow, or where too much is unfinished of all peers' together. */
export function boundMessages(webSocket: WebSocket, socket: Duplex, bounds: MessageBounds): void {
  const meter = new MessageMeter();
  let unfinished = 0;
  let deadline: NodeJS.Timeout | null = null;
  const end = (code: number, reason: string): void => {
    if (webSocket.readyState !== webSocket.OPEN) return webSocket.terminate();
    webSocket.close(code, reason);
    // It may never answer, and what it sends is held until then.
    setTimeout(() => webSocket.terminate(), LINGER_MS).unref();
  };
  const late = (): void => {
    // Who is not read can't end anything.
    if (webSocket.isPaused) deadline?.refresh();
    else end(POLICY, "TooSlow: a message has to come whole in time");
  };
  const endDeadline = (): void => {
    if (deadline !== null) clearTimeout(deadline);
    deadline = null;
  };
  // Added behind that of the socket's own, which has read the whole messages by then.
  socket.on("data", (bytes: Buffer) => {
    const wholeBefore = meter.whole;
    const now = meter.take(bytes);
    if (meter.whole > wholeBefore || now === 0) endDeadline();
    if (now > 0) deadline ??= setTimeout(late, bounds.deadlineMs);
    if (now > 2 * bounds.messageBytes) return end(TOO_LARGE, "TooLarge: a message has too many frames");
    if (!bounds.shared.take(now - unfinished)) return end(TRY_AGAIN, "TooManyConcurrentRequests: try again");
    unfinished = now;
  });
  webSocket.on("close", () => {
    endDeadline();
    bounds.shared.give(unfinished);
    unfinished = 0;
  });
}
