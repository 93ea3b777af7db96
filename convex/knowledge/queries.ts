/** The list of knowledge; apart from functions.ts and search.ts, which load more. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { documentById, documentsById } from "../lib/documentsById";
import { figures } from "../lib/validators";
import * as Knowledge from "./items";
import * as KnowledgeLists from "./lists";

/** Bytes of contents on a page after its first item: a transaction reads 16 MiB, an answer holds 20. */
const MAX_BYTES = 14_000_000;

/**
 * A page of items, the last changed first; null where too many pass each of several filters. It ends early where the contents
 * would exceed an answer.
 */
export const list = internalQuery({
  args: KnowledgeLists.pageRange,
  returns: v.union(v.null(), v.object({ items: v.array(Knowledge.publicItem), ...figures })),
  handler: async (ctx, range) => {
    const page = await KnowledgeLists.page(ctx, range);
    if (page === null) return null;
    const { ids, total } = page;
    const listed = await documentsById(ctx, "knowledge", ids);
    const rows = Knowledge.withinBytes(listed, (row) => row, MAX_BYTES);
    const items = await Promise.all(rows.map((row) => Knowledge.toPublic(ctx, row)));
    return { items, total, hasMore: range.offset + items.length < total };
  },
});

/** An item by its id from outside; null where it names none. */
export const byId = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Knowledge.publicItem.extend({ version: v.number() })),
  handler: async (ctx, { id }) => {
    const row = await documentById(ctx, "knowledge", id);
    return row && { ...(await Knowledge.toPublic(ctx, row)), version: row.version };
  },
});
