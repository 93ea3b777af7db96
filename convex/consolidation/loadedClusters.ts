/** The clusters and members that one transaction has read, as `Clustering` compares them. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { Cluster } from "../../mind/clustering/cluster";
import { Clustering } from "../../mind/clustering/clustering";
import { unitVector, vectorOf } from "../../mind/ranking/packedVectors";
import * as Clusters from "./clusters";
import * as Documents from "../search/documents";

export class LoadedClusters {
  readonly clustering: Clustering;
  readonly members = new Map<number, Doc<"clusterMembers">>();
  readonly clusters = new Map<string, Doc<"clusters">>();
  readonly model: string;
  readonly #ctx: QueryCtx;

  constructor(ctx: QueryCtx, model: string, baseline: number) {
    this.#ctx = ctx;
    this.model = model;
    this.clustering = new Clustering(baseline);
  }

  /** Loads the memory at `place` and its cluster, if it is in one. */
  async load(place: number): Promise<void> {
    if (this.clustering.points.has(place)) return;
    const member = await Clusters.find(this.#ctx, place);
    if (member === null) return;
    const { clusterId } = member;
    const cluster = await this.loadCluster(clusterId);
    if (cluster === null) throw new Error("a member's cluster does not exist");
    this.members.set(place, member);
    const isInSum = member.model !== "" && member.model === cluster.model;
    const embedding = isInSum ? await this.embeddingAt(place) : null;
    this.clustering.points.set(place, { ...member, embedding });
    this.clustering.clusterOf.set(place, clusterId);
  }

  /** Null if the cluster was deleted. */
  async loadCluster(clusterId: Id<"clusters">): Promise<Doc<"clusters"> | null> {
    const known = this.clusters.get(clusterId);
    if (known !== undefined) return known;
    const cluster = await this.#ctx.db.get("clusters", clusterId);
    if (cluster === null) return null;
    this.clusters.set(clusterId, cluster);
    // Embeddings of two models can't be compared: after a change of model the cluster's sum starts again from zero.
    const isCurrent = cluster.model === this.model;
    const embeddingSum = isCurrent ? vectorOf(cluster.embeddingSum) : [];
    const sums = { ...cluster, embeddingSum, embeddedCount: isCurrent ? cluster.embeddedCount : 0 };
    this.clustering.clusters.set(clusterId, new Cluster(this.clustering.baseline, sums));
    return cluster;
  }

  /** The embedding of the memory at `place`, at unit length; null if it has none of the model in use. */
  async embeddingAt(place: number): Promise<readonly number[] | null> {
    if (this.model === "") return null;
    const [document] = await Documents.memoriesBetween(this.#ctx, place, place);
    const packed = document === undefined ? null : Documents.packedBy(document, this.model);
    return packed === null ? null : unitVector(packed);
  }
}
