/** What a text calls to mind: memories that bear on it, each thing once, however often it was told. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { onceEach } from "../../mind/lists/uniqueBy";
import { cut } from "../../mind/prompts/sections";
import { present } from "./present";
import { candidates, type Hit, type Retrieval } from "./retrieval";

/** Similarity under which a text shares a word with another by chance; far below a search's threshold, which people read. */
export const LEAST_SIMILAR = 0.35;
/** Memories looked at, since many may say the same. */
const MOST_TELLINGS = 96;

/** A cue is the beginning of a text: it says what the text is about. */
const CUE_LENGTH = 400;

/** What is looked up for a text. */
export function cueOf(text: string): string {
  return cut(text, CUE_LENGTH);
}

export interface Remembered {
  readonly row: Doc<"memories">;
  /** How much it bears on the text. */
  readonly bearing: number;
}

export interface Cue extends Pick<Retrieval, "query" | "vectorHits" | "breadth"> {
  /** Memories it may call to mind. */
  readonly most: number;
}

/** The memories that the cue calls to mind, what bears on it most first. */
export async function calledToMind(ctx: QueryCtx, { most, ...cue }: Cue): Promise<Remembered[]> {
  const hits = (await candidates(ctx, { ...cue, space: "memory", most: MOST_TELLINGS })).filter(
    ({ similarity }) => similarity >= LEAST_SIMILAR,
  );
  let things: Remembered[] = [];
  // One read for all, unless something was told again.
  for (let at = 0; at < hits.length && things.length < most; at += most) {
    const next = hits.slice(at, at + most);
    const rows = await present(
      ctx,
      "memories",
      next.map(({ text }) => text.owner),
    );
    const remembered = next.flatMap((hit, i) => {
      const row = rows[i];
      return row === undefined ? [] : [{ row, bearing: bearing(hit) }];
    });
    things = onceEach([...things, ...remembered], ({ row }) => row.normalKey);
  }
  return things.slice(0, most);
}

function bearing({ similarity, context }: Hit): number {
  return similarity + context;
}
