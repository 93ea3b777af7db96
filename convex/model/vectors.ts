/** Vectors of texts, and the texts that wait for one. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** How long an embedding may be on its way before the job takes it up: the request that stored the text embeds it itself. */
const GRACE_MS = 10_000;

/** What a vector can be narrowed to: filters know only equality, so each combination is one value. */
export function filterValues(model: string, text: Pick<Doc<"texts">, "space" | "facet" | "day">) {
  const bySpace = `${model}|${text.space}`;
  const byFacet = `${bySpace}|${text.facet}`;
  return { bySpace, byFacet, byDay: `${bySpace}|${text.day}`, byFacetAndDay: `${byFacet}|${text.day}` };
}

/** Notes that a text waits for its vector. */
export async function request(ctx: MutationCtx, textId: Id<"texts">, now: number): Promise<void> {
  await ctx.db.insert("toEmbed", { textId, refusals: 0, dueAt: now + GRACE_MS });
}

/** Writes a text's vector, in place of one it had; nothing where the text is gone. False then. */
export async function put(
  ctx: MutationCtx,
  textId: Id<"texts">,
  { model, vector }: { model: string; vector: number[] },
): Promise<boolean> {
  const text = await ctx.db.get("texts", textId);
  if (text === null) return false;
  const row = { textId, model, vector, ...filterValues(model, text) };
  const known = await find(ctx, textId);
  if (known === null) await ctx.db.insert("vectors", row);
  else await ctx.db.replace("vectors", known._id, row);
  await ctx.db.patch("texts", textId, { embeddedBy: model });
  await stopWaiting(ctx, textId);
  return true;
}

/** Deletes a text's vector and its wish for one. */
export async function forget(ctx: MutationCtx, textId: Id<"texts">): Promise<void> {
  const known = await find(ctx, textId);
  if (known !== null) await ctx.db.delete("vectors", known._id);
  await stopWaiting(ctx, textId);
}

async function find(ctx: MutationCtx, textId: Id<"texts">) {
  return await ctx.db
    .query("vectors")
    .withIndex("by_text", (q) => q.eq("textId", textId))
    .unique();
}

async function stopWaiting(ctx: MutationCtx, textId: Id<"texts">): Promise<void> {
  const waiting = await ctx.db
    .query("toEmbed")
    .withIndex("by_text", (q) => q.eq("textId", textId))
    .unique();
  if (waiting !== null) await ctx.db.delete("toEmbed", waiting._id);
}
