/** The lines of an export: what each kind holds, besides the fields of its table, and how a line is read. */
import { getConvexSize, v, type GenericValidator, type Value, type VObject } from "convex/values";
import type { TableNames } from "../_generated/dataModel";
import { WIDTH } from "../embeddings/vectors";
import { EXPORTED, type ExportedTable } from "../lib/exportedTables";
import { space } from "../lib/validators";
import { memoryInput } from "../memories/newMemory";
import schema from "../schema";
import { tableNamed } from "../registry/tables";
import { checked, FieldError, idsIn, isPlain } from "./fields";

const tables = schema.tables;
/** Of its searchable text, by the words that were known when it was written; absent where no search finds it. */
const norm = v.optional(v.number());

/**
 * The fields of a line, by table. A table without an entry has one field, its row. A field that is added to a table travels
 * without a change here.
 */
const SPECIAL = {
  memories: v.object({
    row: tables.memories.validator,
    activation: tables.memoryActivation.validator.omit("memoryId", "decaysAt"),
    norm,
  }),
  thoughts: v.object({ row: tables.thoughts.validator, norm }),
  ticks: v.object({ row: tables.ticks.validator.omit("remembered") }),
  knowledge: v.object({
    row: tables.knowledge.validator.omit("chunks", "size"),
    contents: tables.knowledgeContents.validator.omit("knowledgeId", "counted"),
    norms: v.array(v.number()),
  }),
  // The members come with their own rows, from which the sums are made; the embeddings' sum can't be, because vectors may stay
  // behind. So do change sets, which `changedBy` and `movedBy` number.
  clusters: v.object({ row: tables.clusters.validator.pick("scope", "model", "embeddingSum", "labelState") }),
  clusterMembers: v.object({ row: tables.clusterMembers.validator.omit("place", "movedBy") }),
  coreMemories: v.object({ row: tables.coreMemories.validator.omit("size") }),
  // Of 0.1.0.
  memoryTotals: v.object({ row: tables.memoryTotals.validator.pick("lastConsolidation", "lastReflection") }),
  // How far consolidating and reflecting came follows from the themes and the memories.
  consolidationProgress: v.object({ row: tables.consolidationProgress.validator.pick("lastConsolidation") }),
  reflectionProgress: v.object({ row: tables.reflectionProgress.validator.pick("lastReflection") }),
  // The last memory that was linked, of those that are still there.
  linkProgress: v.object({ row: v.object({ linked: v.id("memories") }) }),
  // Keyed by its text, because search documents are not exported. 64-bit floats.
  vectors: v.object({
    row: v.object({
      ...{ space, owner: v.union(v.id("memories"), v.id("thoughts"), v.id("knowledge")), place: v.number() },
      ...{ model: v.string(), vector: v.bytes() },
    }),
  }),
} as const satisfies { readonly [Table in ExportedTable]?: VObject<unknown, Record<string, never>> | object };

/** The validator of a kind's fields. */
export function fieldsOf(table: ExportedTable) {
  if (table in SPECIAL) return SPECIAL[table as keyof typeof SPECIAL];
  const { validator } = tables[table];
  const named: Readonly<Record<string, readonly TableNames[]>> = tableNamed(table).ids ?? {};
  const ids = Object.entries(named).map(([name, of]) => [name, v.union(...of.map((one) => v.id(one)))]);
  return v.object({ row: v.object({ ...validator.fields, ...Object.fromEntries(ids) }) });
}

/** The validator of what a kind's `row` holds. */
export function rowFieldsOf(table: ExportedTable): GenericValidator {
  return fieldsOf(table).fields.row;
}

/** A memory of another program, told as POST /memories/store takes it. */
export const told = memoryInput.extend({ createdAt: v.optional(v.number()) });

/** The newest line of a row wins: the one of the later export, of one export the later one. */
interface Place {
  readonly source: string;
  readonly export: number;
  readonly seq: number;
}

export type Line = Place &
  (
    | { readonly kind: "row"; readonly table: ExportedTable; readonly id: string; readonly fields: object }
    | { readonly kind: "erased"; readonly table: ExportedTable; readonly id: string }
    | { readonly kind: "told"; readonly id: string; readonly fields: object }
    // Nothing to apply: the end of an export or of a page, or what is counted here.
    | { readonly kind: "end" }
  );

const NOTHING = { kind: "end", source: "", export: 0, seq: 0 } as const;

const FRAME = new Set(["kind", "id", "source", "export", "seq", "of", "cursor"]);
const MAX_IDS = 1_024;

