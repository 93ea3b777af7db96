/** The Idempotency-Key header: what a request claims by it, and what becomes of a claim. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Answered, Claim, Claimed } from "../lib/idempotency";
import { bestEffort } from "../lib/bestEffort";
import { pollUntil } from "../lib/pollUntil";
import { hex, sha256 } from "../lib/sha256";
import { invalid, keyReused, stillUnderWay } from "./errors";

/**
 * The header's key; null where there is none.
 * @throws {ApiError} 400 for a key outside its bounds, which is never quoted
 */
export function readKey(headers: Headers): string | null {
  const key = headers.get("Idempotency-Key");
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid("Idempotency-Key", "must be 1 to 255 printable ASCII characters");
  }
  return key;
}

/** The claim of one caller's key on one path, for a body byte for byte. */
export async function claimFor(
  caller: string,
  path: string,
  key: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Claim> {
  const [slot, bodyHash] = await Promise.all([sha256([caller, path, key].join("\n")), sha256(body)]);
  return { slot: hex(slot), bodyHash: hex(bodyHash) };
}

/**
 * The answer of work done under a claim.
 * @throws {ApiError} 422 where the key belongs to another body
 */
export function settled<Body>(answered: Answered<Body>): Body {
  if (answered.kind === "mismatch") throw keyReused();
  return answered.body;
}

/** How long a request waits for the first one under its key, in milliseconds. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Work that takes several transactions, done once under a claim. The mutation that finishes it should settle the claim
 * with the answer; it is settled here at the latest. Work that throws leaves the key free.
 * @throws {ApiError} 422 where the key belongs to another body; 503 where the first request is long under way
 */
export async function onceThroughout<Body extends object>(
  ctx: ActionCtx,
  { claim }: Claimed,
  work: () => Promise<Body>,
): Promise<Body> {
  if (claim === undefined) return await work();
  const reserved = await pollUntil(async () => {
    const now = await ctx.runMutation(internal.lib.idempotencyFunctions.reserve, { claim });
    return now.kind === "under way" ? null : now;
  }, LONGEST_WAIT_MS);
  if (reserved === null) throw stillUnderWay();
  if (reserved.kind === "mismatch") throw keyReused();
  if (reserved.kind === "answered") return inOneOrder(reserved.response);
  let body: Body;
  try {
    body = await work();
  } catch (thrown) {
    // Why the work failed is what the caller has to learn.
    await bestEffort("an idempotency key was not released", () =>
      ctx.runMutation(internal.lib.idempotencyFunctions.release, { claim }),
    );
    throw thrown;
  }
  const response = JSON.stringify(body);
  await ctx.runMutation(internal.lib.idempotencyFunctions.settle, { claim, response });
  return inOneOrder(response);
}

/** The JSON value of `text`, its fields by name: a later answer reads as the first, whichever transaction kept it. */
function inOneOrder(text: string) {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
