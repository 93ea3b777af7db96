/** Adds a line to an agent with a life of its own, as a caller who tells it: a memory, a knowledge item or a note. */
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Events from "../agent/events";
import { writeEvent } from "../events/rows";
import type { ExportedTable } from "../lib/exportedTables";
import type { Fields } from "../lib/rows";
import type { Settings } from "../lib/settings";
import { storeOrMerge } from "../memories/merge";
import * as NewMemory from "../memories/newMemory";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";
import { checked, renamed } from "./fields";
import { fieldsOf, told, type Line } from "./lines";
import type { MemoryFields } from "./restoreMemory";
import { putKnowledge, type KnowledgeFields } from "./writeRow";

export interface Adding {
  readonly now: number;
  readonly settings: Settings;
  /** Whether a memory is merged into its duplicate. */
  readonly dedup: boolean;
}

/** What a line has become. `isNew`: false for what is here already in the same words or under the same name. */
export interface Added {
  readonly row: string;
  readonly isNew: boolean;
}

type RowLine = Extract<Line, { kind: "row" | "told" }>;

/** The table of the rows that a line adds; null where only a restore takes it. */
export function tableOf(line: RowLine): "memories" | "knowledge" | "events" | null {
  if (line.kind === "told" || line.table === "memories") return "memories";
  if (line.table === "knowledge") return line.table;
  return line.table === "events" && isNote(line.fields) ? line.table : null;
}

function isNote(fields: object): boolean {
  return (fields as { readonly row: Fields<"events"> }).row.source.kind === "wake";
}

/** Writes what a line tells; null where only a restore takes it. */
export async function addLine(ctx: MutationCtx, adding: Adding, line: RowLine): Promise<Added | null> {
  switch (tableOf(line)) {
    case "memories":
      return await addMemory(ctx, adding, line);
    case "knowledge": {
      const fields = alone<KnowledgeFields>("knowledge", line.fields);
      return await putKnowledge(ctx, adding.settings, { ...fields, norms: [] }, null);
    }
    case "events":
      return {
        row: await addNote(ctx, alone<{ row: Fields<"events"> }>("events", line.fields).row),
        isNew: true,
      };
    case null:
      return null;
  }
}

/** A line's fields without its references: what they name stays in the other agent. */
function alone<LineFields>(table: ExportedTable, fields: object): LineFields {
  return renamed(fieldsOf(table), fields, () => undefined) as LineFields;
}

/** The memory that a line tells. */
export function memoryOf({ kind, fields }: RowLine): NewMemory.NewMemory {
  if (kind === "told") return { ...(checked(told, fields) as Infer<typeof told>), author: "world" };
  const { scope, type, content, importance, confidence, metadata, pinned, createdAt, ...row } =
    alone<MemoryFields>("memories", fields).row;
  const { author, entities, reflectionType } = row;
  return {
    ...{ scope, type, content, importance, confidence, metadata, pinned, createdAt },
    ...{ author, entities, reflectionType },
  };
}

/** Stores a memory as POST /memories/store does, or as POST /memories/store-dedup does, by its words. */
async function addMemory(ctx: MutationCtx, { now, settings, dedup }: Adding, line: RowLine): Promise<Added> {
  const memory = memoryOf(line);
  if (line.kind === "row" && !("norm" in line.fields))
    return { row: await NewMemory.addUnsearchable(ctx, now, memory), isNew: true };
  if (dedup && memory.type !== "reflection") {
    const { kind, memoryId } = await storeOrMerge(ctx, now, settings, memory, NO_NEIGHBORS);
    return { row: memoryId, isNew: kind === "new" };
  }
  return { row: (await NewMemory.createMemory(ctx, now, settings, memory)).memoryId, isNew: true };
}

/** Stores a note as a wake does. A tick that has read it elsewhere is not here, and no tick here reads it again. */
async function addNote(ctx: MutationCtx, row: Fields<"events">): Promise<Doc<"events">["_id"]> {
  const { scope, content: note, source, receivedAt, reply, consumedBy } = row;
  if (source.kind !== "wake") throw new Error("no note");
  const { priority, from } = source;
  const noteId = await Events.takeNote(ctx, receivedAt, { scope, note, priority, from, calls: false });
  const stored = await ctx.db.get("events", noteId);
  if (stored === null || consumedBy === null) return noteId;
  const { consumedBy: _pending, ...read } = stored;
  return await writeEvent(ctx, stored, { ...read, ...(reply === undefined ? {} : { reply }) });
}