/** A line's meaning. @throws {FieldError} where it breaks a rule */
export function lineOf(json: unknown): Line {
  if (!isPlain(json)) throw new FieldError("line", "must be a JSON object");
  const { kind } = json;
  if (kind === "page") {
    onlyFrame(json);
    return NOTHING;
  }
  const place = {
    source: text(json, "source", /^[\w.:-]{1,64}$/),
    export: whole(json, "export"),
    seq: whole(json, "seq"),
  };
  if (kind === "end") {
    onlyFrame(json);
    return { kind, ...place };
  }
  const id = text(json, "id", /^[^\s]{1,128}$/);
  const given = Object.fromEntries(Object.entries(json).filter(([name]) => !FRAME.has(name)));
  if (kind === "erased") {
    onlyFrame(json);
    return { kind, ...place, id, table: tableOf(json.of, "of") };
  }
  if (kind === "told") {
    checkSize(checked(told, given));
    return { kind, ...place, id, fields: given };
  }
  const table = tableOf(kind, "kind");
  const fields = withoutCounted(table, given);
  if (table === "linkProgress" && isPlain(fields.row) && !("linked" in fields.row)) return NOTHING;
  const ids = idsIn(fieldsOf(table), fields);
  if (ids.size > MAX_IDS) throw new FieldError("row", `must refer to at most ${MAX_IDS} rows`);
  const value = checked(fieldsOf(table), fields);
  checkSize(value);
  if (isPlain(value) && isPlain(value.row)) checkRow(value.row);
  return { kind: "row", ...place, table, id, fields };
}

/** A row must fit into one document together with the fields that the import adds. */
const MAX_SIZE = 900 * 1024;

function checkSize(value: Value): void {
  if (getConvexSize(value) > MAX_SIZE)
    throw new FieldError("line", `must have fields of at most ${MAX_SIZE} bytes in all`);
}

/**
 * The fields without totals, places and progress that are stored but do not travel. Earlier versions exported some. No file is
 * believed in what can be counted: they are ignored, and made anew from the rows that come.
 */
function withoutCounted(
  table: ExportedTable,
  { placed: _placed, ...given }: Readonly<Record<string, unknown>>,
) {
  const stored = {
    row: tables[table].validator.fields,
    activation: tables.memoryActivation.validator.fields,
  };
  const taken: Readonly<Record<string, GenericValidator>> = fieldsOf(table).fields;
  const left = (name: keyof typeof stored) => {
    const [part, fields] = [given[name], taken[name]];
    if (!isPlain(part) || fields?.kind !== "object") return {};
    const isCounted = (field: string) => field in stored[name] && !(field in fields.fields);
    return { [name]: Object.fromEntries(Object.entries(part).filter(([field]) => !isCounted(field))) };
  };
  return { ...given, ...left("row"), ...left("activation") };
}

/** What the bytes and tags of a row must hold. */
function checkRow({ vector, embeddingSum, tags }: Readonly<Record<string, unknown>>): void {
  if (embeddingSum instanceof ArrayBuffer && !is32BitFloats(embeddingSum))
    throw new FieldError("row.embeddingSum", "must hold 32-bit floats");
  if (Array.isArray(tags) && new Set(tags).size < tags.length)
    throw new FieldError("row.tags", "must hold each tag once");
  if (!(vector instanceof ArrayBuffer)) return;
  if (vector.byteLength !== WIDTH * 8 || !new Float64Array(vector).every(Number.isFinite))
    throw new FieldError("row.vector", `must hold ${WIDTH} 64-bit floats`);
}

function is32BitFloats(bytes: ArrayBuffer): boolean {
  return bytes.byteLength % 4 === 0 && new Float32Array(bytes).every(Number.isFinite);
}

function onlyFrame(json: Readonly<Record<string, unknown>>): void {
  const other = Object.keys(json).find((name) => !FRAME.has(name));
  if (other !== undefined) throw new FieldError(other.slice(0, 40), "is not a field of this kind");
}

function text(json: Readonly<Record<string, unknown>>, name: string, pattern: RegExp): string {
  const value = json[name];
  if (typeof value !== "string" || !pattern.test(value))
    throw new FieldError(name, value === undefined ? "is missing" : `must match ${pattern.source}`);
  return value;
}

function whole(json: Readonly<Record<string, unknown>>, name: string): number {
  const value = json[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new FieldError(name, value === undefined ? "is missing" : "must be a whole number, 0 or more");
  return value;
}

function tableOf(value: unknown, name: string): ExportedTable {
  const table = EXPORTED.find((one) => one === value);
  if (table === undefined)
    throw new FieldError(name, value === undefined ? "is missing" : "is no kind of line that is known");
  return table;
}

/** Whether a line is newer than what was applied of its row. */
export function isNewer(line: Place, applied: Omit<Place, "source">): boolean {
  return line.export > applied.export || (line.export === applied.export && line.seq > applied.seq);
}
