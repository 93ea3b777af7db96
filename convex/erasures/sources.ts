/** The tables that a plan searches, and how a filter reads their rows. */
import type { Infer } from "convex/values";
import type { PlannedKind } from "../../mind/enums";
import { nameKey } from "../../mind/text/nameKey";
import { normalForm } from "../../mind/text/normalForm";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { idsIn } from "../transfer/fields";
import { fieldsOf, lineOf } from "../transfer/lines";
import type { filter } from "./tables";

export type Filter = Infer<typeof filter>;

/** A row that may be erased, as a filter sees it. */
export interface Candidate {
  readonly kind: PlannedKind;
  readonly id: string;
  readonly version?: number;
  /** The time by which lists order the row, in ms since the epoch; `since` and `until` compare it. NaN if it is unknown. */
  readonly at: number;
  readonly from?: string | undefined;
  readonly entities?: readonly string[];
  /** Absent for a row without a scope, such as a thought: no filter by scope selects it. */
  readonly scope?: string | undefined;
}

export interface Source {
  readonly table: Table;
  /** The kinds of row that a match in this table erases. */
  readonly kinds: readonly PlannedKind[];
  /** The table holds only texts of rows in other tables, so it is searched only if the filter has a `text`. */
  readonly onlyTexts: boolean;
  /** The texts of a row of this table, and what to erase for it, wherever it is stored. */
  readonly textsOf: (row: object) => readonly string[];
  readonly candidateOf: (row: object, ctx: QueryCtx) => Promise<Candidate | null>;
  /** The rows created at `from` (ms since the epoch) or later, oldest first. */
  readonly rows: (ctx: QueryCtx, from: number) => AsyncIterable<SourceRow>;
  /** The row with this id; null if it is not in this table. `id`: as the caller sent it. */
  readonly byId: (ctx: QueryCtx, id: string) => Promise<SourceRow | null>;
}

export interface SourceRow {
  readonly _id: string;
  readonly _creationTime: number;
  /** The row as it is stored, for its size. */
  readonly stored: Doc<Table>;
  readonly texts: () => readonly string[];
  /** The row to erase if the texts match; null if it no longer exists. */
  readonly candidate: () => Promise<Candidate | null>;
}

const TABLES = [
  "memories",
  "memoryVersions",
  "merges",
  "knowledge",
  "knowledgeContents",
  "thoughts",
  "events",
  "artifacts",
  "logs",
  "reminders",
  "importWaiting",
] as const;
type Table = (typeof TABLES)[number];

/** How a filter reads the rows of one table. */
interface Reading<Row> {
  readonly kinds: readonly PlannedKind[];
  readonly onlyTexts?: true;
  readonly rows: (ctx: QueryCtx, from: number) => AsyncIterable<Row>;
  readonly get: (ctx: QueryCtx, id: string) => Promise<Row | null>;
  readonly texts: (row: Row) => readonly (string | undefined)[];
  readonly candidate: (row: Row, ctx: QueryCtx) => Candidate | null | Promise<Candidate | null>;
}

function source<Row extends Doc<Table>>(table: Table, reading: Reading<Row>): Source {
  const { kinds, onlyTexts = false } = reading;
  const textsOf = (row: object) => reading.texts(row as Row).filter((text) => text !== undefined);
  const candidateOf = async (row: object, ctx: QueryCtx) => await reading.candidate(row as Row, ctx);
  const sourceRow = (ctx: QueryCtx, stored: Row): SourceRow => ({
    _id: stored._id,
    _creationTime: stored._creationTime,
    stored,
    texts: () => textsOf(stored),
    candidate: () => candidateOf(stored, ctx),
  });
  return {
    table,
    kinds,
    onlyTexts,
    ...{ textsOf, candidateOf },
    rows: (ctx, from) => mapped(reading.rows(ctx, from), (row) => sourceRow(ctx, row)),
    byId: async (ctx, id) => {
      const row = onlyTexts ? null : await reading.get(ctx, id);
      return row && sourceRow(ctx, row);
    },
  };
}

