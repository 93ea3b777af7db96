/** The clusters of memories, and which memory is in which: read and written by consolidation, a few new memories at a time. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { Cluster, type Point } from "../../mind/clustering/cluster";
import { Clustering } from "../../mind/clustering/clustering";
import { vectorBytes, unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import { consolidationTables } from "./tables";
import * as CoreMemories from "./coreMemories";
import * as Documents from "../search/documents";

/** A memory that joins, and the places of those nearest to it that were there before, nearest first. */
export const newcomer = consolidationTables.clusterMembers.validator
  .omit("clusterId", "model")
  .extend({ nearest: v.array(v.number()) });
export type Newcomer = Infer<typeof newcomer>;

type Row = Doc<"clusterMembers">;

interface Joining {
  /** The embedding model in use, empty without one, and what `baselineCosine` measures in it. */
  readonly model: string;
  readonly baseline: number;
  /** When themes that gain new memories count as reinforced. */
  readonly reinforcedAt: number;
  readonly newcomers: readonly Newcomer[];
}

/**
 * Takes in new memories in their order, which may move those nearest to them. Answers the clusters that are themes and have
 * other members now.
 */
export async function join(
  ctx: MutationCtx,
  { model, baseline, reinforcedAt, newcomers }: Joining,
): Promise<Id<"clusters">[]> {
  const known = new Known(ctx, model, baseline);
  const { clustering } = known;
  const joining: (Omit<Row, "_id" | "_creationTime" | "clusterId"> & { _id: null; clusterId: null })[] = [];
  for (const { nearest, ...one } of newcomers) {
    for (const near of nearest) await known.read(near);
    const meaning = await known.meaningAt(one.place);
    clustering.join(one.place, { ...one, meaning }, nearest);
    joining.push({ ...one, model: meaning === null ? "" : model, _id: null, clusterId: null });
  }
  const moved = [...known.rows.values(), ...joining].filter(
    ({ place, clusterId }) => clustering.clusterOf.get(place) !== clusterId,
  );
  const places = new Set(moved.map(({ place }) => place));
  const names = new Set(
    moved.flatMap(({ place, clusterId }) => [clusterId ?? [], clustering.clusterOf.get(place) ?? []].flat()),
  );
  const changed: Id<"clusters">[] = [];
  for (const name of names) {
    const row = known.clusters.get(name) ?? null;
    const cluster = clustering.clusters.get(name);
    if (cluster === undefined) throw new Error("a cluster is not known");
    const coming = moved.filter(({ place }) => clustering.clusterOf.get(place) === name);
    const members = [...(row?.members ?? []).filter(({ place }) => !places.has(place)), ...coming]
      .map(({ memoryId, place }) => ({ memoryId, place }))
      .sort((p, q) => p.place - q.place);
    const isReinforced = coming.some(({ clusterId }) => clusterId === null);
    const change = { members, model, cluster, reinforcedAt: isReinforced ? reinforcedAt : null };
    const id = await write(ctx, row, change);
    if (id === null) continue;
    if (cluster.isTheme) changed.push(id);
    for (const { _id, ...member } of coming)
      if (_id === null) await ctx.db.insert("clusterMembers", { ...member, clusterId: id });
      else await ctx.db.patch("clusterMembers", _id, { clusterId: id });
  }
  return changed;
}

/** The clusters of these memories, each with how many of them it has. */
export async function countsOf(
  ctx: QueryCtx,
  places: readonly number[],
): Promise<Map<Id<"clusters">, number>> {
  const rows = await Promise.all(places.map((place) => find(ctx, place)));
  const counts = new Map<Id<"clusters">, number>();
  for (const row of rows) if (row !== null) counts.set(row.clusterId, (counts.get(row.clusterId) ?? 0) + 1);
  return counts;
}

/** Themes whose words need attention, the largest first. */
export async function worded(
  ctx: QueryCtx,
  wording: Doc<"clusters">["wording"],
  most: number,
): Promise<Doc<"clusters">[]> {
  return await ctx.db
    .query("clusters")
    .withIndex("by_wording", (q) => q.eq("wording", wording))
    .order("desc")
    .take(most);
}

/** What one transaction has read of clusters and members. */
class Known {
  readonly clustering: Clustering;
  readonly rows = new Map<number, Row>();
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

  /** Makes the memory at `place` and its cluster known, if it is in one. */
  async read(place: number): Promise<void> {
    if (this.clustering.points.has(place)) return;
    const row = await find(this.#ctx, place);
    if (row === null) return;
    const { clusterId } = row;
    const cluster = this.clusters.get(clusterId) ?? (await this.#ctx.db.get("clusters", clusterId));
    if (cluster === null) throw new Error("a memory is in a cluster that is not there");
    if (!this.clusters.has(clusterId)) {
      this.clusters.set(clusterId, cluster);
      // Sums of another model's embeddings tell nothing: a cluster starts anew with those of this one.
      const isOurs = cluster.model === this.#model;
      const meaning = isOurs ? vectorOf(cluster.meaning) : [];
      const sums = { ...cluster, meaning, embedded: isOurs ? cluster.embedded : 0 };
      this.clustering.clusters.set(clusterId, new Cluster(this.#baseline, sums));
    }
    this.rows.set(place, row);
    const isCounted = row.model !== "" && row.model === cluster.model;
    const point: Point = { ...row, meaning: isCounted ? await this.meaningAt(place) : null };
    this.clustering.points.set(place, point);
    this.clustering.clusterOf.set(place, clusterId);
  }

  /** The direction of the embedding of the memory at `place`; null where it has none of the model in use. */
  async meaningAt(place: number): Promise<readonly number[] | null> {
    if (this.#model === "") return null;
    const [text] = await Documents.between(this.#ctx, "memory", place, place);
    const packed = text === undefined ? null : Documents.packedBy(text, this.#model);
    return packed === null ? null : unitVector(packed);
  }
}

interface Change {
  readonly members: Doc<"clusters">["members"];
  readonly model: string;
  readonly cluster: Cluster;
  readonly reinforcedAt: number | null;
}

/** Writes a cluster, and what follows for its theme; null where nobody is left in it. */
async function write(
  ctx: MutationCtx,
  row: Doc<"clusters"> | null,
  { members, model, cluster, reinforcedAt }: Change,
): Promise<Id<"clusters"> | null> {
  const theme = row === null ? null : await CoreMemories.ofCluster(ctx, row._id);
  if (theme !== null && !cluster.isTheme) await CoreMemories.dissolve(ctx, theme);
  if (members.length === 0) {
    if (row !== null) await ctx.db.delete("clusters", row._id);
    return null;
  }
  const { meaning, ...sums } = cluster.sums;
  const fields: WithoutSystemFields<Doc<"clusters">> = {
    ...sums,
    members,
    model,
    meaning: vectorBytes(meaning),
    wording: row?.wording ?? "none",
  };
  if (!cluster.isTheme) fields.wording = "none";
  else if (theme === null || CoreMemories.isOutworded(theme, members.length)) fields.wording = "stale";
  if (theme !== null && cluster.isTheme)
    await CoreMemories.change(ctx, theme, {
      size: members.length,
      confidence: cluster.confidence,
      reinforcedAt,
    });
  if (row === null) return await ctx.db.insert("clusters", fields);
  await ctx.db.replace("clusters", row._id, fields);
  return row._id;
}

async function find(ctx: QueryCtx, place: number): Promise<Row | null> {
  return await ctx.db
    .query("clusterMembers")
    .withIndex("by_place", (q) => q.eq("place", place))
    .unique();
}
