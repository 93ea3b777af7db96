/** DELETE of what is stored: /memories/{id} and the like. */
import * as z from "zod";
import { DEPENDENT_KINDS } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Kind } from "../../corrections/erase";
import type { PublicErasure } from "../../erasures/erasures";
import { withoutKey, type Claimed } from "../../idempotency/idempotency";
import type { Documentation } from "../documentation";
import { pollUntil } from "../../lib/pollUntil";
import { planUnfinished, unknownId, wrongVersion } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { del, deleteEndpoint, type Route } from "../route";
import { flag } from "../schemas/common";

const query = z.strictObject({
  derived: flag.meta({ description: "Erase what was derived from it as well", default: false }),
});

const response = z
  .strictObject({
    derived: z.array(z.strictObject({ kind: z.enum(DEPENDENT_KINDS), _id: z.string() })).meta({
      description:
        "Reflections, thoughts, learned memories and due reminders that rest on it and stay; with `derived` the first 64 rows that were erased with it, also of what ticks wrote that were shown it",
    }),
  })
  .meta({ id: "Erased", description: "It is erased for good" });

/** The route that erases one kind of row. `what` names it in sentences. */
export function erase(
  path: string,
  kind: Kind,
  what: string,
  documentation: Pick<Documentation, "operationId" | "tag" | "versioned" | "example"> & { more?: string },
): Route {
  const { more = "", ...rest } = documentation;
  const endpoint = deleteEndpoint({
    ...rest,
    summary: `Erase ${what}`,
    description: `Erases ${what} for good, with everything that is kept of it.${more === "" ? "" : ` ${more}`} What the agent derived from it is listed. With \`derived=true\` that is erased as well, and what ticks wrote that were shown it: log entries, artifacts, replies and reminders.`,
    answer: "It is erased.",
    query,
    response,
    handle: (ctx, { derived }, { id, version, claimed }) =>
      runIdempotent(ctx, claimed, async () => ({
        derived: [
          ...(await (derived ? eraseWithDependents : eraseAlone)(ctx, { kind, id, version }, claimed)),
        ],
      })),
  });
  return del(path, "write", endpoint);
}

type Dependent = PublicErasure["derived"][number];

interface Request {
  readonly kind: Kind;
  readonly id: string;
  readonly version: number | undefined;
}

/** Goes on until all is erased; a transaction that is scheduled does so where this request is cut off. */
async function eraseAlone(ctx: ActionCtx, request: Request, claimed: Claimed): Promise<Dependent[]> {
  const { kind, id } = request;
  const found = new Map<string, Dependent>();
  for (let step: object = { ...request, ...withoutKey(claimed) }, began = false; ; step = {}, began = true) {
    const outcome = await ctx.runMutation(internal.corrections.functions.erase, { kind, id, ...step });
    // The scheduled transaction may have erased the rest.
    if (outcome.kind === "unknown" && began) break;
    if (outcome.kind !== "erased") throw refused(kind, id, outcome);
    for (const row of outcome.derived) found.set(row._id, row);
    if (outcome.done) break;
  }
  return [...found.values()];
}

/** Waits until the row and what depends on it are erased; what has begun goes on where this request is cut off. */
async function eraseWithDependents(
  ctx: ActionCtx,
  request: Request,
  { claim }: Claimed,
): Promise<readonly Dependent[]> {
  const { kind, id } = request;
  const { key: _key, ...by } = claim ?? { kind: "erase", token: "write" as const };
  for (let found: readonly Dependent[] = []; ;) {
    const begun = await ctx.runMutation(internal.erasures.functions.eraseWithDependents, { ...request, by });
    // Another request has erased it meanwhile.
    if (begun.kind === "unknown" && found.length > 0) return found;
    if (begun.kind !== "begun") throw refused(kind, id, begun);
    const { planId } = begun.erasure;
    const erasure = await pollUntil(async () => {
      const latest = await ctx.runQuery(internal.erasures.queries.byId, { id: planId });
      return latest?.status === "done" ? latest : null;
    }, MAX_WAIT_MS);
    if (erasure === null) throw planUnfinished();
    found = [...found, ...erasure.derived];
    // The row, or what depends on it, was changed while it was planned: so it is planned again.
    if (erasure.receipt?.changed === 0) return found;
  }
}

function refused(
  kind: Kind,
  id: string,
  outcome: { kind: "unknown" } | { kind: "outdated"; version: number },
) {
  return outcome.kind === "unknown" ? unknownId(kind, id) : wrongVersion(kind, outcome.version);
}

/** How long a request waits: planning reads the receipt of every tick since the row was stored. The erasure goes on all the same. */
const MAX_WAIT_MS = 300_000;
