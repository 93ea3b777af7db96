/** The clusters of memories, and which memory is in which: read and written by consolidation, a few new memories at a time. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { Cluster, type Point } from "../../mind/clustering/cluster";
import { Clustering } from "../../mind/clustering/clustering";
import { bytesOf, unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import schema from "../schema";
import * as CoreMemories from "./coreMemories";
import * as Texts from "./texts";

/** A memory that joins, and the places of those nearest to it that were there before, nearest first. */
export const newcomer = schema.tables.clusterMembers.validator
  .omit("clusterId", "model")
  .extend({ nearest: v.array(v.number()) });
export type Newcomer = Infer<typeof newcomer>;

type Row = Doc<"clusterMembers">;
type Member = Doc<"clusters">["members"][number];

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
  const meanings = new Map<number, readonly number[] | null>();
  for (const { place, nearest, ...one } of newcomers) {
    for (const near of nearest) await known.read(near);
    const meaning = await known.meaningAt(place);
    meanings.set(place, meaning);
    known.clustering.join(place, { ...one, meaning }, nearest);
  }
  const written = new Map<string, Id<"clusters">>();
  const changed: Id<"clusters">[] = [];
  for (const [name, { joined, left }] of changesOf(known, newcomers)) {
    const row = known.clusters.get(name) ?? null;
    const staying = (row?.members ?? []).filter(({ place }) => !left.has(place));
    const members = [...staying, ...joined].sort((a, b) => a.place - b.place);
    const isReinforced = joined.some(({ place }) => meanings.has(place));
    const id = await write(ctx, row, {
      members,
      model,
      cluster: known.clustering.cluster(name) ?? new Cluster(),
      reinforcedAt: isReinforced ? reinforcedAt : null,
    });
    if (id === null) continue;
    written.set(name, id);
    if (known.clustering.cluster(name)?.isTheme === true) changed.push(id);
  }
  const idOf = (place: number): Id<"clusters"> => {
    const id = written.get(known.clustering.clusterOf(place) ?? "");
    if (id === undefined) throw new Error("a memory is in a cluster that was not written");
    return id;
  };
  for (const row of known.rows.values())
    if (known.clustering.clusterOf(row.place) !== row.clusterId)
      await ctx.db.patch("clusterMembers", row._id, { clusterId: idOf(row.place) });
  for (const { nearest: _nearest, ...one } of newcomers)
    await ctx.db.insert("clusterMembers", {
      ...one,
      clusterId: idOf(one.place),
      model: (meanings.get(one.place) ?? null) === null ? "" : model,
    });
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
    if (this.clustering.has(place)) return;
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
      this.clustering.addCluster(clusterId, new Cluster(this.#baseline, sums));
    }
    this.rows.set(place, row);
    const isCounted = row.model !== "" && row.model === cluster.model;
    const point: Point = { ...row, meaning: isCounted ? await this.meaningAt(place) : null };
    this.clustering.addMember(place, point, clusterId);
  }

  /** The direction of the embedding of the memory at `place`; null where it has none of the model in use. */
  async meaningAt(place: number): Promise<readonly number[] | null> {
    if (this.#model === "") return null;
    const [text] = await Texts.between(this.#ctx, "memory", place, place);
    const packed = text === undefined ? null : Texts.packedBy(text, this.#model);
    return packed === null ? null : unitVector(packed);
  }
}

/** Who has come to which cluster, and who has left it. */
function changesOf(
  { clustering, rows }: Known,
  newcomers: readonly Newcomer[],
): Map<string, { joined: Member[]; left: Set<number> }> {
  const changes = new Map<string, { joined: Member[]; left: Set<number> }>();
  const changeOf = (name: string) => {
    const change = changes.get(name) ?? { joined: [], left: new Set<number>() };
    changes.set(name, change);
    return change;
  };
  const moves = [...rows.values(), ...newcomers.map((one) => ({ ...one, clusterId: null }))];
  for (const { place, memoryId, clusterId } of moves) {
    const now = clustering.clusterOf(place);
    if (now === undefined || now === clusterId) continue;
    changeOf(now).joined.push({ place, memoryId });
    if (clusterId !== null) changeOf(clusterId).left.add(place);
  }
  return changes;
}

interface Change {
  readonly members: readonly Member[];
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
    members: [...members],
    model,
    meaning: bytesOf(meaning),
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
