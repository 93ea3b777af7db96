/** Texts that share the query's most telling words, from the text index. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { furtherTerms, tellingTerms } from "../mind/search/searchRanking";
import type { Asked } from "./asked";
import type { ReadAllowance } from "./readAllowance";
import { daysOf, isInScope, type Scope, type Stretch } from "./searchWindow";
import * as Tellings from "./tellings";
import { indexQuery, matching, MOST_WORDS } from "./textIndex";
import * as Texts from "./texts";

type Text = Doc<"texts">;

/** Words in place of others, at most: the index walks through every text that has one. */
const MOST_FURTHER = 6;
/** What is left of a day in the window is read as a whole, where it is no more than this. */
const FEW = 512;

/**
 * The best `most` texts of the scope for the query's words, a list for each stretch of time. Null stretches: one of all
 * time. They are to be ranked anew, for the index weighs words otherwise than `mind/similarity/lexical`.
 */
export async function textHits(
  ctx: QueryCtx,
  asked: Asked,
  scope: Scope,
  stretches: readonly Stretch[] | null,
  most: number,
  allowance: ReadAllowance,
): Promise<Text[][]> {
  const words = wordsOf(asked);
  if (words === null) return [];
  const search = { words, scope, most, allowance };
  const hits: Text[][] = [];
  for (const stretch of stretches ?? [null]) hits.push(await hitsOf(ctx, search, stretch));
  return hits;
}

/** What to ask the index for: the query's most telling words, and what may stand in their place; null where it has none. */
export function wordsOf({ question, idf }: Asked): string | null {
  const further = furtherTerms(question, idf, MOST_FURTHER);
  return indexQuery([...tellingTerms(question.counts.keys(), idf, MOST_WORDS), ...further]);
}

interface Search {
  readonly words: string;
  readonly scope: Scope;
  readonly most: number;
  readonly allowance: ReadAllowance;
}

/**
 * The best of one stretch. Where the window begins within it, and more stands before the window than is looked for, what
 * is in the window is looked for by itself: a search leads to so many texts, and these may all be from before.
 */
async function hitsOf(ctx: QueryCtx, search: Search, stretch: Stretch | null): Promise<Text[]> {
  const { words, scope, most, allowance } = search;
  const hits: Text[] = [];
  let before = 0;
  for await (const text of matching(ctx, words, scope, stretch)) {
    allowance.count([text]);
    if (isInScope(text, scope)) hits.push(text);
    else {
      before += 1;
      const inWindow = before === most + 1 ? await hitsWithin(ctx, search, stretch) : null;
      if (inWindow !== null) {
        const known = new Set(hits.map(({ _id }) => _id));
        return [...hits, ...inWindow.filter(({ _id }) => !known.has(_id))];
      }
    }
    if (hits.length === most || allowance.spent) break;
  }
  return hits;
}

/** What a stretch holds of the window: the best of each day, or all that is left of a day; null where that is too much. */
async function hitsWithin(ctx: QueryCtx, search: Search, stretch: Stretch | null): Promise<Text[] | null> {
  const { scope, allowance } = search;
  const { space, since } = scope;
  if (stretch === null || since === undefined) return null;
  if (stretch.field === "day") {
    const rest = { since, before: Texts.endOfDay(stretch.value) };
    if (await Tellings.hasMoreThan(ctx, space, rest, FEW)) return null;
    const told = await Tellings.newestWithin(ctx, space, rest, FEW, allowance);
    return told.filter((text) => isInScope(text, scope));
  }
  const hits: Text[] = [];
  for (const day of daysOf(stretch, since)) hits.push(...(await hitsOf(ctx, search, day)));
  return hits;
}