async function* mapped<In, Out>(rows: AsyncIterable<In>, change: (row: In) => Out): AsyncIterable<Out> {
  for await (const row of rows) yield change(row);
}

const NOTHING = () => Promise.resolve(null);

const STORED: readonly Source[] = [
  source<Doc<"memories">>("memories", {
    kinds: ["memory"],
    rows: (ctx, from) =>
      ctx.db.query("memories").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("memories", id), (known) => ctx.db.get("memories", known)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ofMemory,
  }),
  source<Doc<"memoryVersions">>("memoryVersions", {
    ...{ kinds: ["memory"], onlyTexts: true, get: NOTHING },
    rows: (ctx, from) =>
      ctx.db.query("memoryVersions").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ({ memoryId }, ctx) => ofMemoryId(ctx, memoryId),
  }),
  source<Doc<"merges">>("merges", {
    ...{ kinds: ["memory"], onlyTexts: true, get: NOTHING },
    rows: (ctx, from) =>
      ctx.db.query("merges").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ({ memoryId }, ctx) => ofMemoryId(ctx, memoryId),
  }),
  source<Doc<"knowledge">>("knowledge", {
    kinds: ["knowledge"],
    rows: (ctx, from) =>
      ctx.db.query("knowledge").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("knowledge", id), (known) => ctx.db.get("knowledge", known)),
    texts: ({ title, source, tags }) => [title, source, ...tags],
    candidate: ofKnowledge,
  }),
  source<Doc<"knowledgeContents">>("knowledgeContents", {
    ...{ kinds: ["knowledge"], onlyTexts: true, get: NOTHING },
    rows: (ctx, from) =>
      ctx.db.query("knowledgeContents").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: async ({ knowledgeId }, ctx) => {
      const row = await ctx.db.get("knowledge", knowledgeId);
      return row && ofKnowledge(row);
    },
  }),
  source<Doc<"thoughts">>("thoughts", {
    kinds: ["thought"],
    rows: (ctx, from) =>
      ctx.db.query("thoughts").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("thoughts", id), (known) => ctx.db.get("thoughts", known)),
    texts: ({ content, seeds, sources, basedOn, brillianceFactors }) => [
      content,
      ...seeds,
      ...sources,
      ...(basedOn?.dominantThemes ?? []),
      ...(brillianceFactors?.commonEntities ?? []),
    ],
    candidate: ({ _id: id, timestamp: at }) => ({ kind: "thought", id, at }),
  }),
  source<Doc<"events">>("events", {
    kinds: ["note", "event"],
    rows: (ctx, from) =>
      ctx.db.query("events").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("events", id), (known) => ctx.db.get("events", known)),
    texts: ({ content, metadata, reply, source }) => [
      content,
      reply?.text,
      ...(source.kind === "feed" ? [] : [source.from]),
      ...stringsIn(metadata),
    ],
    candidate: ({ _id: id, source, receivedAt: at, scope }) => ({
      ...{ kind: source.kind === "wake" ? ("note" as const) : ("event" as const), id, at, scope },
      from: source.kind === "feed" ? undefined : source.from,
    }),
  }),
  source<Doc<"artifacts">>("artifacts", {
    kinds: ["artifact"],
    rows: (ctx, from) =>
      ctx.db.query("artifacts").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("artifacts", id), (known) => ctx.db.get("artifacts", known)),
    texts: ({ content }) => [content],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "artifact", id, at, scope }),
  }),
  source<Doc<"logs">>("logs", {
    kinds: ["log"],
    rows: (ctx, from) =>
      ctx.db.query("logs").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("logs", id), (known) => ctx.db.get("logs", known)),
    texts: ({ summary, detail, remark }) => [summary, detail, remark],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "log", id, at, scope }),
  }),
  source<Doc<"reminders">>("reminders", {
    kinds: ["reminder"],
    rows: (ctx, from) =>
      ctx.db.query("reminders").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("reminders", id), (known) => ctx.db.get("reminders", known)),
    texts: ({ text, from }) => [text, from],
    candidate: ({ _id: id, createdAt: at, from, scope }) => ({ kind: "reminder", id, at, from, scope }),
  }),
];

