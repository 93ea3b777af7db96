/**
 * Plans an erasure: lists the rows that meet its filter and those that depend on them, over several transactions if needed.
 */
import { getConvexSize, type Infer } from "convex/values";
import type { DependentKind } from "../../mind/enums";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { takeWithinBudget } from "../lib/withinBudget";
import { isSearched, named, selected, SOURCES, type Candidate, type Filter } from "./sources";
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
/** The most dependents that a plan lists by id. It counts all of them. */
const MAX_SHOWN = 64;

/** Inserts a new plan. Returns `unknown` with the first of the filter's ids that names no row. */
export async function begin(
  ctx: MutationCtx,
  now: number,
  { filter, withDerived }: { readonly filter: Filter; readonly withDerived: boolean },
): Promise<{ readonly erasureId: Id<"erasures"> } | { readonly unknown: string }> {
  for (const id of filter.ids ?? []) if ((await named(ctx, id)) === null) return { unknown: id };
  const erasureId = await ctx.db.insert("erasures", {
    status: "planning",
    step: 0,
    filter,
    cursor: { kind: "scan", source: 0, at: 0, seen: [] },
    withDerived,
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
    const rows = source.rows(ctx, cursor.at);
    let more = false;
    for await (const row of rows) {
      if (seen.has(row._id)) continue;
      if (rowsLeft === 0 || bytesLeft <= 0) {
        more = true;
        break;
      }
      rowsLeft -= 1;
      bytesLeft -= getConvexSize(row.stored);
      const candidate = await selected(row, filter);
      // A row itself comes once, but several of its texts may select it.
      if (candidate !== null) await plan.add(candidate, { isNew: !source.onlyTexts });
      // Several rows may have one creation time, so those already seen at that time are remembered.
      const together = row._creationTime === cursor.at ? cursor.seen : [];
      cursor = { ...cursor, at: row._creationTime, seen: [...together, row._id] };
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
    const candidate = await selected(row, filter);
    if (candidate !== null) await plan.add(candidate, { isNew: false });
  }
  return plan.changes(DERIVE);
}

/** Adds the dependents of the next items. They become items themselves, whose dependents a later step adds. */
async function derive(ctx: MutationCtx, plan: Plan, from: Derive): Promise<Changes> {
  const items = await ctx.db
    .query("erasureItems")
    .withIndex("by_number", (q) => q.eq("erasureId", plan.erasureId).gte("number", from.number))
    .take(MAX_ITEMS);
  let citationsLeft = MAX_CITATIONS;
  for (const { number, id } of items) {
    const at = number === from.number ? from.at : 0;
    const cited = ctx.db
      .query("citations")
      .withIndex("by_source", (q) => q.eq("source", id).gte("_creationTime", at));
    const { rows, more } = await takeWithinBudget(cited, citationsLeft);
    for (const { derived, kind } of rows) await plan.addDependent(derived, kind);
    citationsLeft -= rows.length;
    if (more) return plan.changes({ kind: "derive", number, at: rows.at(-1)?._creationTime ?? at });
    for (const row of await writtenOver(ctx, id)) await plan.addDependent(row.id, row.kind);
  }
  const last = items.at(-1);
  if (last !== undefined) return plan.changes({ kind: "derive", number: last.number + 1, at: 0 });
  return { ...plan.changes(undefined), status: "planned", filter: undefined };
}

/** The log entry and artifacts of the tick that read an event; empty if the id is not an event's. */
async function writtenOver(
  ctx: MutationCtx,
  id: string,
): Promise<{ id: string; kind: "log" | "artifact" }[]> {
  const eventId = ctx.db.normalizeId("events", id);
  const event = eventId && (await ctx.db.get("events", eventId));
  const tick = event?.consumedBy && (await ctx.db.get("ticks", event.consumedBy));
  if (!tick?.written) return [];
  const { log, artifacts } = tick.written;
  return [
    { id: log, kind: "log" },
    ...artifacts.map((artifact) => ({ id: artifact, kind: "artifact" as const })),
  ];
}

/** Adds items to a plan, and its counts, within one transaction. */
class Plan {
  readonly erasureId: Id<"erasures">;
  readonly #ctx: MutationCtx;
  readonly #matched: Record<string, number>;
  readonly #dependents: Record<string, number>;
  readonly #dependentRows: Erasure["dependentRows"];
  #items: number;

  constructor(ctx: MutationCtx, { _id, items, matched, dependents, dependentRows }: Erasure) {
    this.erasureId = _id;
    this.#ctx = ctx;
    this.#items = items;
    this.#matched = { ...matched };
    this.#dependents = { ...dependents };
    this.#dependentRows = [...dependentRows];
  }

  /** `isNew`: whether the plan is known not to name the row yet. */
  async add(candidate: Candidate, { isNew }: { readonly isNew: boolean }): Promise<void> {
    if (!isNew && (await this.#names(candidate.id))) return;
    await this.#insert(candidate);
    increase(this.#matched, candidate.kind);
  }

  /** `kind`: how dependents name it. A reflection, for example, is an item of kind `memory`. */
  async addDependent(id: string, kind: DependentKind): Promise<void> {
    const candidate = await (await named(this.#ctx, id))?.candidate();
    if (!candidate || (await this.#names(candidate.id))) return;
    await this.#insert(candidate, kind);
    increase(this.#dependents, kind);
    if (this.#dependentRows.length < MAX_SHOWN) this.#dependentRows.push({ kind, _id: id });
  }

  /** The changes to the plan's row. */
  changes(cursor: Cursor | undefined): Changes {
    return {
      cursor,
      items: this.#items,
      matched: this.#matched,
      dependents: this.#dependents,
      dependentRows: this.#dependentRows,
    };
  }

  async #names(id: string): Promise<boolean> {
    const item = await this.#ctx.db
      .query("erasureItems")
      .withIndex("by_item", (q) => q.eq("erasureId", this.erasureId).eq("id", id))
      .unique();
    return item !== null;
  }

  async #insert({ kind, id, version }: Candidate, dependsAs?: DependentKind): Promise<void> {
    await this.#ctx.db.insert("erasureItems", {
      ...{ erasureId: this.erasureId, number: this.#items, kind, id },
      ...(version === undefined ? {} : { version }),
      ...(dependsAs === undefined ? {} : { dependsAs }),
    });
    this.#items += 1;
  }
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
