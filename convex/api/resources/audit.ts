/** GET /audit. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { KEPT_MS, MAX_IDS } from "../../lib/audit";
import { getEndpoint, type Endpoint } from "../route";
import { limit, listFigures, offset, since, timestamp, until } from "../schemas/common";

const kind = z.string().regex(/^[A-Za-z]{1,64}$/, { error: "must be the operationId of an operation" });
const who = z.string().regex(/^[\w.-]{1,64}$/, { error: "must be a caller's name" });

export const entry = z
  .strictObject({
    _id: z.string(),
    kind: z.string().meta({ description: "The operationId of what was asked for" }),
    token: z.enum(["write", "tick"]).meta({ description: "The class of the caller's token" }),
    who: z.string().exactOptional().meta({ description: "The caller, where its token has a name" }),
    ids: z.array(z.string()).meta({ description: `What was written or erased: the first ${MAX_IDS}` }),
    count: z.int().min(0).meta({ description: "How many rows `ids` would name without its bound" }),
    erased: z
      .record(z.string(), z.int().min(0))
      .exactOptional()
      .meta({ description: "Of an erasure by plan, which `ids` names: how many rows of each kind" }),
    at: timestamp,
  })
  .meta({ id: "AuditEntry", description: "A write, an erasure or an export that a caller asked for" });

export const list: Endpoint = getEndpoint({
  operationId: "listAudit",
  tag: "Interface",
  summary: "The audit log",
  description: `Lists who asked for which write, erasure or export, when, and of which rows, newest first. An entry holds no content and is written with the work itself: what was refused, or answered again for an Idempotency-Key, has none. Entries are kept for ${KEPT_MS / 86_400_000} days, at most a million. Ids may name what was erased since.`,
  answer: "A page of entries.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    since,
    until,
    kind: kind.exactOptional().meta({ description: "Only this operation, by its operationId" }),
    who: who.exactOptional().meta({ description: "Only this caller" }),
  }),
  response: z
    .strictObject({ entries: z.array(entry), ...listFigures })
    .meta({ id: "AuditPage", description: "Entries, newest first" }),
  handle: (ctx, query) => ctx.runQuery(internal.lib.auditFunctions.list, query),
});
