/** State versions of the sync protocol: what a client has been told of its query set, its identity and the database. */

export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  /** Nanoseconds since the epoch. */
  readonly ts: bigint;
}

/** Where every connection starts, a resumed one too. */
export const INITIAL_VERSION: StateVersion = { querySet: 0, identity: 0, ts: 0n };

/** A timestamp as it travels: the base64 of 8 little-endian bytes. */
export function encodeTs(ts: bigint): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Reads a travelling timestamp; null when the text is none. */
export function decodeTs(text: string): bigint | null {
  // 8 bytes are always 11 characters and one "="; Buffer.from would forgive anything.
  if (!/^[A-Za-z0-9+/]{11}=$/.test(text)) return null;
  return Buffer.from(text, "base64").readBigUInt64LE();
}

/** A version as JSON text. */
export function encodeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"ts":"${encodeTs(version.ts)}","identity":${version.identity}}`;
}
