/**
 * Change sets: what one merge, one linking, one tick's learning or one consolidation changed, by ids and versions, so that it
 * can be undone (corrections/undo) without keeping any text twice.
 */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Numbered from "../lib/numbered";
import { publicOf } from "../lib/publicOf";
import type { RangeArgs } from "../lib/validators";
import { writeChangeSet } from "./rows";
import { changesTables, type changedMemory } from "./tables";

/** Memories that a listed change set names. */
export const MAX_IDS = 64;

export type Kind = Doc<"changes">["kind"];
export type ChangedMemory = Infer<typeof changedMemory>;

/** A change set as callers see it. */
export const publicChange = changesTables.changes.validator
  .pick("kind", "by", "who", "tickId", "counts", "at", "undone")
  .extend({
    _id: v.id("changes"),
    memoryIds: v.array(v.id("memories")),
    undoing: v.optional(v.literal(true)),
  });
export type PublicChange = Infer<typeof publicChange>;

/** What opens a change set: its kind, and who caused it. */
export type Opening = Pick<Doc<"changes">, "kind" | "by" | "tickId" | "run"> & {
  readonly who?: string | undefined;
};

/** An addition to a change set. `memories`: changed memories with their versions. `grouped`: how many joined themes. */
interface Addition {
  readonly memories?: readonly ChangedMemory[];
  readonly grouped?: number;
  readonly links?: number;
  readonly themes?: number;
}

type Row = WithoutSystemFields<Doc<"changes">> & Pick<Doc<"changes">, "_id">;
type Content = Pick<Row, "memories" | "counts">;

const EMPTY: Content = { memories: [], counts: { memories: 0, links: 0, themes: 0 } };

/** A change set that is inserted with its first change, so that an operation without changes leaves none. */
export class ChangeSet {
  readonly #ctx: MutationCtx;
  readonly #now: number;
  readonly #opening: Opening;
  #row: Row | null = null;

  constructor(ctx: MutationCtx, now: number, opening: Opening) {
    this.#ctx = ctx;
    this.#now = now;
    this.#opening = opening;
  }

  /** Its id, and its place among all change sets. Inserts it if that has not happened yet. */
  async row(): Promise<{ readonly _id: Id<"changes">; readonly place: number }> {
    return this.#row ?? (await this.#write((content) => content));
  }

  async add({ memories = [], grouped = 0, links = 0, themes = 0 }: Addition): Promise<void> {
    await this.#write((known) => {
      const all = memories.reduce(withMemory, known.memories);
      const { counts } = known;
      return {
        memories: [...all],
        counts: {
          memories: counts.memories + all.length - known.memories.length + grouped,
          links: counts.links + links,
          themes: counts.themes + themes,
        },
      };
    });
  }

  async #write(change: (content: Content) => Content): Promise<Row> {
    const { run, who, tickId, kind, by } = this.#opening;
    const lastOfKind = this.#row === null ? await newest(this.#ctx, { kind }) : null;
    // All transactions of one run add to one set.
    const isOurs = run !== undefined && lastOfKind?.run === run && !isUndone(lastOfKind);
    const known = isOurs ? lastOfKind : this.#row;
    if (known !== null) {
      const content = change(known);
      const row = await this.#ctx.db.get("changes", known._id);
      if (row === null) throw new Error("a change set is gone within the mutation that adds to it");
      await writeChangeSet(this.#ctx, row, { ...row, memories: content.memories, counts: content.counts });
      return (this.#row = { ...known, ...content });
    }
    const last = await newest(this.#ctx, {});
    const fields = {
      ...{ kind, by, who, tickId, run },
      ...change(EMPTY),
      // Never earlier than the last set's, even if the clock was set back.
      at: Math.max(this.#now, last?.at ?? 0),
      place: last === null ? 0 : last.place + 1,
      placeOfKind: lastOfKind === null ? 0 : lastOfKind.placeOfKind + 1,
    };
    return (this.#row = { ...fields, _id: await writeChangeSet(this.#ctx, null, fields) });
  }
}

/** Adds a changed memory, or merges a further change of a memory into its first one. */
function withMemory(memories: readonly ChangedMemory[], next: ChangedMemory): readonly ChangedMemory[] {
  const known = memories.find(({ memoryId }) => memoryId === next.memoryId);
  if (known === undefined) return [...memories, next];
  const both = { ...next, ...known, to: next.to, merges: [...known.merges, ...next.merges] };
  return memories.map((one) => (one === known ? both : one));
}

/** Whether the set is undone, or being undone. */
export function isUndone({ undone, undoing }: Pick<Doc<"changes">, "undone" | "undoing">): boolean {
  return undone !== undefined || undoing !== undefined;
}

interface Filter {
  readonly kind?: Kind | undefined;
}

/** A page, newest first. */
export async function list(
  ctx: QueryCtx,
  { kind, ...range }: Filter & RangeArgs,
): Promise<{ changes: PublicChange[]; total: number; hasMore: boolean }> {
  const { rows, ...figures } = await Numbered.page(
    {
      between: (from, to) => between(ctx, { kind }, from, to),
      placeOf: ({ place, placeOfKind }: Doc<"changes">) => (kind === undefined ? place : placeOfKind),
    },
    range,
  );
  return { changes: rows.map(toPublic), ...figures };
}

export function toPublic(row: Doc<"changes">): PublicChange {
  return publicOf(publicChange)({
    ...row,
    memoryIds: row.memories.slice(0, MAX_IDS).map(({ memoryId }) => memoryId),
    undoing: row.undoing === undefined ? undefined : true,
  });
}

/** The newest set of a kind, or of all. */
export function newest(ctx: QueryCtx, filter: Filter): Promise<Doc<"changes"> | null> {
  return between(ctx, filter).order("desc").first();
}

/** The sets that a filter selects, at places from `from` (inclusive) to `to` (exclusive). */
export function between(ctx: QueryCtx, { kind }: Filter, from = 0, to = Infinity) {
  const changes = ctx.db.query("changes");
  return kind === undefined
    ? changes.withIndex("by_place", (q) => q.gte("place", from).lt("place", to))
    : changes.withIndex("by_kind", (q) => q.eq("kind", kind).gte("placeOfKind", from).lt("placeOfKind", to));
}
