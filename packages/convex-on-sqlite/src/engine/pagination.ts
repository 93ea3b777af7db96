/** Pages of a query: cursors that name a position in an index, and the journal that fixes the end of a page. */
import { createHash } from "node:crypto";
import type { ConvexObject } from "../types";
import { afterPrefix } from "../values/keys";
import { keyOf, type KeyRange } from "../store/documents";
import { MAX_ARRAY_LENGTH, MAX_DOCUMENT_SIZE } from "../values/document";
import { TRANSACTION_LIMITS } from "./limits";
import { DocumentStream, type Budget } from "./query";
import { planQuery, type Order, type QueryPlan, type SerializedQuery } from "./queryPlan";
import type { Transaction } from "./transaction";

/** The arguments of `1.0/queryPage`. */
export interface PageRequest {
  readonly query: SerializedQuery;
  readonly cursor: string | null;
  readonly endCursor?: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead?: number | null;
  readonly maximumBytesRead?: number | null;
}

/** A page; `documents` are JSON texts. */
export interface Page {
  readonly documents: readonly string[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/** A position between documents: after the one with this key, or after all of them. */
type Position = Uint8Array | "end";

/**
 * Reads one page. `journal` is the end of the page when the same query ran before. With it, or with an `endCursor`, the
 * page ends exactly there, however many documents that is now, so that pages never have gaps or overlaps.
 */
export function readQueryPage(
  transaction: Transaction,
  componentPath: string,
  request: PageRequest,
  journal: string | null,
): Page {
  const { query } = request;
  const pageSize = pageSizeOf(request);
  const plan = planQuery(transaction, componentPath, query.source);
  const fingerprint = fingerprintOf(componentPath, query, plan);
  const place = (cursor: string | null) => (cursor === null ? null : decode(cursor, fingerprint));
  const from = place(request.cursor);
  const to = place(request.endCursor ?? journal);
  if (from === "end") {
    const continueCursor = encode("end", fingerprint);
    return { documents: [], isDone: true, continueCursor, splitCursor: null, pageStatus: null };
  }
  const range = narrowRange(plan.range, plan.order, from, to);
  const budget = budgetOf(transaction, request, to !== null);
  const expected = to === null ? pageSize : undefined;
  const stream = new DocumentStream(transaction, { ...plan, range }, query.operators, expected, budget);
  const documents: string[] = [];
  let stop: "full" | "ended" | "overBudget" = "full";
  while (to !== null || documents.length < pageSize) {
    const json = stream.next();
    if (json === null) {
      stop = stream.isBudgetSpent ? "overBudget" : "ended";
      break;
    }
    documents.push(json);
  }
  // A page with a fixed end keeps it even if it could not be read that far: then the client must split it.
  const until = to ?? (stop === "ended" ? "end" : (stream.lastKey() ?? "end"));
  return {
    documents,
    isDone: until === "end" && stop === "ended",
    continueCursor: encode(until, fingerprint),
    splitCursor: middleCursor(plan, stream.examinedJson, fingerprint),
    pageStatus:
      stop === "overBudget"
        ? "SplitRequired"
        : isNearLimit(transaction, request, plan, stream, documents.length)
          ? "SplitRecommended"
          : null,
  };
}

/** Beyond this share of the limits, clients are told to split the page while it can still be read as a whole. */
const SAFE_SHARE = 3 / 4;

/** As on Convex, the caller's maxima also count for a page with a fixed end, although it may read beyond them. */
function isNearLimit(
  { usage }: Transaction,
  { maximumRowsRead: rows, maximumBytesRead: bytes }: PageRequest,
  plan: QueryPlan,
  { examined, examinedBytes }: DocumentStream,
  length: number,
): boolean {
  // A page of a search can't be split.
  if (plan.kind === "search") return false;
  const { documentsRead, bytesRead } = usage.metrics();
  const most = {
    documents: Math.min(rows ?? Infinity, documentsRead.used + documentsRead.remaining),
    bytes: Math.min(bytes ?? Infinity, bytesRead.used + bytesRead.remaining),
  };
  return (
    examined > Math.floor(SAFE_SHARE * most.documents) ||
    examinedBytes > Math.floor(SAFE_SHARE * most.bytes) ||
    length > SAFE_SHARE * MAX_ARRAY_LENGTH
  );
}

/**
 * What a page may read: the rest of its transaction's limits, less room for one more document, so that the page ends
 * before the transaction would fail. The caller's maxima apply to a page without a fixed end.
 */
function budgetOf(transaction: Transaction, request: PageRequest, hasEnd: boolean): Budget {
  const { documentsRead, bytesRead } = transaction.usage.metrics();
  const { maximumRowsRead: rows, maximumBytesRead: bytes } = hasEnd ? {} : request;
  return {
    documents: Math.min(rows ?? Infinity, documentsRead.remaining),
    bytes: Math.min(bytes ?? Infinity, bytesRead.remaining - MAX_DOCUMENT_SIZE),
  };
}

/** Validates `numItems` and the maxima as Convex does. The library lets any number pass that is not negative. */
function pageSizeOf({ pageSize, maximumRowsRead, maximumBytesRead }: PageRequest): number {
  if (!Number.isSafeInteger(pageSize))
    throw new Error(`Invalid numItems: ${pageSize} is not a whole number. Request 1 document or more.`);
  if (pageSize === 0) throw new Error("Must request at least 1 document while paginating");
  if (pageSize > TRANSACTION_LIMITS.documentsRead) throw new Error(`Requested too many items: ${pageSize}`);
  if (maximumRowsRead === 0 || maximumBytesRead === 0)
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  return pageSize;
}

/** The middle of all examined documents: reading a document costs the same whether a filter accepts it or not. */
function middleCursor(plan: QueryPlan, examined: readonly string[], fingerprint: Buffer): string | null {
  // A search finds all its matches at once, so splitting its page would save nothing.
  if (plan.kind === "search") return null;
  const middle = examined.length < 2 ? undefined : examined[Math.ceil(examined.length / 2) - 1];
  if (middle === undefined) return null;
  return encode(keyOf(plan.index, JSON.parse(middle) as ConvexObject), fingerprint);
}

function narrowRange(range: KeyRange, order: Order, from: Uint8Array | null, to: Position | null): KeyRange {
  const last = to === "end" ? null : to;
  return order === "asc"
    ? {
        start: from === null ? range.start : afterPrefix(from),
        end: last === null ? range.end : afterPrefix(last),
      }
    : { start: last ?? range.start, end: from ?? range.end };
}

const FINGERPRINT_BYTES = 8;
/** The byte after the fingerprint: a key follows, or nothing. */
const AFTER = Buffer.from([1]);
const END = Buffer.from([2]);

/**
 * Binds a cursor to its query and to the fields of its index: in another query, or after the index was redefined, its key
 * would name another position.
 */
function fingerprintOf(componentPath: string, query: SerializedQuery, plan: QueryPlan): Buffer {
  const fields = plan.kind === "range" ? plan.index.fields : [plan.index.searchField];
  const text = JSON.stringify([componentPath, query.source, query.operators, fields]);
  return createHash("sha256").update(text).digest().subarray(0, FINGERPRINT_BYTES);
}

function encode(position: Position, fingerprint: Buffer): string {
  const place = position === "end" ? [END] : [AFTER, position];
  return Buffer.concat([fingerprint, ...place]).toString("base64url");
}

function decode(cursor: string, fingerprint: Buffer): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const kind = bytes[FINGERPRINT_BYTES];
  if (kind !== AFTER[0] && kind !== END[0])
    throw new Error(`InvalidCursor: Failed to parse cursor "${cursor.slice(0, 100)}".`);
  if (!bytes.subarray(0, FINGERPRINT_BYTES).equals(fingerprint)) {
    throw new Error(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    );
  }
  return kind === END[0] ? "end" : bytes.subarray(FINGERPRINT_BYTES + 1);
}
