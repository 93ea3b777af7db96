/** Memories and thoughts in the order in which they were told: those around a place, those of the last while. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { TELLING_MS } from "../mind/search/searchRanking";
import type { Space } from "../../mind/enums";
import type { ReadAllowance } from "./readAllowance";
import * as Texts from "./texts";

type Text = Doc<"texts">;

/** How far to either side: a text's match depends on the two before it and the one after. */
const REACH = 2;
/** Texts in a row that are read as one range, and ranges read at once; between them the allowance is looked at. */
const LONGEST_RUN = 4;
const MOST_AT_ONCE = 4;

/** Whether places in a space are those of a telling; a passage's is its place within its item. */
export function isTold(space: Space): boolean {
  return space !== "knowledge";
}

/** The texts around these, without those that are `known`; they themselves may be among the known. */
export async function around(
  ctx: QueryCtx,
  space: Space,
  texts: readonly Text[],
  known: readonly Text[],
  allowance: ReadAllowance,
): Promise<Text[]> {
  const have = new Set(known.map(({ place }) => place));
  const wanted = new Set(
    texts.flatMap(({ place }) => Array.from({ length: 2 * REACH + 1 }, (_, i) => place - REACH + i)),
  );
  const runs = runsOf([...wanted].filter((place) => place >= 0 && !have.has(place)));
  const found: Text[] = [];
  for (let i = 0; i < runs.length && !allowance.spent;) {
    const next = runs.slice(i, i + Math.ceil(allowance.atOnce(MOST_AT_ONCE * LONGEST_RUN) / LONGEST_RUN));
    i += next.length;
    const rows = await Promise.all(next.map(({ first, last }) => Texts.between(ctx, space, first, last)));
    allowance.count(rows.flat());
    found.push(...rows.flat());
  }
  return found;
}

/** The keys of the two texts before and the one after each, as far as they are of the same telling. */
export function neighboursAmong(texts: readonly Text[]) {
  const byPlace = new Map(texts.map((text) => [text.place, text]));
  return (text: Text) => {
    const at = (place: number) => {
      const other = byPlace.get(place);
      return other !== undefined && Math.abs(other.createdAt - text.createdAt) <= TELLING_MS
        ? other._id
        : null;
    };
    const [previous, earlier] = [at(text.place - 1), at(text.place - 2)];
    const before = previous === null ? [] : earlier === null ? [previous] : [previous, earlier];
    return { before, after: at(text.place + 1) };
  };
}

/** A time of the telling, in ms since the epoch; both ends are out of it. Left out, `before` is any time to come. */
export interface Period {
  readonly since: number;
  readonly before?: number;
}

/** All texts of a period, the newest first; null where they are more than `most` or too long to read. */
export async function allWithin(
  ctx: QueryCtx,
  space: Space,
  period: Period,
  most: number,
  allowance: ReadAllowance,
): Promise<Text[] | null> {
  const texts: Text[] = [];
  for await (const text of within(ctx, space, period).order("desc")) {
    if (texts.length === most || allowance.spent) return null;
    texts.push(text);
    allowance.count([text]);
  }
  return texts;
}

/** The last of a period's texts, `most` at most and as many as may be read. */
export async function newestWithin(
  ctx: QueryCtx,
  space: Space,
  period: Period,
  most: number,
  allowance: ReadAllowance,
): Promise<Text[]> {
  return await allowance.take(within(ctx, space, period).order("desc"), most);
}

/** Whether a period has more than `most` texts; answered by two reads, from their places. */
export async function hasMoreThan(
  ctx: QueryCtx,
  space: Space,
  period: Period,
  most: number,
): Promise<boolean> {
  const first = await within(ctx, space, period).first();
  const last = first === null ? null : await within(ctx, space, period).order("desc").first();
  return first !== null && last !== null && last.place - first.place >= most;
}

function within(ctx: QueryCtx, space: Space, { since, before }: Period) {
  return ctx.db.query("texts").withIndex("by_createdAt", (q) => {
    const later = q.eq("space", space).gt("createdAt", since);
    return before === undefined ? later : later.lt("createdAt", before);
  });
}

/** The text made last; null where there is none. */
export async function newest(ctx: QueryCtx, space: Space): Promise<Text | null> {
  return await ctx.db
    .query("texts")
    .withIndex("by_createdAt", (q) => q.eq("space", space))
    .order("desc")
    .first();
}

/** Whole numbers as runs without gaps, none longer than is read at once. */
function runsOf(places: readonly number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === place - 1 && place - run.first < LONGEST_RUN) run.last = place;
    else runs.push({ first: place, last: place });
  }
  return runs;
}
