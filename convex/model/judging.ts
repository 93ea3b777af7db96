/** How much a memory matters, judged from its text: a text that was judged before matters as much as it did then. */
import type { QueryCtx } from "../_generated/server";
import { importanceOf, type ImportanceCues } from "../mind/importance/importance";
import type { Idf } from "../../mind/ranking/idf";
import { copiesOf } from "./copies";
import * as Totals from "./memoryTotals";

/** Earlier tellings of a text that are looked through: a caller may have said of the first ones how much they matter. */
const MOST_LOOKED_AT = 8;

/**
 * 0 to 1. Words weigh less the more often they were heard, but a text does not lose by being told again: the same
 * content stored twice has the same importance.
 */
export async function importanceFromText(
  ctx: QueryCtx,
  content: string,
  cues: ImportanceCues,
  idf: Idf,
): Promise<number> {
  const alike = await copiesOf(ctx, content, "oldest", MOST_LOOKED_AT);
  const before = alike.find((row) => row.content === content && row.judged !== undefined);
  return before?.judged ?? Totals.onGrid(importanceOf(content, cues, idf));
}
