/** Rows as lines of an export. */
import { convexToJson, getConvexSize, type Value } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { ExportedTable } from "../lib/exportedTables";
import * as Activation from "../memories/activation";
import * as KnowledgeItems from "../knowledge/items";
import * as Passages from "../knowledge/passages";
import * as Documents from "../search/documents";
import { fieldsOf } from "./lines";

/** The fields of a line, and what was read for it in bytes. */
export interface ExportLine {
  readonly fields: object;
  readonly read: number;
}

/** What the line of a row holds; null for what does not travel. */
export async function exportLineOf(
  ctx: QueryCtx,
  table: ExportedTable,
  { _id: id, _creationTime, ...row }: { _id: string; _creationTime: number },
): Promise<ExportLine | null> {
  const own = getConvexSize(row);
  const line = (row: object, more: object = {}, read = 0): ExportLine => ({
    fields: { row, ...more },
    read: own + read,
  });
  switch (table) {
    case "memories": {
      const memoryId = id as Id<"memories">;
      const read = await Activation.read(ctx, memoryId);
      const { _id, _creationTime, memoryId: _memory, decaysAt: _decaysAt, ...activation } = read;
      const document = await Documents.ofMemory(ctx, memoryId);
      return line(row, { activation, ...normOf(document) }, sizeOf(document));
    }
    case "thoughts": {
      const document = await Documents.ofMemory(ctx, id as Id<"thoughts">);
      return line(row, normOf(document), sizeOf(document));
    }
    case "knowledge": {
      const knowledgeId = id as Id<"knowledge">;
      const { content, metadata, counted } = await KnowledgeItems.contentsOf(ctx, knowledgeId);
      const documents = await Passages.documentsOf(ctx, knowledgeId);
      const contents = { content, ...(metadata === undefined ? {} : { metadata }) };
      const read = [{ content, counted }, ...documents].reduce((sum, one) => sum + getConvexSize(one), 0);
      return line(travelling(table, row), { contents, norms: documents.map(({ norm }) => norm) }, read);
    }
    case "vectors": {
      const { documentId, model, vector } = row as Doc<"vectors">;
      const document = await ctx.db.get("searchDocuments", documentId);
      if (document === null) return null;
      const { space, owner, place } = document;
      const packed = Float64Array.from(vector).buffer;
      return line({ space, owner, place, model, vector: packed }, {}, sizeOf(document));
    }
    case "linkProgress": {
      const linked = await Documents.lastMemoryTo(ctx, (row as Doc<"linkProgress">).linkedTo);
      return linked === null ? null : line({ linked: linked.owner }, {}, sizeOf(linked));
    }
    default:
      return line(travelling(table, row));
  }
}

/** The fields of a row that an import takes. */
export function travelling(table: ExportedTable, row: object): object {
  const fields: object = fieldsOf(table).fields.row.fields;
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(fields, name)));
}

function normOf(document: Doc<"searchDocuments"> | null): { norm?: number } {
  return document === null ? {} : { norm: document.norm };
}

function sizeOf(document: Doc<"searchDocuments"> | null): number {
  return document === null ? 0 : getConvexSize(document);
}

/** A line as JSON text; bytes as `{"$bytes": base64}`. */
export function jsonOf(line: object): string {
  return JSON.stringify(line, (_, value: unknown) =>
    value instanceof ArrayBuffer ? convexToJson(value as Value) : value,
  );
}
