/** DELETE of what is stored: /memories/{id} and the like. */
import * as z from "zod";
import { DERIVED_KINDS } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Kind } from "../../corrections/erase";
import type { DerivedRow } from "../../lib/citations";
import { withoutKey, type Claimed } from "../../lib/idempotency";
import type { Documentation } from "../documentation";
import { unknownId, wrongVersion } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { del, deleteEndpoint, type Route } from "../route";
import { flag } from "../schemas/common";

const query = z.strictObject({
  derived: flag.meta({ description: "Erase what was derived from it as well", default: false }),
});

const response = z
  .strictObject({
    derived: z
      .array(z.strictObject({ kind: z.enum(DERIVED_KINDS), _id: z.string() }))
      .meta({ description: "Reflections, thoughts and learned memories that rest on it, erased or not" }),
  })
  .meta({ id: "Erased", description: "It is erased for good" });

/** The route that erases one kind of row. `what` names it in sentences. */
export function erase(
  path: string,
  kind: Kind,
  what: string,
  documentation: Pick<Documentation, "operationId" | "tag" | "versioned" | "example"> & { more?: string },
): Route {
  const { more = "", ...rest } = documentation;
  const endpoint = deleteEndpoint({
    ...rest,
    summary: `Erase ${what}`,
    description: `Erases ${what} for good, with everything that is kept of it.${more === "" ? "" : ` ${more}`} What the agent derived from it is listed, and erased as well with \`derived=true\`.`,
    answer: "It is erased.",
    query,
    response,
    handle: (ctx, { derived }, { id, version, claimed }) =>
      runIdempotent(ctx, claimed, async () => ({
        derived: await eraseAll(ctx, { kind, id, version, derived }, claimed),
      })),
  });
  return del(path, "write", endpoint);
}

/** Goes on until all is erased; a transaction that is scheduled does so where this request is cut off. */
async function eraseAll(
  ctx: ActionCtx,
  { kind, id, version, derived }: { kind: Kind; id: string; version: number | undefined; derived: boolean },
  claimed: Claimed,
): Promise<DerivedRow[]> {
  const first = { version, ...withoutKey(claimed) };
  const found = new Map<string, DerivedRow>();
  for (let step: Partial<typeof first> = first, began = false; ; step = {}, began = true) {
    const args = { kind, id, ...step, derived };
    const outcome = await ctx.runMutation(internal.corrections.functions.erase, args);
    // The scheduled transaction may have erased the rest.
    if (outcome.kind === "unknown" && began) break;
    if (outcome.kind === "unknown") throw unknownId(kind, id);
    if (outcome.kind === "outdated") throw wrongVersion(kind, outcome.version);
    for (const row of outcome.derived) found.set(row._id, row);
    if (outcome.done) break;
  }
  return [...found.values()];
}
