/** Adjacent turns: the memories told just before and after others. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ADJACENT, type Adjacent } from "../../mind/ranking/bm25";
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
export function adjacentAmong(texts: readonly Text[]): (text: Text) => Adjacent<Text> {
  const byPlace = new Map(texts.map((text) => [text.place, text]));
  const distances = Array.from({ length: ADJACENT }, (_, i) => i + 1);
  const turns = ({ place, scope, createdAt }: Text, direction: -1 | 1) =>
    distances.flatMap((distance) => {
      const other = byPlace.get(place + direction * distance);
      return other?.scope === scope && Math.abs(other.createdAt - createdAt) <= SESSION_GAP_MS ? [other] : [];
    });
  return (text) => ({ before: turns(text, -1), after: turns(text, 1) });
}
