/** The clusters of memories and their members: consolidation assigns a few new memories at a time. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { Cluster } from "../../mind/clustering/cluster";
import { Clustering } from "../../mind/clustering/clustering";
import { vectorBytes, unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import { consolidationTables } from "./tables";
import * as CoreMemories from "./coreMemories";
import * as Documents from "../search/documents";

/** A memory that is in no cluster yet, with the places of the nearest older memories, nearest first. */
export const unclusteredMemory = consolidationTables.clusterMembers.validator
  .omit("clusterId", "model")
  .extend({ nearest: v.array(v.number()) });
export type UnclusteredMemory = Infer<typeof unclusteredMemory>;

type Member = Doc<"clusterMembers">;

interface Batch {
  /** The embedding model in use, empty without one, and its `sampledBaselineCosine`. */
  readonly model: string;
  readonly baseline: number;
  /** The moment at which themes that gain new memories count as reinforced. */
  readonly reinforcedAt: number;
  readonly memories: readonly UnclusteredMemory[];
}

/**
 * Assigns new memories to clusters, in their order; memories nearest to them may move. Returns the clusters that are themes
 * and whose members changed.
 */
export async function assign(
  ctx: MutationCtx,
  { model, baseline, reinforcedAt, memories }: Batch,
): Promise<Id<"clusters">[]> {
  const loaded = new LoadedClusters(ctx, model, baseline);
  const { clustering } = loaded;
  const added: (Omit<Member, "_id" | "_creationTime" | "clusterId"> & { _id: null; clusterId: null })[] = [];
  for (const { nearest, ...memory } of memories) {
    // Erased or reworded since it was read.
    if ((await ctx.db.get("memories", memory.memoryId))?.place !== memory.place) continue;
    for (const place of nearest) await loaded.load(place);
    const embedding = await loaded.embeddingAt(memory.place);
    clustering.add(memory.place, { ...memory, embedding }, nearest);
    added.push({ ...memory, model: embedding === null ? "" : model, _id: null, clusterId: null });
  }
  const moved = [...loaded.members.values(), ...added].filter(
    ({ place, clusterId }) => clustering.clusterOf.get(place) !== clusterId,
  );
  const movedPlaces = new Set(moved.map(({ place }) => place));
  const affected = new Set(
    moved.flatMap(({ place, clusterId }) => [clusterId ?? [], clustering.clusterOf.get(place) ?? []].flat()),
  );
  const changed: Id<"clusters">[] = [];
  for (const name of affected) {
    const row = loaded.clusters.get(name) ?? null;
    const cluster = clustering.clusters.get(name);
    if (cluster === undefined) throw new Error("a cluster is not loaded");
    const joining = moved.filter(({ place }) => clustering.clusterOf.get(place) === name);
    const members = [...(row?.members ?? []).filter(({ place }) => !movedPlaces.has(place)), ...joining]
      .map(({ memoryId, place }) => ({ memoryId, place }))
      .sort((p, q) => p.place - q.place);
    const isReinforced = joining.some(({ clusterId }) => clusterId === null);
    const change = { members, model, cluster, reinforcedAt: isReinforced ? reinforcedAt : null };
    const id = await write(ctx, row, change);
    if (id === null) continue;
    if (cluster.isTheme) changed.push(id);
    for (const { _id, ...member } of joining)
      if (_id === null) await ctx.db.insert("clusterMembers", { ...member, clusterId: id });
      else await ctx.db.patch("clusterMembers", _id, { clusterId: id });
  }
  return changed;
}

/** How many of the memories at these places each cluster has. */
export async function memberCounts(
  ctx: QueryCtx,
  places: readonly number[],
): Promise<Map<Id<"clusters">, number>> {
  const members = await Promise.all(places.map((place) => find(ctx, place)));
  const counts = new Map<Id<"clusters">, number>();
  for (const member of members)
    if (member !== null) counts.set(member.clusterId, (counts.get(member.clusterId) ?? 0) + 1);
  return counts;
}

/** The largest clusters with labels in this state. */
export async function byLabelState(
  ctx: QueryCtx,
  labelState: Doc<"clusters">["labelState"],
  limit: number,
): Promise<Doc<"clusters">[]> {
  return await ctx.db
    .query("clusters")
    .withIndex("by_labelState", (q) => q.eq("labelState", labelState))
    .order("desc")
    .take(limit);
}

