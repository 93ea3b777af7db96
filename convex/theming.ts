/** The words of themes: the reflexes' at once, the model's where one is configured and keeps to the memories. */
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { askModel } from "./asking";
import { currentSettings } from "./currentSettings";
import { termsOf } from "../mind/text/tokens";
import {
  MOST_SHOWN,
  shownOf,
  themeAnswerSchema,
  themeProblems,
  themePrompt,
  themeWords,
} from "./mind/themes/themePrompt";
import type { ThemeMember } from "./mind/themes/namedMatters";
import { themeLabel, themeSummary } from "./mind/themes/themes";
import type { Words } from "./model/coreMemories";
import type { CoreMemoryId, Member, RunMemory } from "./runMemory";
import type { ChatEndpoint } from "./settings";

/** Members that label and summary are made from, spread evenly over all; more of them change few words. */
const MOST_READ = 32;
/** What is read of a member: `mind/themes/themes` looks at no more. */
const READ_LENGTH = 2_000;
/** Themes that one run asks the model about, and how many at once. */
const MOST_ASKED = 64;
const ASKED_AT_ONCE = 4;
/** How long a call may take, in that of others: what is asked is little. And at most, so that a run ends in time. */
const SHARE_OF_TIMEOUT = 0.5;
const LONGEST_CALL_MS = 60_000;
/** Themes that the reflexes word between two looks at the clock. */
const WORDED_AT_ONCE = 8;
/** So many runs ask the model for words that it gives none of use for; then the reflexes' are the last. */
const MOST_TRIES = 5;
/** A run stops asking a model that had nothing of use for so many themes and for none before. */
const HOPELESS = 12;

interface Theme {
  readonly id: CoreMemoryId;
  readonly members: readonly Member[];
  /** How often it was asked about, and no words came of it. */
  readonly askedInVain: number;
}

/** Theme and summary in the members' own words. */
export async function reflexWords(
  ctx: ActionCtx,
  memory: RunMemory,
  members: readonly Member[],
): Promise<Words> {
  const texts = await contentsOf(ctx, members, MOST_READ);
  await memory.readTerms(
    texts.flatMap(({ text, entities }) => [
      ...termsOf(text.slice(0, READ_LENGTH)),
      ...entities.flatMap(termsOf),
    ]),
  );
  const idf = memory.idf();
  return {
    theme: themeLabel(texts, idf),
    summary: themeSummary(texts, idf, members.length),
    writer: "reflex",
    wording: "provisional",
  };
}

/**
 * Words the themes that have changed, the largest first: by the model where there is one, else and where it fails by the
 * reflexes. Then asks the model about those that only the reflexes have worded. Answers which themes have other words
 * now than before, and whether all that could be done is done.
 */
export async function wordThemes(
  ctx: ActionCtx,
  memory: RunMemory,
  late: { readonly asking: () => boolean; readonly wording: () => boolean },
): Promise<{ reworded: CoreMemoryId[]; done: boolean }> {
  const { llm } = currentSettings();
  const reworded: CoreMemoryId[] = [];
  const asked = llm === null ? ASKED_NOBODY : await askAbout(ctx, memory, llm, reworded, late.asking);
  for (;;) {
    const stale = await ctx.runQuery(internal.coreMemories.worded, {
      wording: "stale",
      most: WORDED_AT_ONCE,
    });
    if (stale.length === 0) return { reworded, done: asked.done };
    if (late.wording()) return { reworded, done: false };
    for (const theme of stale) {
      if (await reword(ctx, memory, theme, await reflexWords(ctx, memory, theme.members)))
        reworded.push(theme.id);
    }
  }
}

const ASKED_NOBODY = { done: true };

/** Asks the model about themes it has not worded as they are, each once, until it fails or enough is asked for one run. */
async function askAbout(
  ctx: ActionCtx,
  memory: RunMemory,
  llm: ChatEndpoint,
  reworded: CoreMemoryId[],
  late: () => boolean,
): Promise<{ done: boolean }> {
  const asked = new Set<CoreMemoryId>();
  let settled = 0;
  while (asked.size < MOST_ASKED) {
    const themes = await toAsk(ctx, Math.min(ASKED_AT_ONCE, MOST_ASKED - asked.size), asked);
    if (themes.length === 0) return { done: true };
    if (late()) return { done: false };
    const told = await Promise.all(themes.map((theme) => modelWords(ctx, memory, llm, theme)));
    let failure: string | null = null;
    for (const [i, theme] of themes.entries()) {
      const answer = told[i];
      asked.add(theme.id);
      if (answer?.kind === "failed") failure = answer.reason;
      if (answer?.kind !== "worded") continue;
      if (answer.words.writer === "model") settled += 1;
      if (await reword(ctx, memory, theme, answer.words)) reworded.push(theme.id);
    }
    // What fails now would fail for the rest as well; they keep the reflexes' words and are asked about another time.
    if (settled === 0 && asked.size >= HOPELESS) failure ??= "it had no words of use";
    if (failure !== null) {
      console.warn(`themes were worded without the model: ${failure}`);
      return { done: true };
    }
  }
  return { done: false };
}

/** Themes that this run has not asked about: those whose words are stale first, of each kind the largest. */
async function toAsk(ctx: ActionCtx, most: number, asked: ReadonlySet<CoreMemoryId>): Promise<Theme[]> {
  const found: Theme[] = [];
  for (const wording of ["stale", "provisional"] as const) {
    if (found.length === most) break;
    // As many more as were asked about already, which may all be among them.
    const themes = await ctx.runQuery(internal.coreMemories.worded, { wording, most: most + asked.size });
    found.push(...themes.filter(({ id }) => !asked.has(id)).slice(0, most - found.length));
  }
  return found;
}

type Told = { kind: "worded"; words: Words } | { kind: "failed"; reason: string };

/** The model's words for a theme. Where it twice says what the memories do not, the reflexes', until a later run asks again. */
async function modelWords(
  ctx: ActionCtx,
  memory: RunMemory,
  llm: ChatEndpoint,
  { members, askedInVain }: Theme,
): Promise<Told> {
  const shown = shownOf((await contentsOf(ctx, members, MOST_SHOWN)).map(({ text }) => text));
  const completion = await askModel(
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
    return {
      kind: "worded",
      words: { ...themeWords(completion.value), writer: "model", wording: "settled", askedInVain: 0 },
    };
  // One that the provider refuses for what it says is asked in vain as well, and keeps the model from no other.
  if (!completion.ofText) return { kind: "failed", reason: completion.reason };
  const tries = askedInVain + 1;
  const wording = tries < MOST_TRIES ? "provisional" : "settled";
  const words = { ...(await reflexWords(ctx, memory, members)), wording, askedInVain: tries } as const;
  return { kind: "worded", words };
}

/** Whether the theme has other words now. */
async function reword(
  ctx: ActionCtx,
  memory: RunMemory,
  { id, members }: Theme,
  words: Words,
): Promise<boolean> {
  const size = members.length;
  return await ctx.runMutation(internal.coreMemories.reword, { run: memory.run, id, size, words });
}

/** What at most `most` of the members say, spread evenly over all of them, oldest first. */
async function contentsOf(ctx: ActionCtx, members: readonly Member[], most: number): Promise<ThemeMember[]> {
  const step = Math.max(1, members.length / most);
  const chosen = Array.from(
    { length: Math.min(most, members.length) },
    (_, i) => members[Math.floor(i * step)],
  );
  const memoryIds = chosen.flatMap((member) => member?.memoryId ?? []);
  return await ctx.runQuery(internal.coreMemories.contents, { memoryIds });
}
