/** The words of themes: extracted ones at once, a model's where one is configured. Plain functions of an action. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { complete } from "../llm/complete";
import { currentSettings } from "../lib/currentSettings";
import {
  shownOf,
  themeAnswerSchema,
  themeProblems,
  themePrompt,
  themeWords,
} from "../../mind/clustering/themePrompt";
import type { Words } from "./coreMemories";
import type { Unworded } from "./themes";
import type { ChatEndpoint } from "../lib/settings";

/** Themes that one run asks the model about, and how many at once. */
const MOST_ASKED = 64;
const AT_ONCE = 4;
/** How long a call may take, in that of others: what is asked is little. And at most, so that a run ends in time. */
const SHARE_OF_TIMEOUT = 0.5;
const LONGEST_CALL_MS = 60_000;

/** The themes that have words for the first time, or others than before. */
export interface Worded {
  readonly created: Set<Id<"clusters">>;
  readonly changed: Set<Id<"clusters">>;
  /** Whether all that could be done is done. */
  readonly done: boolean;
}

/**
 * Gives words to themes that are new or have changed, the largest first, then asks the model about those that only have
 * extracted ones. `now`: when a theme that is new counts as created.
 */
export async function wordThemes(
  ctx: ActionCtx,
  { run, now }: { run: number; now: number },
  late: { readonly wording: () => boolean; readonly asking: () => boolean },
): Promise<Worded> {
  const worded = { created: new Set<Id<"clusters">>(), changed: new Set<Id<"clusters">>() };
  const write = async ({ clusterId }: Unworded, words: NewWords) => {
    const outcome = await ctx.runMutation(internal.consolidation.functions.word, {
      run,
      now,
      clusterId,
      words,
    });
    if (outcome !== "same") worded[outcome].add(clusterId);
  };
  const themes = (wording: "stale" | "provisional") =>
    ctx.runQuery(internal.consolidation.functions.wordedAs, { wording, most: AT_ONCE });

  for (let stale = await themes("stale"); stale.length > 0; stale = await themes("stale")) {
    if (late.wording()) return { ...worded, done: false };
    for (const theme of stale) await write(theme, extractedWords(theme, "provisional"));
  }
  const { llm } = currentSettings();
  if (llm === null) return { ...worded, done: true };
  for (let asked = 0; asked < MOST_ASKED; asked += AT_ONCE) {
    const provisional = await themes("provisional");
    if (provisional.length === 0) return { ...worded, done: true };
    if (late.asking()) break;
    const answers = await Promise.all(provisional.map((theme) => modelWords(ctx, llm, theme)));
    for (const [i, theme] of provisional.entries()) {
      const answer = answers[i];
      if (answer?.kind === "words") await write(theme, answer.words);
    }
    const failed = answers.find((answer) => answer.kind === "failed");
    if (failed === undefined) continue;
    // What fails now would fail for the rest as well; they are asked about another time.
    console.warn(`themes were worded without the model: ${failed.reason}`);
    return { ...worded, done: true };
  }
  return { ...worded, done: false };
}

type NewWords = Words & { readonly wording: "provisional" | "settled" };

function extractedWords({ theme, summary }: Unworded, wording: NewWords["wording"]): NewWords {
  return { theme, summary, writer: "reflex", wording };
}

type Answer = { kind: "words"; words: NewWords } | { kind: "failed"; reason: string };

/**
 * The model's words for a theme. Where it twice says what the memories don't, or the provider refuses their text, the
 * extracted ones hold until the theme changes.
 */
async function modelWords(ctx: ActionCtx, llm: ChatEndpoint, theme: Unworded): Promise<Answer> {
  const shown = shownOf(theme.texts);
  const completion = await complete(
    ctx,
    llm,
    {
      name: "theme",
      ...themePrompt(shown),
      schema: themeAnswerSchema(shown.length),
      problems: (answer) => themeProblems(answer, shown),
    },
    { timeoutMs: Math.min(LONGEST_CALL_MS, SHARE_OF_TIMEOUT * llm.timeoutMs) },
  );
  if (completion.kind === "answered")
    return { kind: "words", words: { ...themeWords(completion.value), writer: "model", wording: "settled" } };
  if (completion.ofText) return { kind: "words", words: extractedWords(theme, "settled") };
  return { kind: "failed", reason: completion.reason };
}
