/** State versions of the sync protocol: the query set, identity and database state that a client has received. */

export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
}

/** The start of every connection, even a resumed one. */
export const INITIAL_VERSION: StateVersion = { querySet: 0, identity: 0, ts: 0n };

/** Encodes a timestamp for the wire: base64 of 8 little-endian bytes. */
export function encodeTs(ts: bigint): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Decodes a timestamp; null for invalid text. */
export function decodeTs(text: string): bigint | null {
  // 8 bytes are always 11 characters and one "="; Buffer.from accepts anything.
  if (!/^[A-Za-z0-9+/]{11}=$/.test(text)) return null;
  return Buffer.from(text, "base64").readBigUInt64LE();
}

/** A version as JSON text. */
export function encodeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"ts":"${encodeTs(version.ts)}","identity":${version.identity}}`;
}
