/** Carries out a plan: erases its items in batches, dependents before what they depend on. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Erase from "../corrections/erase";
import type { Settings } from "../lib/settings";
import type { Changes } from "./plan";
import { excerpts } from "./probes";
import { writeItem } from "./rows";

type Erasure = Doc<"erasures">;

/** The most items of one transaction, as many as stay well within its time; fewer if they are long. */
const MAX_ITEMS = 8;
/** A transaction that has read more bytes takes no further item: the longest item alone reads some megabytes. */
const MAX_BYTES = 1.5 * 1024 * 1024;

/** Starts to carry out a plan. Returns the changes to its row. */
export async function start(ctx: MutationCtx, now: number, erasure: Erasure): Promise<Changes> {
  return {
    status: "erasing",
    startedAt: now,
    expiresAt: Number.MAX_SAFE_INTEGER,
    by: undefined,
    probes: await excerpts(ctx, erasure),
  };
}

/** Erases the next batch. Returns the changes to the plan's row. */
export async function step(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  erasure: Erasure,
): Promise<Changes> {
  await Erase.prepare(ctx, now);
  const items = await ctx.db
    .query("erasureItems")
    .withIndex("by_number", (q) => q.eq("erasureId", erasure._id))
    .order("desc")
    .take(MAX_ITEMS);
  const erased = { ...erasure.erased };
  let { gone, changed } = erasure;
  const progress = (): Changes => ({ erased, gone, changed });
  for (const item of items) {
    const { bytesRead } = await ctx.meta.getTransactionMetrics();
    if (bytesRead.used > MAX_BYTES) return progress();
    const outcome = await eraseItem(ctx, now, settings, erasure, item);
    if (outcome === "begun") return progress();
    await writeItem(ctx, item, null);
    if (outcome === "erased") erased[item.kind] = (erased[item.kind] ?? 0) + 1;
    else if (outcome === "gone") gone += 1;
    else if (outcome === "changed") changed += 1;
  }
  return items.length < MAX_ITEMS ? { ...progress(), status: "probing" } : progress();
}

async function eraseItem(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { withDerived }: Erasure,
  item: Doc<"erasureItems">,
): Promise<"erased" | "begun" | "gone" | "changed" | "kept"> {
  const { kind, id, version, dependsAs } = item;
  if (dependsAs !== undefined && !withDerived) return "kept";
  const target = await Erase.find(ctx, kind, id);
  if (target === null) return "gone";
  if (version !== undefined && target.version !== version) return "changed";
  if (await target.erase({ now, settings })) return "erased";
  // An erasure that has begun is finished, even if the row changes meanwhile.
  await writeItem(ctx, item, { ...item, version: undefined });
  return "begun";
}
