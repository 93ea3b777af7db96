/** Labels themes: first by extraction, then by the model, if one is configured. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { draftBy, modelWithinBudget } from "../llm/complete";
import { themeQuestion } from "../../mind/prompts/theme";
import type { Label } from "./coreMemories";
import type { Run } from "./schedule";
import type { ThemeToLabel } from "./themesToLabel";
import type { ChatEndpoint } from "../lib/settings";

/** The most themes that one run asks the model about, and how many it asks about at once. */
const MAX_ASKED = 64;
const CONCURRENCY = 4;
/** The prompt is short, so a call gets half of the usual timeout, and at most this long so that a run ends in time. */
const TIMEOUT_SHARE = 0.5;
const MAX_CALL_MS = 60_000;

/**
 * Labels new and changed themes, the largest first, then asks the model about those with extracted labels. `run.now`: the
 * creation time of new core memories. `late`: whether the time for extraction, or for asking the model, is up. Returns the
 * themes that got their first label, those whose label changed, and whether nothing is left to do for now.
 */
export async function labelThemes(
  ctx: ActionCtx,
  run: Run & { readonly now: number },
  late: { readonly extracting: () => boolean; readonly asking: () => boolean },
) {
  const labelled = { created: new Set<Id<"clusters">>(), changed: new Set<Id<"clusters">>() };
  const write = async (themes: readonly { readonly theme: ThemeToLabel; readonly label: NewLabel }[]) => {
    const labels = themes.map(({ theme: { clusterId, memoryIds }, label }) => ({
      ...{ clusterId, label },
      madeFrom: memoryIds,
    }));
    const outcomes = await ctx.runMutation(internal.consolidation.functions.setLabels, { ...run, labels });
    for (const [i, { clusterId }] of labels.entries()) {
      const outcome = outcomes[i] ?? "same";
      if (outcome !== "same") labelled[outcome].add(clusterId);
    }
  };
  const themes = (labelState: "stale" | "provisional") =>
    ctx.runQuery(internal.consolidation.functions.themesToLabel, { labelState, limit: CONCURRENCY });

  for (let stale = await themes("stale"); stale.length > 0; stale = await themes("stale")) {
    if (late.extracting()) return { ...labelled, done: false };
    await write(stale.map((theme) => ({ theme, label: extractedLabel(theme, "provisional") })));
  }
  for (let count = 0; count < MAX_ASKED; count += CONCURRENCY) {
    const llm = await modelWithinBudget(ctx);
    if (llm === null) return { ...labelled, done: true };
    const provisional = await themes("provisional");
    if (provisional.length === 0) return { ...labelled, done: true };
    if (late.asking()) break;
    const asked = provisional.map(async (theme) => ({ theme, label: await modelLabel(ctx, llm, theme) }));
    const answered = await Promise.all(asked);
    const failures = answered.flatMap(({ label }) => (typeof label === "string" ? label : []));
    await write(answered.flatMap(({ theme, label }) => (typeof label === "string" ? [] : { theme, label })));
    if (failures.length === 0) continue;
    // The provider would fail for the others too. A later run asks about them.
    console.warn(`themes keep extracted labels, because the model failed: ${failures[0]}`);
    return { ...labelled, done: true };
  }
  return { ...labelled, done: false };
}

type NewLabel = Label & { readonly labelState: "provisional" | "settled" };

function extractedLabel({ theme, summary }: ThemeToLabel, labelState: NewLabel["labelState"]): NewLabel {
  return { theme, summary, writer: "reflex", labelState };
}

/**
 * The model's label for a theme, or the reason why the provider failed. If the model twice claims what the memories don't
 * hold, or the provider refuses their text, the extracted label stays until the theme changes.
 */
async function modelLabel(
  ctx: ActionCtx,
  llm: ChatEndpoint,
  theme: ThemeToLabel,
): Promise<NewLabel | string> {
  const timeoutMs = Math.min(MAX_CALL_MS, TIMEOUT_SHARE * llm.timeoutMs);
  const drafted = await draftBy(ctx, llm, themeQuestion(theme.texts), { timeoutMs });
  if (drafted.kind === "drafted") return { ...drafted.draft, writer: "model", labelState: "settled" };
  return drafted.ofText ? extractedLabel(theme, "settled") : drafted.reason;
}
