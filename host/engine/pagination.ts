/** Pages of a query: cursors that name a place in an index, and the journal that keeps a page's end where it was. */
import { createHash } from "node:crypto";
import { MAX_MATCHES } from "../search/textMatches";
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

/** A page; `documents` are texts. */
export interface Page {
  readonly documents: readonly string[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/** A place between documents: before all of them, after the one with a key, or after all of them. */
type Position =
  | { readonly kind: "start" }
  | { readonly kind: "after"; readonly key: Uint8Array }
  | { readonly kind: "end" };

/** A page that has read more than this share of what one may read should be split before it can't be read at all. */
const SPLIT_SHARE = 0.75;
/** So many documents are that share of the longest list that a function may answer with. */
const SOFT_MAX_LENGTH = SPLIT_SHARE * MAX_ARRAY_LENGTH;

/**
 * Reads one page. `journal` is the end of the page when the same query ran before: with it, or with an `endCursor`,
 * the page reaches exactly that far, however many documents that is now, so that pages never gap or overlap.
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
  const from = request.cursor === null ? START : decode(request.cursor, fingerprint);
  const endText = request.endCursor ?? journal;
  const to = endText === null ? null : decode(endText, fingerprint);
  if (from.kind === "end") {
    return {
      documents: [],
      isDone: true,
      continueCursor: encode(END, fingerprint),
      splitCursor: null,
      pageStatus: null,
    };
  }
  const range = between(plan.range, plan.order, from, to);
  const budget = budgetOf(transaction, request, to !== null);
  const expected = to === null ? pageSize : undefined;
  const stream = new DocumentStream(transaction, { ...plan, range }, query.operators, expected, budget);
  const documents: string[] = [];
  let stop: "full" | "ended" | "tooMuch" = "full";
  while (to !== null || documents.length < pageSize) {
    const json = stream.next();
    if (json === null) {
      stop = stream.isSpent ? "tooMuch" : "ended";
      break;
    }
    documents.push(json);
  }
  const reached: Position = stop === "ended" ? (to ?? END) : positionAfter(stream, from);
  // A page that must end at a given place says so even if it could not be read that far: then it has to be split.
  const until = to ?? reached;
  const isLarge = documents.length > SOFT_MAX_LENGTH || isNearLimit(transaction, request, plan, stream);
  return {
    documents,
    isDone: until.kind === "end" && stop === "ended",
    continueCursor: encode(until, fingerprint),
    splitCursor: middleOf(plan, stream.examinedJson, fingerprint),
    pageStatus: stop === "tooMuch" ? "SplitRequired" : isLarge ? "SplitRecommended" : null,
  };
}

/**
 * What a page may read: what its transaction has left, less room for one more document, so that a page ends where it
 * would otherwise fail. A maximum of the caller's counts for a page whose end is still open.
 */
function budgetOf(transaction: Transaction, request: PageRequest, hasEnd: boolean): Budget {
  const { documentsRead, bytesRead } = transaction.usage.metrics();
  const rows = hasEnd ? null : (request.maximumRowsRead ?? null);
  const bytes = hasEnd ? null : (request.maximumBytesRead ?? null);
  return {
    documents: Math.min(rows ?? Infinity, documentsRead.remaining),
    bytes: Math.min(bytes ?? Infinity, Math.max(0, bytesRead.remaining - MAX_DOCUMENT_SIZE)),
  };
}

/** Whether a page has read so much that it may soon be too much; the caller's maxima bound this for any page. */
function isNearLimit(
  transaction: Transaction,
  { maximumRowsRead, maximumBytesRead }: PageRequest,
  plan: QueryPlan,
  { examined, examinedBytes }: DocumentStream,
): boolean {
  const { documentsRead, bytesRead } = transaction.usage.metrics();
  const most = plan.kind === "search" ? MAX_MATCHES : documentsRead.used + documentsRead.remaining;
  const rows = Math.min(maximumRowsRead ?? Infinity, most);
  const bytes = Math.min(maximumBytesRead ?? Infinity, bytesRead.used + bytesRead.remaining);
  return examined > SPLIT_SHARE * rows || examinedBytes > SPLIT_SHARE * bytes;
}

/** `numItems`, where Convex takes it and the maxima beside it. The library lets any number pass. */
function pageSizeOf({ pageSize, maximumRowsRead, maximumBytesRead }: PageRequest): number {
  if (!Number.isSafeInteger(pageSize) || pageSize < 0)
    throw new Error(`Invalid numItems: ${pageSize} is no whole number. Ask for 1 document or more.`);
  if (pageSize === 0) throw new Error("Must request at least 1 document while paginating");
  if (pageSize > TRANSACTION_LIMITS.documentsRead) throw new Error(`Requested too many items: ${pageSize}`);
  if (maximumRowsRead === 0 || maximumBytesRead === 0)
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  return pageSize;
}

const START: Position = { kind: "start" };
const END: Position = { kind: "end" };

function positionAfter(stream: DocumentStream, from: Position): Position {
  const key = stream.lastKey();
  return key === null ? from : { kind: "after", key };
}

/** The place in the middle of all that was examined: what a filter let drop costs as much to read as what it let pass. */
function middleOf(plan: QueryPlan, examined: readonly string[], fingerprint: Buffer): string | null {
  // A search finds all that it finds at once: to split its page would save nothing.
  if (plan.kind === "search") return null;
  const middle = examined.length < 2 ? undefined : examined[Math.ceil(examined.length / 2) - 1];
  if (middle === undefined) return null;
  return encode({ kind: "after", key: keyOf(plan.index, JSON.parse(middle) as ConvexObject) }, fingerprint);
}

function between(range: KeyRange, order: Order, from: Position, to: Position | null): KeyRange {
  let { start, end } = range;
  if (order === "asc") {
    if (from.kind === "after") start = afterPrefix(from.key);
    if (to?.kind === "after") end = afterPrefix(to.key);
    if (to?.kind === "start") end = start;
  } else {
    if (from.kind === "after") end = from.key;
    if (to?.kind === "after") start = to.key;
    if (to?.kind === "start") start = end;
  }
  return { start, end };
}

const FINGERPRINT_BYTES = 8;
const KINDS = ["start", "after", "end"] as const;

/**
 * Ties a cursor to its query and to the fields of its index, so that it can be continued neither in another query nor
 * once the index has become another one: its key would name another place.
 */
function fingerprintOf(componentPath: string, query: SerializedQuery, plan: QueryPlan): Buffer {
  const fields = plan.kind === "range" ? plan.index.fields : [plan.index.searchField];
  const text = JSON.stringify([componentPath, query.source, query.operators, fields]);
  return createHash("sha256").update(text).digest().subarray(0, FINGERPRINT_BYTES);
}

function encode(position: Position, fingerprint: Buffer): string {
  const key = position.kind === "after" ? position.key : Buffer.alloc(0);
  return Buffer.concat([fingerprint, Buffer.from([KINDS.indexOf(position.kind)]), key]).toString("base64url");
}

function decode(cursor: string, fingerprint: Buffer): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const kind = KINDS[bytes[FINGERPRINT_BYTES] ?? KINDS.length];
  if (kind === undefined) throw new Error(`InvalidCursor: Failed to parse cursor "${cursor.slice(0, 100)}".`);
  if (!bytes.subarray(0, FINGERPRINT_BYTES).equals(fingerprint)) {
    throw new Error(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    );
  }
  return kind === "after" ? { kind, key: bytes.subarray(FINGERPRINT_BYTES + 1) } : { kind };
}
