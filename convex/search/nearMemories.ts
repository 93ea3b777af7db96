/** Memories near in meaning to a text, looked up for what is to be written of it. */
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { MemoryType } from "../../mind/enums";
import type { Embedding } from "./semanticNeighbors";
import { filterValues } from "../embeddings/vectors";
import { nearestForJob, nearestVectors, type NearestSearch } from "./nearestVectors";

interface Sought {
  /** Any of these types; left out, any. */
  readonly types?: readonly MemoryType[];
  readonly most: number;
}

/** The vectors nearest to a text's, nearest first; none where they can't be searched in time: then words alone decide. */
export async function nearMemories(
  ctx: ActionCtx,
  embedding: Embedding,
  sought: Sought,
): Promise<Id<"vectors">[]> {
  const [nearest = []] =
    (await nearestVectors(ctx, [searchFor(embedding, sought)], { forWrite: true })) ?? [];
  return nearest;
}

/** As `nearMemories`, for a job. @throws where they can't be had: what is compared without them is not compared again */
export async function nearMemoriesForJob(
  ctx: ActionCtx,
  embedding: Embedding,
  sought: Sought,
): Promise<Id<"vectors">[]> {
  return await nearestForJob(ctx, searchFor(embedding, sought));
}

function searchFor({ model, vector }: Embedding, { types, most }: Sought): NearestSearch {
  // The day is of no matter to a filter by type, nor the type to one by space.
  const filters = (facet: string) => filterValues(model, { space: "memory", facet, day: 0 });
  const search = { vector, limit: most };
  return types === undefined
    ? { ...search, field: "bySpace", values: [filters("").bySpace] }
    : { ...search, field: "byFacet", values: types.map((type) => filters(type).byFacet) };
}
