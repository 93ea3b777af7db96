/** The tables that a plan searches, and what of their rows its filter looks at. */
import type { Infer } from "convex/values";
import type { ErasableKind } from "../../mind/enums";
import { nameKey } from "../../mind/text/nameKey";
import { normalForm } from "../../mind/text/normalForm";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { filter } from "./tables";

export type Filter = Infer<typeof filter>;

/** A row that may be erased, as a filter sees it. */
export interface Candidate {
  readonly kind: ErasableKind;
  readonly id: string;
  readonly version?: number;
  /** What lists order it by. */
  readonly at: number;
  readonly from?: string | undefined;
  readonly entities?: readonly string[];
  /** Absent: nobody's in particular. */
  readonly scope?: string | undefined;
}

export interface Source {
  /** Kinds that its rows are of, or belong to. */
  readonly kinds: readonly ErasableKind[];
  /** Only texts of other rows: without a search for words there is nothing to look for. */
  readonly onlyTexts: boolean;
  /** The rows from a creation time on, in its order. */
  readonly rows: (ctx: QueryCtx, from: number) => AsyncIterable<SourceRow>;
  /** The row of an id from outside; null where it names none of this table. */
  readonly byId: (ctx: QueryCtx, id: string) => Promise<SourceRow | null>;
}

export interface SourceRow {
  readonly _id: string;
  readonly _creationTime: number;
  /** The row as it is stored, for its size. */
  readonly stored: Doc<(typeof TABLES)[number]>;
  readonly texts: () => readonly string[];
  /** What is erased with these texts; null where that is gone. */
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
] as const;

/** What a table's rows are to a filter. */
interface Reading<Row> {
  readonly kinds: readonly ErasableKind[];
  readonly onlyTexts?: true;
  readonly rows: (ctx: QueryCtx, from: number) => AsyncIterable<Row>;
  readonly get: (ctx: QueryCtx, id: string) => Promise<Row | null>;
  readonly texts: (row: Row) => readonly (string | undefined)[];
  readonly candidate: (row: Row, ctx: QueryCtx) => Candidate | null | Promise<Candidate | null>;
}

type Stored = Doc<(typeof TABLES)[number]>;

function source<Row extends Stored>(reading: Reading<Row>): Source {
  const { kinds, onlyTexts = false, texts, candidate } = reading;
  const sourceRow = (ctx: QueryCtx, stored: Row): SourceRow => ({
    _id: stored._id,
    _creationTime: stored._creationTime,
    stored,
    texts: () => texts(stored).filter((text) => text !== undefined),
    candidate: async () => await candidate(stored, ctx),
  });
  return {
    kinds,
    onlyTexts,
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

/** In the order in which a plan looks through them. The search for what an id names stops at the first. */
export const SOURCES: readonly Source[] = [
  source<Doc<"memories">>({
    kinds: ["memory"],
    rows: (ctx, from) =>
      ctx.db.query("memories").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("memories", id), (known) => ctx.db.get("memories", known)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ofMemory,
  }),
  source<Doc<"memoryVersions">>({
    ...{ kinds: ["memory"], onlyTexts: true, get: NOTHING },
    rows: (ctx, from) =>
      ctx.db.query("memoryVersions").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ({ memoryId }, ctx) => ofMemoryId(ctx, memoryId),
  }),
  source<Doc<"merges">>({
    ...{ kinds: ["memory"], onlyTexts: true, get: NOTHING },
    rows: (ctx, from) =>
      ctx.db.query("merges").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ({ memoryId }, ctx) => ofMemoryId(ctx, memoryId),
  }),
  source<Doc<"knowledge">>({
    kinds: ["knowledge"],
    rows: (ctx, from) =>
      ctx.db.query("knowledge").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("knowledge", id), (known) => ctx.db.get("knowledge", known)),
    texts: ({ title, source, tags }) => [title, source, ...tags],
    candidate: ofKnowledge,
  }),
  source<Doc<"knowledgeContents">>({
    ...{ kinds: ["knowledge"], onlyTexts: true, get: NOTHING },
    rows: (ctx, from) =>
      ctx.db.query("knowledgeContents").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: async ({ knowledgeId }, ctx) => {
      const row = await ctx.db.get("knowledge", knowledgeId);
      return row && ofKnowledge(row);
    },
  }),
  source<Doc<"thoughts">>({
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
  source<Doc<"events">>({
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
  source<Doc<"artifacts">>({
    kinds: ["artifact"],
    rows: (ctx, from) =>
      ctx.db.query("artifacts").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("artifacts", id), (known) => ctx.db.get("artifacts", known)),
    texts: ({ content }) => [content],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "artifact", id, at, scope }),
  }),
  source<Doc<"logs">>({
    kinds: ["log"],
    rows: (ctx, from) =>
      ctx.db.query("logs").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("logs", id), (known) => ctx.db.get("logs", known)),
    texts: ({ summary, detail, remark }) => [summary, detail, remark],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "log", id, at, scope }),
  }),
  source<Doc<"reminders">>({
    kinds: ["reminder"],
    rows: (ctx, from) =>
      ctx.db.query("reminders").withIndex("by_creation_time", (q) => q.gte("_creationTime", from)),
    get: (ctx, id) => found(ctx.db.normalizeId("reminders", id), (known) => ctx.db.get("reminders", known)),
    texts: ({ text, from }) => [text, from],
    candidate: ({ _id: id, createdAt: at, from, scope }) => ({ kind: "reminder", id, at, from, scope }),
  }),
];

/** What an id from outside names, with its row; null where it names nothing that can be erased. */
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
  if (filter.entity !== undefined) return kinds.includes("memory");
  return filter.from === undefined || kinds.includes("note") || kinds.includes("reminder");
}

/** What a row that meets the filter has erased; null where it does not meet it. */
export async function selected(row: SourceRow, filter: Filter): Promise<Candidate | null> {
  const { text, since = -Infinity, until = Infinity, from, entity, scope } = filter;
  if (text !== undefined && !row.texts().some((one) => normalForm(one).includes(text))) return null;
  const candidate = await row.candidate();
  if (candidate === null || candidate.at <= since || candidate.at >= until) return null;
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
