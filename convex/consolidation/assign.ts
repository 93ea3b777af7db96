/** Assigns memories to clusters: one transaction takes a few of them, and writes the clusters that change. */
import { v, type Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ChangeSet } from "../changes/changes";
import * as Before from "./before";
import * as Clusters from "./clusters";
import { LoadedClusters } from "./loadedClusters";
import { writeMember } from "./rows";
import { consolidationTables } from "./tables";

const newMember = consolidationTables.clusterMembers.validator.omit("clusterId", "movedBy");
type NewMember = Infer<typeof newMember>;

/** A memory as clusters compare it. */
export const comparedMemory = newMember.omit("model").extend({ scope: v.string() });
export type ComparedMemory = Infer<typeof comparedMemory>;

/** A memory that is in no cluster yet, with the places of the nearest older memories, nearest first. */
export const unclusteredMemory = comparedMemory.extend({ nearest: v.array(v.number()) });
export type UnclusteredMemory = Infer<typeof unclusteredMemory>;

/** The moment at which themes that gain new memories count as reinforced. */
const reinforcedAt = v.number();

export const batch = v.object({
  /** The embedding model in use (empty without one) and its `sampledBaselineCosine`. */
  model: v.string(),
  baseline: v.number(),
  reinforcedAt,
  memories: v.array(unclusteredMemory),
});

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
  const added: Added[] = [];
  for (const { nearest, ...memory } of memories) {
    if (!(await isUnassigned(ctx, memory))) continue;
    for (const place of nearest) await loaded.load(place);
    const embedding = await loaded.embeddingAt(memory.place);
    loaded.clustering.add(memory.place, { ...memory, embedding }, nearest);
    added.push({ ...memory, model: embedding === null ? "" : model });
  }
  return (await writeChanged(ctx, loaded, { added, reinforcedAt }, set)).themes;
}

/** What joins a cluster, or a new one if `clusterId` is null: new memories, and those at the places `moving`. */
const group = v.object({
  clusterId: v.union(v.null(), v.id("clusters")),
  joining: v.array(comparedMemory),
  moving: v.array(v.number()),
});
export type Group = Infer<typeof group>;

export const grouping = v.object({ reinforcedAt, groups: v.array(group) });

/** `clusterIds`: the clusters of the groups, in order; null if nothing joined a new one. `themes`: those whose members changed. */
export const grouped = v.object({
  clusterIds: v.array(v.union(v.null(), v.id("clusters"))),
  themes: v.array(v.id("clusters")),
});

/** Puts memories into the clusters that were chosen for them. Adds the changes to `set`. */
export async function putTogether(
  ctx: MutationCtx,
  { reinforcedAt, groups }: Infer<typeof grouping>,
  set: ChangeSet,
): Promise<Infer<typeof grouped>> {
  const loaded = new LoadedClusters(ctx, "", 0);
  const added: Added[] = [];
  const names: string[] = [];
  for (const [i, { clusterId, joining, moving }] of groups.entries()) {
    // A cluster may have been deleted since, because its last member was erased.
    const row = clusterId && (await loaded.loadCluster(clusterId));
    const name = row?._id ?? `new ${i}`;
    names.push(name);
    for (const memory of joining) {
      if (!(await isUnassigned(ctx, memory))) continue;
      loaded.clustering.put(memory.place, { ...memory, embedding: null }, name);
      added.push({ ...memory, model: "" });
    }
    for (const place of moving) {
      await loaded.load(place);
      const point = loaded.clustering.points.get(place);
      if (point !== undefined) loaded.clustering.put(place, point, name);
    }
  }
  const { ids, themes } = await writeChanged(ctx, loaded, { added, reinforcedAt }, set);
  return { clusterIds: names.map((name) => ids.get(name) ?? loaded.clusters.get(name)?._id ?? null), themes };
}

async function isUnassigned(
  ctx: QueryCtx,
  { memoryId, place }: Pick<NewMember, "memoryId" | "place">,
): Promise<boolean> {
  // The memory was erased or reworded since it was read.
  if ((await ctx.db.get("memories", memoryId))?.place !== place) return false;
  // After an undo, a run begins at the first memory that was taken out, and later ones may still be grouped. Imported memories
  // may have their clusters already.
  return (await Clusters.find(ctx, place)) === null;
}

type Added = NewMember & { readonly scope: string };

/** Writes the clusters that differ from those stored, and the members that joined them. Returns their ids by name, and the themes among them. */
async function writeChanged(
  ctx: MutationCtx,
  { clustering, members, clusters, model }: LoadedClusters,
  { added, reinforcedAt }: { readonly added: readonly Added[]; readonly reinforcedAt: number },
  set: ChangeSet,
): Promise<{ ids: ReadonlyMap<string, Id<"clusters"> | null>; themes: Id<"clusters">[] }> {
  const [before, after] = [(place: number) => members.get(place)?.clusterId, clustering.clusterOf];
  const moved = [...members.values(), ...added].filter(({ place }) => after.get(place) !== before(place));
  const movedPlaces = new Set(moved.map(({ place }) => place));
  const affected = new Set(
    moved.flatMap(({ place }) => [before(place) ?? [], after.get(place) ?? []].flat()),
  );
  const newScopes = new Map(added.map(({ place, scope }) => [place, scope]));
  const scopeOf = (place: number) => newScopes.get(place) ?? clusters.get(before(place) ?? "")?.scope;
  const ids = new Map<string, Id<"clusters"> | null>();
  const themes: Id<"clusters">[] = [];
  if (affected.size === 0) return { ids, themes };
  const { place: changedBy } = await set.row();
  let changedThemes = 0;
  for (const name of affected) {
    const row = clusters.get(name) ?? null;
    if (row !== null && (await Before.keepTheme(ctx, changedBy, row))) changedThemes += 1;
    const cluster = clustering.clusters.get(name);
    if (cluster === undefined) throw new Error("a cluster is not loaded");
    const joining = moved.filter(({ place }) => after.get(place) === name);
    const all = [...(row?.members ?? []).filter(({ place }) => !movedPlaces.has(place)), ...joining]
      .map(({ memoryId, place }) => ({ memoryId, place }))
      .sort((p, q) => p.place - q.place);
    const isReinforced = joining.some(({ place }) => before(place) === undefined);
    const clusterId = await Clusters.write(ctx, row, all, {
      model,
      cluster,
      // Memories are compared only within their scope, so all members have one.
      scope: row?.scope ?? scopeOf(all[0]?.place ?? 0) ?? "",
      reinforcedAt: isReinforced ? reinforcedAt : null,
      changedBy,
    });
    ids.set(name, clusterId);
    if (clusterId === null) continue;
    if (cluster.isTheme) themes.push(clusterId);
    for (const { place } of joining) {
      const known = members.get(place);
      if (known === undefined) continue;
      await Before.keepMove(ctx, changedBy, known);
      await writeMember(ctx, known, { ...known, clusterId, movedBy: changedBy });
    }
    for (const { scope: _scope, ...member } of added)
      if (after.get(member.place) === name)
        await writeMember(ctx, null, { ...member, clusterId, movedBy: changedBy });
  }
  await set.add({ grouped: added.length, themes: changedThemes });
  return { ids, themes };
}
