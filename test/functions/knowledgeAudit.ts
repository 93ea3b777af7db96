/** What the tests of the audit of knowledge share. */
import type { Doc } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import * as Audit from "../../convex/knowledge/audit";
import type * as Listing from "../../convex/lib/listing";
import { audited as auditedBy } from "./audit";
import type { App } from "./requests";

/** Audits knowledge to the end, with something happening after the first step. */
export const audited = (t: App, meanwhile?: (ctx: MutationCtx) => Promise<void>) =>
  auditedBy(t, Audit.audit, meanwhile);

/** An item's place in a list. */
export const entryOf = ({ _id, updatedAt }: Doc<"knowledge">, list: string): Listing.Entry => ({
  list,
  facets: {},
  key: updatedAt,
  id: _id,
});
