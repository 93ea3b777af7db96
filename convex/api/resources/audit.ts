/** GET /audit. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { MAX_IDS, publicEntry } from "../../audit/audit";
import { AUDIT_KEPT_MS } from "../../audit/rows";
import { getEndpoint, type Endpoint } from "../route";
import { count, paged, span } from "../schemas/common";
import { counted } from "../schemas/fields";
import { pageOf, responseOf } from "../schemas/shape";

const kind = z.string().regex(/^[A-Za-z]{1,64}$/, { error: "must be the operationId of an operation" });
const who = z.string().regex(/^[\w.-]{1,64}$/, { error: "must be a caller's name" });

const entry = responseOf(
  "AuditEntry",
  "A write, an erasure or an export that a caller asked for",
  publicEntry,
  {
    kind: "The operationId of what was asked for",
    token: "The class of the caller's token",
    ids: `What was written or erased: the first ${MAX_IDS}`,
    count: counted("How many rows `ids` would name without its bound"),
    erased: z
      .record(z.string(), count)
      .meta({ description: "Of an erasure by plan, which `ids` names: how many rows of each kind" }),
  },
);

export const list: Endpoint = getEndpoint({
  operationId: "listAudit",
  tag: "Interface",
  summary: "The audit log",
  description: `Lists who asked for which write, erasure or export, when, and of which rows, newest first. An entry holds no content and is written with the work itself: what was refused, or answered again for an Idempotency-Key, has none. Entries are kept for ${AUDIT_KEPT_MS / 86_400_000} days, at most a million. Ids may name what was erased since.`,
  answer: "A page of entries.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    ...paged(20),
    ...span,
    kind: kind.exactOptional().meta({ description: "Only this operation, by its operationId" }),
    who: who.exactOptional().meta({ description: "Only this caller" }),
  }),
  response: pageOf("AuditPage", "Entries, newest first", "entries", entry),
  handle: (ctx, query) => ctx.runQuery(internal.audit.functions.list, query),
});
