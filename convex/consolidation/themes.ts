/** Themes that want words: what there is to say of them, extracted from their members. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { MOST_READ, READ_LENGTH, themeLabel, themeSummary } from "../../mind/clustering/themeWords";
import * as Clusters from "./clusters";
import { documentsById } from "../lib/documentsById";

/** A theme, the words extracted from its members, and the beginnings of these for a model. */
export const unworded = v.object({
  clusterId: v.id("clusters"),
  theme: v.string(),
  summary: v.string(),
  texts: v.array(v.string()),
});
export type Unworded = Infer<typeof unworded>;

/** The largest themes whose words are as `wording` says. */
export async function wordedAs(
  ctx: QueryCtx,
  timeZone: string,
  wording: Doc<"clusters">["wording"],
  most: number,
): Promise<Unworded[]> {
  const clusters = await Clusters.worded(ctx, wording, most);
  return await Promise.all(clusters.map((cluster) => extracted(ctx, timeZone, cluster)));
}

async function extracted(
  ctx: QueryCtx,
  timeZone: string,
  { _id: clusterId, members, words }: Doc<"clusters">,
): Promise<Unworded> {
  const step = Math.max(1, (members.length - 1) / (MOST_READ - 1));
  const chosen = Array.from(
    { length: Math.min(MOST_READ, members.length) },
    (_, i) => members[Math.round(i * step)],
  );
  const memoryIds = chosen.flatMap((member) => member?.memoryId ?? []);
  const memories = await documentsById(ctx, "memories", memoryIds);
  const texts = memories.map(({ content }) => content.slice(0, READ_LENGTH));
  // The first and the last member are always among those that are read.
  const [from, to] = [memories[0]?.createdAt ?? 0, memories.at(-1)?.createdAt ?? 0];
  return {
    clusterId,
    theme: themeLabel(texts, words),
    summary: themeSummary(texts, words, { size: members.length, from, to, timeZone }),
    texts,
  };
}
