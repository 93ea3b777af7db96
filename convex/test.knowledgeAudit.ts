/** What the tests of the audit of knowledge share. */
import type { Doc } from "./_generated/dataModel";
import type { MutationCtx } from "./_generated/server";
import * as Audit from "./model/knowledgeAudit";
import type * as Listing from "./model/listing";
import type { App } from "./test.requests";

/** Audits to the end, with something happening after the first step. */
export async function audited(
  t: App,
  meanwhile: (ctx: MutationCtx) => Promise<void> = async () => undefined,
) {
  for (let progress: Audit.Progress | undefined; ;) {
    const before = progress;
    const step = await t.run(async (ctx) => {
      const { kind, ...rest } = await Audit.audit(ctx, before);
      return { kind, rest: JSON.stringify(rest) };
    });
    const rest = JSON.parse(step.rest);
    if (step.kind === "counted") return rest.mended;
    if (progress === undefined) await t.run(meanwhile);
    progress = rest.progress;
  }
}

/** An item's place in a list. */
export const entryOf = ({ _id, updatedAt }: Doc<"knowledge">, list: string): Listing.Entry => ({
  list,
  facets: {},
  key: updatedAt,
  id: _id,
});
