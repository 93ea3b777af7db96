/**
 * Plans an erasure: lists the rows that meet its filter and those that depend on them, over several transactions if needed.
 */
import { getConvexSize, type Infer } from "convex/values";
import { WORDS_KINDS, type DependentKind } from "../../mind/enums";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { termsOf } from "../../mind/text/tokens";
import { citationsOf, reachOf, writtenBy, type Named } from "./dependents";
import {
  candidateOf,
  isSearched,
  named,
  ownTexts,
  rows,
  selected,
  SOURCES,
  textsOf,
  type Candidate,
  type Filter,
  type SourceRow,
} from "./sources";
import { writeErasure, writeItem } from "./rows";
import type { erasuresTables } from "./tables";

type Erasure = Doc<"erasures">;
export type Changes = Partial<Erasure>;

/**
 * How long a plan can be carried out, in milliseconds. It is short, so that the rows are still those that the caller was
 * shown.
 */
export const USABLE_MS = 60 * 60 * 1_000;

/** The most rows and bytes that one step reads: normalising a megabyte of text takes a fifth of a second. */
const MAX_ROWS = 512;
const MAX_BYTES = 1024 * 1024;
/** The most items whose dependents one step looks up, and the most citations that it reads for them. */
const MAX_ITEMS = 256;
const MAX_CITATIONS = 512;
/** The most rows of receipts that one step looks up, and the most ticks whose texts it reads. */
const MAX_LOOKUPS = 512;
const MAX_REACHED = 32;
/** Terms by which texts are recognised; with more, nearly every text has one, so that all count as recognised. */
const MAX_TERMS = 4_000;
/** The most dependents that a plan lists by id. It counts all of them. */
const MAX_SHOWN = 64;

/** Inserts a new plan. Returns `unknown` with the first of the filter's ids that names no row. */
export async function begin(
  ctx: MutationCtx,
  now: number,
  { filter, withDerived, by }: Pick<Erasure, "withDerived" | "by"> & { readonly filter: Filter },
): Promise<{ readonly erasureId: Id<"erasures"> } | { readonly unknown: string }> {
  for (const id of filter.ids ?? []) if ((await named(ctx, id)) === null) return { unknown: id };
  const erasureId = await writeErasure(ctx, null, {
    status: "planning",
    step: 0,
    filter,
    cursor: { kind: "scan", source: 0, at: 0, seen: [] },
    ...{ withDerived, by },
    items: 0,
    ...{ matched: {}, dependents: {}, dependentRows: [], erased: {}, gone: 0, changed: 0 },
    createdAt: now,
    expiresAt: now + USABLE_MS,
    probes: [],
    probed: 0,
  });
  return { erasureId };
}

/** Takes one step of planning. Returns the changes to the plan's row, which the caller writes. */
export async function step(ctx: MutationCtx, erasure: Erasure): Promise<Changes> {
  const plan = new Plan(ctx, erasure);
  const { cursor, filter = {} } = erasure;
  if (cursor === undefined) return { status: "planned" };
  if (cursor.kind === "derive") return await derive(ctx, plan, cursor);
  return filter.ids === undefined
    ? await scan(ctx, plan, filter, cursor)
    : await look(ctx, plan, filter, filter.ids, cursor);
}

type Cursor = NonNullable<Infer<typeof erasuresTables.erasures.validator>["cursor"]>;
type Scan = Extract<Cursor, { kind: "scan" }>;
type Derive = Extract<Cursor, { kind: "derive" }>;

const DERIVE: Derive = { kind: "derive", number: 0, at: 0 };

/** Goes through the tables, from where the last step stopped. */
async function scan(ctx: MutationCtx, plan: Plan, filter: Filter, from: Scan): Promise<Changes> {
  let [rowsLeft, bytesLeft] = [MAX_ROWS, MAX_BYTES];
  let cursor = from;
  for (;;) {
    const source = SOURCES[cursor.source];
    if (source === undefined) return plan.changes(DERIVE);
    const next: Scan = { kind: "scan", source: cursor.source + 1, at: 0, seen: [] };
    if (!isSearched(source, filter)) {
      cursor = next;
      continue;
    }
    const seen = new Set(cursor.seen);
    let more = false;
    for await (const row of rows(ctx, source, cursor.at)) {
      const { _id, _creationTime } = row.stored;
      if (seen.has(_id)) continue;
      if (rowsLeft === 0 || bytesLeft <= 0) {
        more = true;
        break;
      }
      rowsLeft -= 1;
      bytesLeft -= getConvexSize(row.stored);
      const candidate = await selected(ctx, row, filter);
      // A row itself comes once, but several of its texts may select it.
      if (candidate !== null) await plan.add(candidate, { isNew: source.owner === undefined });
      // Several rows may have one creation time, so those already seen at that time are remembered.
      const together = _creationTime === cursor.at ? cursor.seen : [];
      cursor = { ...cursor, at: _creationTime, seen: [...together, _id] };
    }
    if (more) return plan.changes(cursor);
    cursor = next;
  }
}

