/** The agent's state over a span of time: the last log entry in each of its equal parts. */
import { pruneNull } from "convex-helpers";
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { publicOf } from "../lib/publicOf";
import { agentTables } from "./tables";

const point = agentTables.logs.validator.pick("tickId", "mood", "health", "volatility", "timestamp");

export const history = v.object({ points: v.array(point) });

/** At most `parts` points, oldest first; a part without a tick has none. Times are in ms since the epoch. */
export async function between(
  ctx: QueryCtx,
  { since, until, parts }: { readonly since: number; readonly until: number; readonly parts: number },
): Promise<Infer<typeof history>> {
  const length = Math.max(1, (until - since) / parts);
  const rows = await Promise.all(
    Array.from({ length: parts }, (_, i) =>
      ctx.db
        .query("logs")
        .withIndex("by_timestamp", (q) =>
          q.gt("timestamp", since + i * length).lte("timestamp", since + (i + 1) * length),
        )
        .order("desc")
        .first(),
    ),
  );
  return { points: pruneNull(rows).map(publicOf(point)) };
}
