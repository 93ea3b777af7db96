/** Themes to label: the label extracted from their members, and excerpts for the model. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { extractSummary, extractTheme, MAX_SAMPLED, SAMPLE_LENGTH } from "../../mind/clustering/themeLabel";
import { documentsById } from "../lib/documentsById";
import type { Settings } from "../lib/settings";

/** `theme` and `summary` are extracted; `texts` are the beginnings of sampled members. */
export const themeToLabel = v.object({
  clusterId: v.id("clusters"),
  theme: v.string(),
  summary: v.string(),
  texts: v.array(v.string()),
  /** The members that `texts` come from. */
  memoryIds: v.array(v.id("memories")),
});
export type ThemeToLabel = Infer<typeof themeToLabel>;

/** A theme with the label extracted from its members. */
export async function extractedLabel(
  ctx: QueryCtx,
  { timeZone }: Settings,
  { _id: clusterId, members, termVector }: Doc<"clusters">,
): Promise<ThemeToLabel> {
  // The sample is spread evenly and always includes the first and the last member.
  const step = Math.max(1, (members.length - 1) / (MAX_SAMPLED - 1));
  const count = Math.min(MAX_SAMPLED, members.length);
  const memoryIds = Array.from(
    { length: count },
    (_, i) => members[Math.round(i * step)]?.memoryId ?? [],
  ).flat();
  const memories = await documentsById(ctx, "memories", memoryIds);
  const texts = memories.map(({ content }) => content.slice(0, SAMPLE_LENGTH));
  // Members stand in the order in which they joined, which need not be that of their times.
  const times = memories.map(({ createdAt }) => createdAt);
  const [from, to] = times.length === 0 ? [0, 0] : [Math.min(...times), Math.max(...times)];
  return {
    clusterId,
    theme: extractTheme(texts, termVector),
    summary: extractSummary(texts, termVector, { size: members.length, from, to, timeZone }),
    texts,
    memoryIds,
  };
}