/**
 * Lines of an import that wait for others, each read as the row that it would become. What such a line does not tell, like the
 * scope of an earlier version of a memory, no filter selects it by.
 */
const WAITING = source<Doc<"importWaiting">>("importWaiting", {
  kinds: ["waiting"],
  rows: (ctx, from) =>
    ctx.db.query("importWaiting").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
  get: async (ctx, id) =>
    (await found(ctx.db.normalizeId("importWaiting", id), (known) => ctx.db.get("importWaiting", known))) ??
    (await ctx.db
      .query("importWaiting")
      .withIndex("by_line", (q) => q.eq("id", id))
      .first()),
  // What is left of a line that was applied holds ids only.
  texts: (line) => {
    if (line.applied) return [];
    const { source, row, ids } = waitingRow(line);
    if (source !== undefined) return source.textsOf(row);
    return Object.values(row)
      .flatMap(stringsOf)
      .filter((text) => !ids.has(text));
  },
  candidate: async (line, ctx) => {
    if (line.applied) return null;
    const { source, row } = waitingRow(line);
    const known = source === undefined || source.onlyTexts ? null : await source.candidateOf(row, ctx);
    const { at = NaN, from, entities = [], scope } = known ?? {};
    return { kind: "waiting", id: line._id, at, from, entities, scope };
  },
});

function waitingRow({ table, line }: Doc<"importWaiting">) {
  const { fields } = lineOf(JSON.parse(line)) as { readonly fields: { readonly row: object } };
  return {
    source: STORED.find((source) => source.table === table),
    row: fields.row,
    ids: idsIn(fieldsOf(table), fields),
  };
}

/** In the order in which a plan goes through them. */
export const SOURCES = [...STORED, WAITING];

/** The row that a caller's id names; null if no row that can be erased has this id. */
export async function named(ctx: QueryCtx, id: string): Promise<SourceRow | null> {
  for (const { byId } of SOURCES) {
    const row = await byId(ctx, id);
    if (row !== null) return row;
  }
  return null;
}

/** Whether a row of this table can meet the filter. */
export function isSearched({ kinds, onlyTexts }: Source, filter: Filter): boolean {
  if (onlyTexts && filter.text === undefined) return false;
  if (kinds.includes("waiting")) return true;
  if (filter.entity !== undefined) return kinds.includes("memory");
  return filter.from === undefined || kinds.includes("note") || kinds.includes("reminder");
}

/** What to erase for this row; null if it does not meet the filter. */
export async function selected(row: SourceRow, filter: Filter): Promise<Candidate | null> {
  const { text, since, until, from, entity, scope } = filter;
  if (text !== undefined && !row.texts().some((one) => normalForm(one).includes(text))) return null;
  const candidate = await row.candidate();
  if (candidate === null) return null;
  if ((since !== undefined && !(candidate.at > since)) || (until !== undefined && !(candidate.at < until)))
    return null;
  if (from !== undefined && candidate.from !== from) return null;
  if (scope !== undefined && candidate.scope !== scope) return null;
  if (entity === undefined) return candidate;
  const key = nameKey(entity);
  return candidate.entities?.some((name) => nameKey(name) === key) === true ? candidate : null;
}

/** All strings in JSON text: keys and values. */
export function stringsIn(json: string | undefined): string[] {
  return json === undefined ? [] : stringsOf(JSON.parse(json));
}

/** All strings in a JSON value. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...stringsOf(inner),
  ]);
}

function ofMemory({ _id: id, version, createdAt: at, entities, scope }: Doc<"memories">): Candidate {
  return { kind: "memory", id, version, at, entities, scope };
}

async function ofMemoryId(ctx: QueryCtx, id: Id<"memories">): Promise<Candidate | null> {
  const row = await ctx.db.get("memories", id);
  return row && ofMemory(row);
}

function ofKnowledge({ _id: id, version, updatedAt: at, scope }: Doc<"knowledge">): Candidate {
  return { kind: "knowledge", id, version, at, scope };
}

async function found<Known, Row>(
  id: Known | null,
  get: (id: Known) => Promise<Row | null>,
): Promise<Row | null> {
  return id === null ? null : await get(id);
}
