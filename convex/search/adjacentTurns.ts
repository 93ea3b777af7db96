/** Memories and thoughts in the order in which they were told: those around one, those of the last while. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ADJACENT } from "../../mind/ranking/bm25";
import type { Space } from "../../mind/enums";
import type { ReadBudget } from "./readBudget";
import * as Documents from "./documents";

type Text = Doc<"searchDocuments">;

/** Texts further apart in time than this are of different sessions. */
const SESSION_GAP_MS = 30 * 60_000;
/** Texts whose neighbours are read at once; between them the allowance is looked at. */
const MAX_AT_ONCE = 4;

/** Whether places in a space are those of a sequence in time; a passage's is its place within its item. */
export function hasTurns(space: Space): boolean {
  return space !== "knowledge";
}

/** These texts and those around them, each once. */
export async function around(
  ctx: QueryCtx,
  space: Space,
  texts: readonly Text[],
  allowance: ReadBudget,
): Promise<Text[]> {
  const found: Text[] = [];
  for (let i = 0; i < texts.length && !allowance.spent;) {
    const next = texts.slice(i, i + Math.max(1, Math.floor(allowance.atOnce(MAX_AT_ONCE * REACH) / REACH)));
    i += next.length;
    const rows = await Promise.all(
      next.map(({ place }) => Documents.between(ctx, space, place - ADJACENT, place + ADJACENT)),
    );
    allowance.count(rows.flat());
    found.push(...rows.flat());
  }
  return found;
}

/** A text with those on either side. */
const REACH = 2 * ADJACENT + 1;

/** For each of `texts`, the others of them that stand around it in the same session. */
export function adjacentAmong(texts: readonly Text[]): (text: Text) => Text[] {
  const byPlace = new Map(texts.map((text) => [text.place, text]));
  const offsets = Array.from({ length: REACH }, (_, i) => i - ADJACENT).filter((offset) => offset !== 0);
  return ({ place, createdAt }) =>
    offsets.flatMap((offset) => {
      const other = byPlace.get(place + offset);
      return other !== undefined && Math.abs(other.createdAt - createdAt) <= SESSION_GAP_MS ? [other] : [];
    });
}

/** All texts since a moment (ms since the epoch, itself left out), the newest first; null where they are more than `most` or too long to read. */
export async function allSince(
  ctx: QueryCtx,
  space: Space,
  since: number,
  most: number,
  allowance: ReadBudget,
): Promise<Text[] | null> {
  const later = () =>
    ctx.db
      .query("searchDocuments")
      .withIndex("by_createdAt", (q) => q.eq("space", space).gt("createdAt", since));
  // Two reads tell how many there are, by their places.
  const first = await later().first();
  const last = first === null ? null : await later().order("desc").first();
  if (first === null || last === null) return [];
  if (last.place - first.place >= most) return null;
  const texts: Text[] = [];
  for await (const text of later().order("desc")) {
    if (allowance.spent) return null;
    texts.push(text);
    allowance.count([text]);
  }
  return texts;
}

/** The text made last; null where there is none. */
export async function newest(ctx: QueryCtx, space: Space): Promise<Text | null> {
  return await ctx.db
    .query("searchDocuments")
    .withIndex("by_createdAt", (q) => q.eq("space", space))
    .order("desc")
    .first();
}
