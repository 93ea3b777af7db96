/** The transactions of imports; the action that calls them is in importRequest.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import { gathered } from "../lib/gathered";
import * as Lease from "../leases/lease";
import * as Lines from "./applyLine";
import { FieldError } from "./fields";
import { lineOf } from "./lines";

const run = v.number();
/** Lines as JSON text, as `lineOf` has accepted them. */
const lines = v.array(v.string());

/**
 * Takes the lease of consolidation, so that memories are not grouped before their clusters have come. A consolidation that is
 * under way ends, and a later one goes on where it was; null while another import or an undo is under way. Linking pauses, too,
 * if it is idle.
 */
export const begin = internalMutation({
  args: { claim: v.optional(Idempotency.claim) },
  returns: v.union(v.null(), run),
  handler: async (ctx, { claim }) => {
    const now = Date.now();
    const run = await Lease.acquire(ctx, "consolidation", now, { overtake: true });
    if (run === null) return null;
    await Lease.acquire(ctx, "links", now);
    await Audit.record(ctx, claim, []);
    return run;
  },
});

/** Applies lines in one transaction, as far as the first that needs a row which has not come: `refused` says what is wrong with it. */
export const apply = internalMutation({
  args: { run, lines, dedup: v.boolean() },
  returns: v.object({
    outcomes: v.array(Lines.outcome),
    refused: v.union(v.null(), v.object({ path: v.string(), rule: v.string() })),
  }),
  handler: async (ctx, { run, lines, dedup }) => {
    const now = Date.now();
    if (!(await Lease.renew(ctx, "consolidation", now, run))) throw new Error("another run has taken over");
    await Lease.renew(ctx, "links", now);
    const outcomes: Lines.Outcome[] = [];
    const adding = { now, settings: currentSettings(), dedup };
    try {
      await gathered(ctx, async () => {
        for (const text of lines) outcomes.push(await Lines.apply(ctx, adding, lineOf(JSON.parse(text))));
      });
    } catch (thrown) {
      if (!(thrown instanceof FieldError)) throw thrown;
      return { outcomes, refused: { path: thrown.path, rule: thrown.rule } };
    }
    return { outcomes, refused: null };
  },
});

/** Ends an import's request. */
export const end = internalMutation({
  args: { run },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    await Lease.release(ctx, "consolidation", run);
    return null;
  },
});

/** What applying the lines would do. */
export const preview = internalQuery({
  args: { lines, dedup: v.boolean() },
  returns: v.array(Lines.outcome),
  handler: (ctx, { lines, dedup }): Promise<Lines.Outcome[]> =>
    Promise.all(
      lines.map((text) =>
        Lines.preview(ctx, { settings: currentSettings(), dedup }, lineOf(JSON.parse(text))),
      ),
    ),
});
