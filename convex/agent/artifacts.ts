/** Artifacts: written at a tick's end, listed with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ArtifactType } from "../../mind/enums";
import { agentTables } from "./tables";
import * as Listing from "../lib/listing";
import { artifactType, range } from "../lib/validators";
import { documentsById } from "../lib/documentsById";
import { publicOf } from "../lib/publicOf";
import * as PushEvents from "../push/pushEvents";
import { ARTIFACTS, writeArtifact } from "./rows";

/** An artifact as callers see it. */
export const publicArtifact = agentTables.artifacts.validator
  .omit("scope")
  .extend({ _id: v.id("artifacts") });
const toPublic = publicOf(publicArtifact);

export const artifactFilter = v.object({ ...range, type: v.optional(artifactType) });

/** Writes an artifact. Alerts are also pushed. Returns the id. */
export async function add(
  ctx: MutationCtx,
  artifact: Omit<Doc<"artifacts">, "_id" | "_creationTime">,
): Promise<Id<"artifacts">> {
  const id = await writeArtifact(ctx, null, artifact);
  if (artifact.type === "alert")
    await PushEvents.add(ctx, artifact.timestamp, { type: "alert.raised", subject: id });
  return id;
}

/** At most `most` artifacts, newest first. */
export async function recent(ctx: QueryCtx, most: number): Promise<Doc<"artifacts">[]> {
  return await ctx.db.query("artifacts").order("desc").take(most);
}

/** At most `most` artifacts of one type, newest first. */
export async function recentOf(ctx: QueryCtx, type: ArtifactType, most: number): Promise<Doc<"artifacts">[]> {
  const { ids } = await Listing.page(ctx, {
    list: ARTIFACTS,
    facets: { type },
    limit: most,
    offset: 0,
  });
  return await documentsById(ctx, "artifacts", ids);
}

export async function list(ctx: QueryCtx, { type, ...range }: Infer<typeof artifactFilter>) {
  const { ids, ...figures } = await Listing.page(ctx, { list: ARTIFACTS, facets: { type }, ...range });
  return { artifacts: (await documentsById(ctx, "artifacts", ids)).map(toPublic), ...figures };
}
