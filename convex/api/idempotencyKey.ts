/** The Idempotency-Key header: reads it, makes the request's claim, and runs work under it. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Answered, Claim, Claimed, Key } from "../idempotency/idempotency";
import { bestEffort } from "../lib/bestEffort";
import { pollUntil } from "../lib/pollUntil";
import { hex, sha256 } from "../lib/sha256";
import type { Caller } from "./caller";
import { invalid, keyReused, keyInUse } from "./errors";
import type { Route } from "./route";

/**
 * The header's key; null where there is none.
 * @throws {ApiError} 400 for an invalid key, which is never quoted
 */
export function readKey(headers: Headers): string | null {
  const key = headers.get("Idempotency-Key");
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid("Idempotency-Key", "must be 1 to 255 printable ASCII characters");
  }
  return key;
}

/** The claim of a request that needs a token to write or to tick, without a key; null for others. */
export function claimOf(caller: Caller | null, { documentation, auth }: Route): Claim | null {
  if (caller === null || auth === "none" || auth === "read") return null;
  const { name: who } = caller;
  return { kind: documentation.operationId, token: auth, ...(who === undefined ? {} : { who }) };
}

/** A caller's key on one path and query, for exactly these bytes. */
export async function keyFor(
  caller: Caller,
  { pathname, search }: URL,
  key: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Key> {
  const [slot, bodyHash] = await Promise.all([
    sha256([caller.key, pathname + search, key].join("\n")),
    sha256(body),
  ]);
  return { slot: hex(slot), bodyHash: hex(bodyHash) };
}

/**
 * The answer of work done under a claim.
 * @throws {ApiError} 422 where the key belongs to another body
 */
export function idempotentResult<Body>(answered: Answered<Body>): Body {
  if (answered.kind === "mismatch") throw keyReused();
  return answered.body;
}

/** How long a request waits for the first one with its key, in milliseconds. */
const MAX_WAIT_MS = 120_000;

/**
 * Runs work of several transactions once per claim. Its last mutation should settle the claim with the answer; otherwise this
 * function does. Work that throws releases the key.
 * @throws {ApiError} 422 where the key belongs to another body; 503 where the first request does not end in time
 */
export async function runIdempotent<Body extends object>(
  ctx: ActionCtx,
  { claim }: Claimed,
  work: () => Promise<Body>,
): Promise<Body> {
  const key = claim?.key;
  if (key === undefined) return await work();
  const reserved = await pollUntil(async () => {
    const now = await ctx.runMutation(internal.idempotency.functions.reserve, { key });
    return now.kind === "running" ? null : now;
  }, MAX_WAIT_MS);
  if (reserved === null) throw keyInUse();
  if (reserved.kind === "mismatch") throw keyReused();
  if (reserved.kind === "answered") return parseSorted(reserved.response);
  let body: Body;
  try {
    body = await work();
  } catch (thrown) {
    // An error of the release must not hide why the work failed.
    await bestEffort("an idempotency key was not released", () =>
      ctx.runMutation(internal.idempotency.functions.release, { key }),
    );
    throw thrown;
  }
  const response = JSON.stringify(body);
  await ctx.runMutation(internal.idempotency.functions.settle, { key, response });
  return parseSorted(response);
}

/** Parses JSON with its fields sorted by name, so that a repeated answer equals the first byte for byte. */
function parseSorted(text: string) {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
