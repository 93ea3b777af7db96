/** How much has come of a message that is not whole yet: its sender may answer pings between two fragments of it. */

/** A frame's header and mask, at the least (RFC 6455, section 5.2). */
const HEADER_BYTES = 6;

/** The headers of the further fragments of a message, which nobody tells of, are fewer bytes. */
const MAX_HEADERS_BYTES = 4 * 1024;

export class Unended {
  private readonly received: () => number;
  /** Bytes that were told of when what they carried was whole. */
  private told = 0;

  /** `received` is how many bytes have come so far. */
  constructor(received: () => number) {
    this.received = received;
  }

  /** Whether more has come since than what is whole. */
  get isLarge(): boolean {
    return this.received() - this.told > MAX_HEADERS_BYTES;
  }

  controlFrame(payloadBytes: number): void {
    this.told += HEADER_BYTES + payloadBytes;
  }

  message(payloadBytes: number): void {
    this.told += HEADER_BYTES + payloadBytes;
    if (!this.isLarge) this.told = this.received();
  }
}
