/** The tables that a plan searches, and how a filter reads their rows. */
import type { Infer } from "convex/values";
import type { PlannedKind } from "../../mind/enums";
import { nameKey } from "../../mind/text/nameKey";
import { normalForm } from "../../mind/text/normalForm";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as KnowledgeItems from "../knowledge/items";
import { stringsIn, stringsOf } from "../lib/jsonText";
import * as Metadata from "../memories/metadata";
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
  /** Absent for a row without a scope: no filter by scope selects it. */
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

type Table =
  | "memories"
  | "memoryVersions"
  | "merges"
  | "knowledge"
  | "knowledgeContents"
  | "thoughts"
  | "events"
  | "artifacts"
  | "logs"
  | "reminders"
  | "importWaiting";

/** How a filter reads the rows of one table. */
interface Reading<Row> {
  readonly kinds: readonly PlannedKind[];
  readonly onlyTexts?: true;
  /** Finds a row by an id that is not its own. */
  readonly byOtherId?: (ctx: QueryCtx, id: string) => Promise<Doc<Table> | null>;
  readonly texts: (row: Row) => readonly (string | undefined)[];
  readonly candidate: (row: Row, ctx: QueryCtx) => Candidate | null | Promise<Candidate | null>;
}

function source<T extends Table>(table: T, reading: Reading<Doc<T>>): Source {
  const { kinds, onlyTexts = false, byOtherId } = reading;
  const named: Table = table;
  const textsOf = (row: object) => reading.texts(row as Doc<T>).filter((text) => text !== undefined);
  const candidateOf = async (row: object, ctx: QueryCtx) => await reading.candidate(row as Doc<T>, ctx);
  const sourceRow = (ctx: QueryCtx, stored: Doc<Table>): SourceRow => ({
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
    rows: async function* (ctx, from) {
      const rows = ctx.db.query(named).withIndex("by_creation_time", (q) => q.gte("_creationTime", from));
      for await (const row of rows) yield sourceRow(ctx, row);
    },
    byId: async (ctx, id) => {
      if (onlyTexts) return null;
      const known = ctx.db.normalizeId(named, id);
      const row = (known && (await ctx.db.get(named, known))) ?? (await byOtherId?.(ctx, id));
      return row ? sourceRow(ctx, row) : null;
    },
  };
}

const STORED: readonly Source[] = [
  source("memories", {
    kinds: ["memory"],
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ofMemory,
  }),
  source("memoryVersions", {
    kinds: ["memory"],
    onlyTexts: true,
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ({ memoryId }, ctx) => ofMemoryId(ctx, memoryId),
  }),
  source("merges", {
    kinds: ["memory"],
    onlyTexts: true,
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: ({ memoryId }, ctx) => ofMemoryId(ctx, memoryId),
  }),
  source("knowledge", {
    kinds: ["knowledge"],
    texts: ({ title, source, tags }) => [title, source, ...tags],
    candidate: ofKnowledge,
  }),
  source("knowledgeContents", {
    kinds: ["knowledge"],
    onlyTexts: true,
    texts: ({ content, metadata }) => [content, ...stringsIn(metadata)],
    candidate: async ({ knowledgeId }, ctx) => {
      const row = await ctx.db.get("knowledge", knowledgeId);
      return row && ofKnowledge(row);
    },
  }),
  source("thoughts", {
    kinds: ["thought"],
    texts: ({ content, seeds, sources, entities = [], basedOn, brillianceFactors }) => [
      content,
      ...seeds,
      ...sources,
      ...entities,
      ...(basedOn?.dominantThemes ?? []),
      ...(brillianceFactors?.commonEntities ?? []),
    ],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "thought", id, at, scope }),
  }),
  source("events", {
    kinds: ["note", "event"],
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
  source("artifacts", {
    kinds: ["artifact"],
    texts: ({ content }) => [content],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "artifact", id, at, scope }),
  }),
  source("logs", {
    kinds: ["log"],
    texts: ({ summary, detail, remark }) => [summary, detail, remark],
    candidate: ({ _id: id, timestamp: at, scope }) => ({ kind: "log", id, at, scope }),
  }),
  source("reminders", {
    kinds: ["reminder"],
    texts: ({ text, from }) => [text, from],
    candidate: ({ _id: id, createdAt: at, from, scope }) => ({ kind: "reminder", id, at, from, scope }),
  }),
];

/**
 * Lines of an import that wait for others, each read as the row that it would become. What such a line does not tell, like the
 * scope of an earlier version of a memory, no filter selects it by.
 */
const WAITING = source("importWaiting", {
  kinds: ["waiting"],
  byOtherId: (ctx, id) =>
    ctx.db
      .query("importWaiting")
      .withIndex("by_line", (q) => q.eq("id", id))
      .first(),
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

/** What a row says, in this and earlier versions, without metadata, names and a note's reply. */
export async function ownTexts(ctx: QueryCtx, { stored, texts }: SourceRow): Promise<readonly string[]> {
  if ("tags" in stored) return [...texts(), (await KnowledgeItems.contentsOf(ctx, stored._id)).content];
  if (!("content" in stored)) return texts();
  if (!("normalKey" in stored)) return [stored.content];
  const versions = ctx.db.query("memoryVersions").withIndex("by_memory", (q) => q.eq("memoryId", stored._id));
  return [stored.content, ...(await versions.take(MAX_VERSIONS)).map(({ content }) => content)];
}

const MAX_VERSIONS = 16;

/** What has a sender. */
const SENT: readonly PlannedKind[] = ["memory", "note", "reminder"];

/** Whether a row of this table can meet the filter. */
export function isSearched({ kinds, onlyTexts }: Source, filter: Filter): boolean {
  if (onlyTexts && filter.text === undefined) return false;
  if (kinds.includes("waiting")) return true;
  if (filter.entity !== undefined) return kinds.includes("memory");
  return filter.from === undefined || SENT.some((kind) => kinds.includes(kind));
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

/** `from`: the sender of the note that it was learned from, also where that is gone. */
function ofMemory({
  _id: id,
  version,
  createdAt: at,
  entities,
  scope,
  metadata,
}: Doc<"memories">): Candidate {
  const { from } = Metadata.read(metadata ?? "{}");
  return { kind: "memory", id, version, at, entities, scope, ...(typeof from === "string" && { from }) };
}

async function ofMemoryId(ctx: QueryCtx, id: Id<"memories">): Promise<Candidate | null> {
  const row = await ctx.db.get("memories", id);
  return row && ofMemory(row);
}

function ofKnowledge({ _id: id, version, updatedAt: at, scope }: Doc<"knowledge">): Candidate {
  return { kind: "knowledge", id, version, at, scope };
}
