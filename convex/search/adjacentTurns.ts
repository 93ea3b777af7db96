/** Adjacent turns: the memories told just before and after others. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ADJACENT } from "../../mind/ranking/bm25";
import * as Documents from "./documents";
import { ReadBudget } from "./readBudget";

type Text = Doc<"searchDocuments">;

/** Texts further apart in time than this belong to different sessions. */
const SESSION_GAP_MS = 30 * 60_000;

/** These texts and the adjacent ones of the same scope, as many as the read budget allows. */
export async function around(ctx: QueryCtx, texts: readonly Text[]): Promise<Text[]> {
  const budget = new ReadBudget();
  const found: Text[] = [];
  for (const { place, scope } of texts) {
    if (budget.spent) break;
    const rows = await Documents.memoriesBetween(ctx, place - ADJACENT, place + ADJACENT);
    budget.count(rows);
    found.push(...rows.filter((row) => row.scope === scope));
  }
  return found;
}

/** Returns a function that gives the adjacent turns of a text among `texts`, of the same session and scope. */
export function adjacentAmong(texts: readonly Text[]): (text: Text) => Text[] {
  const byPlace = new Map(texts.map((text) => [text.place, text]));
  const offsets = Array.from({ length: 2 * ADJACENT + 1 }, (_, i) => i - ADJACENT);
  return ({ place, scope, createdAt }) =>
    offsets.flatMap((offset) => {
      const other = offset === 0 ? undefined : byPlace.get(place + offset);
      return other?.scope === scope && Math.abs(other.createdAt - createdAt) <= SESSION_GAP_MS ? [other] : [];
    });
}
