/** The clusters of memories and their members: consolidation assigns a few new memories at a time. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { Cluster } from "../../mind/clustering/cluster";
import { Clustering } from "../../mind/clustering/clustering";
import { vectorBytes, unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import type { ChangeSet } from "../changes/changes";
import { consolidationTables } from "./tables";
import * as Before from "./before";
import * as CoreMemories from "./coreMemories";
import { isNeeded, writeCluster, writeMember } from "./rows";
import * as Documents from "../search/documents";

const newMember = consolidationTables.clusterMembers.validator.omit("clusterId", "movedBy");

/** A memory that is in no cluster yet, with the places of the nearest older memories, nearest first. */
export const unclusteredMemory = newMember
  .omit("model")
  .extend({ scope: v.string(), nearest: v.array(v.number()) });
export type UnclusteredMemory = Infer<typeof unclusteredMemory>;

export const batch = v.object({
  /** The embedding model in use (empty without one) and its `sampledBaselineCosine`. */
  model: v.string(),
  baseline: v.number(),
  /** The moment at which themes that gain new memories count as reinforced. */
  reinforcedAt: v.number(),
  memories: v.array(unclusteredMemory),
});

type Member = Doc<"clusterMembers">;

/**
 * Assigns new memories to clusters, in the given order; memories nearest to them may move. Adds the changes to `set`. Returns
 * the themes whose members changed.
 */
export async function assign(
  ctx: MutationCtx,
  { model, baseline, reinforcedAt, memories }: Infer<typeof batch>,
  set: ChangeSet,
): Promise<Id<"clusters">[]> {
  const loaded = new LoadedClusters(ctx, model, baseline);
  const { clustering } = loaded;
  const added: Infer<typeof newMember>[] = [];
  for (const { nearest, scope: _scope, ...memory } of memories) {
    // The memory was erased or reworded since it was read.
    if ((await ctx.db.get("memories", memory.memoryId))?.place !== memory.place) continue;
    // After an undo, a run begins at the first memory that was taken out, and later ones may still be grouped. Imported memories
    // may have their clusters already.
    if ((await find(ctx, memory.place)) !== null) continue;
    for (const place of nearest) await loaded.load(place);
    const embedding = await loaded.embeddingAt(memory.place);
    clustering.add(memory.place, { ...memory, embedding }, nearest);
    added.push({ ...memory, model: embedding === null ? "" : model });
  }
  const [before, after] = [(place: number) => loaded.members.get(place)?.clusterId, clustering.clusterOf];
  const moved = [...loaded.members.values(), ...added].filter(
    ({ place }) => after.get(place) !== before(place),
  );
  const movedPlaces = new Set(moved.map(({ place }) => place));
  const affected = new Set(
    moved.flatMap(({ place }) => [before(place) ?? [], after.get(place) ?? []].flat()),
  );
  const newScopes = new Map(memories.map(({ place, scope }) => [place, scope]));
  const scopeOf = (place: number) => newScopes.get(place) ?? loaded.clusters.get(before(place) ?? "")?.scope;
  const changed: Id<"clusters">[] = [];
  if (affected.size === 0) return changed;
  const { place: changedBy } = await set.row();
  let themes = 0;
  for (const name of affected) {
    const row = loaded.clusters.get(name) ?? null;
    if (row !== null && (await Before.keepTheme(ctx, changedBy, row))) themes += 1;
    const cluster = clustering.clusters.get(name);
    if (cluster === undefined) throw new Error("a cluster is not loaded");
    const joining = moved.filter(({ place }) => after.get(place) === name);
    const members = [...(row?.members ?? []).filter(({ place }) => !movedPlaces.has(place)), ...joining]
      .map(({ memoryId, place }) => ({ memoryId, place }))
      .sort((p, q) => p.place - q.place);
    const isReinforced = joining.some(({ place }) => before(place) === undefined);
    const clusterId = await write(ctx, row, members, {
      model,
      cluster,
      // Memories are compared only within their scope, so all members have one.
      scope: row?.scope ?? scopeOf(members[0]?.place ?? 0) ?? "",
      reinforcedAt: isReinforced ? reinforcedAt : null,
      changedBy,
    });
    if (clusterId === null) continue;
    if (cluster.isTheme) changed.push(clusterId);
    for (const member of joining) {
      const known = loaded.members.get(member.place);
      if (known === undefined) await writeMember(ctx, null, { ...member, clusterId, movedBy: changedBy });
      else {
        await Before.keepMove(ctx, changedBy, known);
        await writeMember(ctx, known, { ...known, clusterId, movedBy: changedBy });
      }
    }
  }
  await set.add({ grouped: added.length, themes });
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

  constructor(ctx: QueryCtx, model: string, baseline: number) {
    this.#ctx = ctx;
    this.#model = model;
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
      this.clustering.clusters.set(clusterId, new Cluster(this.clustering.baseline, sums));
    }
    this.members.set(place, member);
    const isInSum = member.model !== "" && member.model === cluster.model;
    const embedding = isInSum ? await this.embeddingAt(place) : null;
    this.clustering.points.set(place, { ...member, embedding });
    this.clustering.clusterOf.set(place, clusterId);
  }

  /** The embedding of the memory at `place`, at unit length; null if it has none of the model in use. */
  async embeddingAt(place: number): Promise<readonly number[] | null> {
    if (this.#model === "") return null;
    const [document] = await Documents.memoriesBetween(this.#ctx, place, place);
    const packed = document === undefined ? null : Documents.packedBy(document, this.#model);
    return packed === null ? null : unitVector(packed);
  }
}

/**
 * Writes a cluster and updates its core memory. A cluster without members is deleted, unless an undo may need it; then
 * returns null. `changedBy`: the place of the change set; absent: as in the row.
 */
export async function write(
  ctx: MutationCtx,
  row: Doc<"clusters"> | null,
  members: Doc<"clusters">["members"],
  {
    scope,
    model,
    cluster,
    reinforcedAt,
    changedBy = row?.changedBy,
  }: {
    scope: string;
    model: string;
    cluster: Cluster;
    reinforcedAt: number | null;
    changedBy?: number | undefined;
  },
): Promise<Id<"clusters"> | null> {
  const theme = row === null ? null : await CoreMemories.ofCluster(ctx, row._id);
  if (theme !== null && !cluster.isTheme) await CoreMemories.remove(ctx, theme);
  const isEmpty = members.length === 0;
  if (isEmpty && (row === null || !(await isNeeded(ctx, row._id)))) {
    if (row !== null) await writeCluster(ctx, row, null);
    return null;
  }
  // Without members the sums are set to exactly zero, since subtraction leaves rounding errors.
  const { embeddingSum, ...sums } = isEmpty ? new Cluster().sums : cluster.sums;
  const size = members.length;
  let labelState: Doc<"clusters">["labelState"] = row?.labelState ?? "none";
  if (!cluster.isTheme) labelState = "none";
  else if (theme === null || CoreMemories.isLabelOutdated(theme, size)) labelState = "stale";
  const packedSum = { embeddingSum: vectorBytes(embeddingSum) };
  const fields = { scope, ...sums, ...packedSum, members, model, labelState, changedBy };
  if (theme !== null && cluster.isTheme)
    await CoreMemories.updateMembers(ctx, theme, { size, confidence: cluster.confidence, reinforcedAt });
  return await writeCluster(ctx, row, fields);
}

/** The membership of the memory at `place`; null if it is in no cluster. */
export async function find(ctx: QueryCtx, place: number): Promise<Member | null> {
  return await getOneFrom(ctx.db, "clusterMembers", "by_place", place);
}