/** Looks up the filter's ids, from where the last step stopped. */
async function look(
  ctx: MutationCtx,
  plan: Plan,
  filter: Filter,
  ids: readonly string[],
  { source: from }: Scan,
): Promise<Changes> {
  let bytes = 0;
  for (let i = from; i < ids.length; i++) {
    if (bytes > MAX_BYTES) return plan.changes({ kind: "scan", source: i, at: 0, seen: [] });
    const row = await named(ctx, ids[i] ?? "");
    if (row === null) continue;
    bytes += getConvexSize(row.stored);
    const candidate = await selected(ctx, row, filter);
    if (candidate !== null) await plan.add(candidate, { isNew: false });
  }
  return plan.changes(DERIVE);
}

/** Adds the dependents of the next items; they become items themselves, whose dependents a later step adds. Then follows ticks. */
async function derive(ctx: MutationCtx, plan: Plan, from: Derive): Promise<Changes> {
  const items = await ctx.db
    .query("erasureItems")
    .withIndex("by_number", (q) => q.eq("erasureId", plan.erasureId).gte("number", from.number))
    .take(MAX_ITEMS);
  let citationsLeft = MAX_CITATIONS;
  for (const { number, id } of items) {
    const at = number === from.number ? from.at : 0;
    const { rows, more } = await citationsOf(ctx, id, at, citationsLeft);
    for (const { derived, kind, shown } of rows) await plan.addDependent(derived, kind, shown === true);
    citationsLeft -= rows.length;
    if (more) return plan.changes({ ...from, number, at: rows.at(-1)?._creationTime ?? at });
  }
  const last = items.at(-1);
  if (last !== undefined) return plan.changes({ ...from, number: last.number + 1, at: 0 });
  const ticks = await followTicks(
    ctx,
    plan,
    from.ticks ?? { at: await firstTickBefore(ctx, plan.since), seen: [] },
  );
  if (ticks !== null) return plan.changes({ ...from, ticks });
  return { ...plan.changes(undefined), status: "planned", filter: undefined, terms: undefined };
}

/** Ticks run one at a time, so the last one that began before a row was stored is the first that may have been shown it. */
async function firstTickBefore(ctx: MutationCtx, at: number): Promise<number> {
  const before = ctx.db.query("ticks").withIndex("by_creation_time", (q) => q.lte("_creationTime", at));
  return (await before.order("desc").first())?._creationTime ?? 0;
}

/**
 * Adds what ticks wrote over planned rows, in the order of the ticks, so that a later one is compared with all that earlier ones
 * wrote. Stops after each that adds something, because what cites that must be planned before the next. Returns where to go on;
 * null at the end.
 */
async function followTicks(
  ctx: MutationCtx,
  plan: Plan,
  from: NonNullable<Derive["ticks"]>,
): Promise<NonNullable<Derive["ticks"]> | null> {
  let [cursor, bytesLeft, reached] = [from, MAX_BYTES, 0];
  const before = plan.size;
  const ticks = ctx.db.query("ticks").withIndex("by_creation_time", (q) => q.gte("_creationTime", from.at));
  for await (const tick of ticks) {
    if (from.seen.includes(tick._id)) continue;
    if (plan.size > before || bytesLeft <= 0 || plan.lookups > MAX_LOOKUPS || reached === MAX_REACHED)
      return cursor;
    bytesLeft -= getConvexSize(tick);
    const reach = await reachOf(tick, plan.named);
    if (reach !== null) {
      reached += 1;
      await plan.addWritten(await writtenBy(ctx, tick, plan.named), reach);
    }
    const together = tick._creationTime === cursor.at ? cursor.seen : [];
    cursor = { at: tick._creationTime, seen: [...together, tick._id] };
  }
  return plan.size > before ? cursor : null;
}

/** Adds items to a plan, and its counts, within one transaction. */
class Plan {
  readonly erasureId: Id<"erasures">;
  readonly #ctx: MutationCtx;
  readonly #matched: Record<string, number>;
  readonly #dependents: Record<string, number>;
  readonly #dependentRows: Erasure["dependentRows"];
  readonly #terms: Set<string>;
  readonly #known = new Map<string, { readonly isWords: boolean } | null>();
  #items: number;
  #since: number;

  constructor(ctx: MutationCtx, { _id, items, matched, dependents, dependentRows, terms, since }: Erasure) {
    this.erasureId = _id;
    this.#terms = new Set(terms);
    this.#since = since ?? Infinity;
    this.#ctx = ctx;
    this.#items = items;
    this.#matched = { ...matched };
    this.#dependents = { ...dependents };
    this.#dependentRows = [...dependentRows];
  }