/** The clusters and members that one transaction has read. */
class LoadedClusters {
  readonly clustering: Clustering;
  readonly members = new Map<number, Member>();
  readonly clusters = new Map<string, Doc<"clusters">>();
  readonly #ctx: QueryCtx;
  readonly #model: string;
  readonly #baseline: number;

  constructor(ctx: QueryCtx, model: string, baseline: number) {
    this.#ctx = ctx;
    this.#model = model;
    this.#baseline = baseline;
    this.clustering = new Clustering(baseline);
  }

  /** Loads the memory at `place` and its cluster, if it is in one. */
  async load(place: number): Promise<void> {
    if (this.clustering.points.has(place)) return;
    const member = await find(this.#ctx, place);
    if (member === null) return;
    const { clusterId } = member;
    const cluster = this.clusters.get(clusterId) ?? (await this.#ctx.db.get("clusters", clusterId));
    if (cluster === null) throw new Error("a member's cluster does not exist");
    if (!this.clusters.has(clusterId)) {
      this.clusters.set(clusterId, cluster);
      // Embeddings of two models can't be compared: after a change of model the cluster's sum starts again from zero.
      const isCurrent = cluster.model === this.#model;
      const embeddingSum = isCurrent ? vectorOf(cluster.embeddingSum) : [];
      const sums = { ...cluster, embeddingSum, embeddedCount: isCurrent ? cluster.embeddedCount : 0 };
      this.clustering.clusters.set(clusterId, new Cluster(this.#baseline, sums));
    }
    this.members.set(place, member);
    const isInSum = member.model !== "" && member.model === cluster.model;
    const embedding = isInSum ? await this.embeddingAt(place) : null;
    this.clustering.points.set(place, { ...member, embedding });
    this.clustering.clusterOf.set(place, clusterId);
  }

  /** The embedding of the memory at `place`, at unit length; null where it has none by the model in use. */
  async embeddingAt(place: number): Promise<readonly number[] | null> {
    if (this.#model === "") return null;
    const [document] = await Documents.between(this.#ctx, "memory", place, place);
    const packed = document === undefined ? null : Documents.packedBy(document, this.#model);
    return packed === null ? null : unitVector(packed);
  }
}

interface Change {
  readonly members: Doc<"clusters">["members"];
  readonly model: string;
  readonly cluster: Cluster;
  readonly reinforcedAt: number | null;
}

/** Writes a cluster and updates its core memory. Deletes a cluster without members and returns null. */
export async function write(
  ctx: MutationCtx,
  row: Doc<"clusters"> | null,
  { members, model, cluster, reinforcedAt }: Change,
): Promise<Id<"clusters"> | null> {
  const theme = row === null ? null : await CoreMemories.ofCluster(ctx, row._id);
  if (theme !== null && !cluster.isTheme) await CoreMemories.remove(ctx, theme);
  if (members.length === 0) {
    if (row !== null) await ctx.db.delete("clusters", row._id);
    return null;
  }
  const { embeddingSum, ...sums } = cluster.sums;
  const fields: WithoutSystemFields<Doc<"clusters">> = {
    ...sums,
    members,
    model,
    embeddingSum: vectorBytes(embeddingSum),
    labelState: row?.labelState ?? "none",
  };
  if (!cluster.isTheme) fields.labelState = "none";
  else if (theme === null || CoreMemories.isLabelOutdated(theme, members.length)) fields.labelState = "stale";
  if (theme !== null && cluster.isTheme)
    await CoreMemories.updateMembers(ctx, theme, {
      size: members.length,
      confidence: cluster.confidence,
      reinforcedAt,
    });
  if (row === null) return await ctx.db.insert("clusters", fields);
  await ctx.db.replace("clusters", row._id, fields);
  return row._id;
}

/** The membership of the memory at `place`; null where it is in no cluster. */
export async function find(ctx: QueryCtx, place: number): Promise<Member | null> {
  return await ctx.db
    .query("clusterMembers")
    .withIndex("by_place", (q) => q.eq("place", place))
    .unique();
}
