/** Lists and figures of thoughts; apart from functions.ts, which loads more. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { figures, page, tone } from "../lib/validators";
import * as Thoughts from "./reads";
import * as Totals from "./totals";

const thoughts = v.object({ thoughts: v.array(Thoughts.publicThought), ...figures });

/** A page of thoughts, newest first. `since` is exclusive, in ms since the epoch; `minConfidence` is inclusive. */
export const list = internalQuery({
  args: {
    ...page,
    tone: v.optional(tone),
    since: v.optional(v.number()),
    minConfidence: v.optional(v.number()),
  },
  returns: thoughts,
  handler: (ctx, { tone, minConfidence, ...range }) =>
    Thoughts.page(ctx, { list: Thoughts.LIST, facets: { tone }, leastMeasure: minConfidence, ...range }),
});

/** A page of brilliant thoughts, newest first. */
export const listBrilliant = internalQuery({
  args: { ...page, since: v.optional(v.number()) },
  returns: thoughts,
  handler: (ctx, range) => Thoughts.page(ctx, { list: Thoughts.BRILLIANT_LIST, ...range }),
});

/** `now`: see `Totals.stats`. */
export const stats = internalQuery({
  args: { now: v.number() },
  returns: Totals.thoughtStats,
  handler: (ctx, { now }) => Totals.stats(ctx, now),
});