  /** How many items it has. */
  get size(): number {
    return this.#items;
  }

  /** When the oldest selected row was stored, in ms since the epoch; 0 if one was imported. */
  get since(): number {
    return this.#since;
  }

  /** How many ids were looked up in this transaction. */
  get lookups(): number {
    return this.#known.size;
  }

  /** `isNew`: whether the plan is known not to name the row yet. */
  async add(candidate: Candidate, { isNew }: { readonly isNew: boolean }): Promise<void> {
    if (!isNew && (await this.named(candidate.id)) !== null) return;
    await this.#insert(candidate);
    increase(this.#matched, candidate.kind);
    const row = await named(this.#ctx, candidate.id);
    if (row === null) return;
    await this.#recognise(row);
    const imported = this.#ctx.db
      .query("importedRows")
      .withIndex("by_row_here", (q) => q.eq("row", row.stored._id));
    this.#since = Math.min(this.#since, (await imported.first()) === null ? row.stored._creationTime : 0);
  }

  /**
   * `kind`: how dependents name it. A reflection, for example, is an item of kind `memory`. `ifTraced`: add it only if it holds
   * words of the planned rows.
   */
  async addDependent(id: string, kind: DependentKind, ifTraced: boolean): Promise<void> {
    const row = await named(this.#ctx, id);
    if (row === null || (await this.named(id)) !== null) return;
    // A thought says what it has from its seeds.
    const [text = "", ...others] = textsOf(row);
    if (ifTraced && !this.#holds([text], kind === "thought" ? others : [])) return;
    await this.#addDependent(row, kind);
  }

  /** Adds what a tick wrote; of what it learned, and of a tick that was reached by traces, only texts with words of planned rows. */
  async addWritten(written: Awaited<ReturnType<typeof writtenBy>>, reach: "all" | "traced"): Promise<void> {
    for (const { id, kind, texts, own } of written) {
      if ((reach === "traced" || kind === "memory") && !this.#holds(texts, own)) continue;
      const row = await named(this.#ctx, id);
      if (row !== null && (await this.named(id)) === null) await this.#addDependent(row, kind);
    }
  }

  readonly named: Named = async (id) => {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const item = await this.#ctx.db
      .query("erasureItems")
      .withIndex("by_item", (q) => q.eq("erasureId", this.erasureId).eq("id", id))
      .unique();
    const found = item && { isWords: isWords(item.dependsAs) };
    this.#known.set(id, found);
    return found;
  };

  /** The changes to the plan's row. */
  changes(cursor: Cursor | undefined): Changes {
    return {
      cursor,
      items: this.#items,
      matched: this.#matched,
      dependents: this.#dependents,
      dependentRows: this.#dependentRows,
      terms: [...this.#terms],
      ...(this.#since < Infinity && { since: this.#since }),
    };
  }

  async #addDependent(row: SourceRow, kind: DependentKind): Promise<void> {
    const candidate = await candidateOf(this.#ctx, row);
    if (candidate === null) return;
    await this.#insert(kind === "reply" ? { ...candidate, kind } : candidate, kind);
    increase(this.#dependents, kind);
    if (this.#dependentRows.length < MAX_SHOWN) this.#dependentRows.push({ kind, _id: row.stored._id });
    if (!isWords(kind)) await this.#recognise(row);
  }

  /** Adds the terms of a row to those by which texts are recognised. */
  async #recognise(row: SourceRow): Promise<void> {
    for (const text of await ownTexts(this.#ctx, row))
      if (this.#terms.size <= MAX_TERMS) for (const term of termsOf(text)) this.#terms.add(term);
  }

  /** Whether these texts hold a term of the planned rows that is in none of `own`. */
  #holds(texts: readonly (string | undefined)[], own: readonly string[]): boolean {
    if (this.#terms.size > MAX_TERMS) return true;
    const traces = texts.flatMap((text = "") => termsOf(text)).filter((term) => this.#terms.has(term));
    if (traces.length === 0) return false;
    const known = new Set(own.flatMap(termsOf));
    return traces.some((term) => !known.has(term));
  }

  async #insert({ kind, id, version }: Candidate, dependsAs?: DependentKind): Promise<void> {
    await writeItem(this.#ctx, null, {
      ...{ erasureId: this.erasureId, number: this.#items, kind, id },
      ...(version === undefined ? {} : { version }),
      ...(dependsAs === undefined ? {} : { dependsAs }),
    });
    this.#items += 1;
    this.#known.set(id, { isWords: isWords(dependsAs) });
  }
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function isWords(kind: DependentKind | undefined): boolean {
  return (WORDS_KINDS as readonly (DependentKind | undefined)[]).includes(kind);
}
