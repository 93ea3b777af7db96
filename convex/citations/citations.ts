/** What rests on what: reflections, thoughts and learned facts, by the memories, thoughts and events that they are derived from. */
import { v, type Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { writeCitation } from "./rows";
import { derivedKind } from "../lib/validators";

export const derivedRow = v.object({ kind: derivedKind, _id: v.string() });
export type DerivedRow = Infer<typeof derivedRow>;

/** Sources of one derived row; a reflection cites 64 memories at most. */
const MAX_SOURCES = 128;
/** Derived rows that one reading returns. */
const MAX_DERIVED = 256;

/** Records the sources of a derived row, each once. `as`: `shown` if its writer was shown them and does not cite them. */
export async function add(
  ctx: MutationCtx,
  { kind, _id: derived }: DerivedRow,
  sources: readonly string[],
  as: "cited" | "shown" = "cited",
): Promise<void> {
  const known = new Set((await sourcesOf(ctx, derived)).map(({ source }) => source));
  for (const source of new Set(sources))
    if (!known.has(source))
      await writeCitation(ctx, null, { source, derived, kind, ...(as === "shown" && { shown: true }) });
}

/** What cites a row, directly and through others, the nearest first. */
export async function derivedFrom(ctx: QueryCtx, id: string): Promise<DerivedRow[]> {
  const found = new Map<string, DerivedRow>();
  const waiting = [id];
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    const cited = ctx.db.query("citations").withIndex("by_source", (q) => q.eq("source", source ?? ""));
    for (const { derived, kind, shown } of await cited.take(MAX_DERIVED)) {
      if (shown === true || derived === id || found.has(derived) || found.size === MAX_DERIVED) continue;
      found.set(derived, { kind, _id: derived });
      waiting.push(derived);
    }
  }
  return [...found.values()];
}

/** The citations by a row. */
export async function sourcesOf(ctx: QueryCtx, derived: string) {
  return await ctx.db
    .query("citations")
    .withIndex("by_derived", (q) => q.eq("derived", derived))
    .take(MAX_SOURCES);
}
