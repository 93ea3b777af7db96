/**
 * Clusters many new memories in the memory of the run's action: it reads all memories once, finds the nearest of each by an index,
 * and writes the clusters when it has decided on thousands. A search for each memory, and clusters written with every few of
 * them, take several times as long.
 */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { Clustering } from "../../mind/clustering/clustering";
import { TermIndex } from "../../mind/clustering/termIndex";
import type { ComparedMemory, Group } from "./assign";
import type { Run } from "./schedule";
import { MAX_NEAREST } from "./unclustered";

/** An action has 64 MiB, and a memory takes one or two kilobytes. */
const MAX_MEMORIES = 20_000;
/** Reading an older memory takes a tenth of the time of a search. */
const OLDER_FOR_EACH_NEW = 8;
/** Memories that are decided on before their clusters are written. The next run decides again on those that a crash loses. */
const CHUNK = 2_048;
/** Memories that join or move in one transaction: it takes some 25 ms, for which other requests wait. */
const MAX_GROUPED = 32;

/** The places of new memories: from `from` to below `total`. */
interface Range {
  readonly from: number;
  readonly total: number;
}

/** `count`: the new memories. `changed`: the themes. `done`: none is left. */
export interface Clustered {
  readonly count: number;
  readonly changed: ReadonlySet<Id<"clusters">>;
  readonly done: boolean;
}

/** Whether it is worthwhile to read all memories up to `total`. */
export function areMany({ from, total }: Range): boolean {
  return total <= MAX_MEMORIES && total <= OLDER_FOR_EACH_NEW * (total - from);
}

/** Assigns the new memories to clusters, in the order of their places, until it is `late`. */
export async function clusterMany(
  ctx: ActionCtx,
  run: Run,
  { from, total, reinforcedAt }: Range & { readonly reinforcedAt: number },
  late: () => boolean,
): Promise<Clustered> {
  const memories = new Memories(from);
  const changed = new Set<Id<"clusters">>();
  let count = 0;
  for (let at = from; at < total && !late();) {
    const end = Math.min(total, at + CHUNK);
    while (memories.to < end && !late()) count += await memories.read(ctx, end);
    const to = Math.max(at, memories.to);
    const steps = memories.steps();
    for (const [i, step] of steps.entries()) {
      // The last step records the progress.
      const batch = { ...run, from: at, to: i === steps.length - 1 ? to : at, reinforcedAt };
      const groups = memories.groupsOf(step);
      const { clusterIds, themes } = await ctx.runMutation(internal.consolidation.functions.putTogether, {
        ...batch,
        groups: groups.map(({ group }) => group),
      });
      memories.wrote(step, new Map(groups.map(({ name }, i) => [name, clusterIds[i] ?? null])));
      for (const id of themes) changed.add(id);
    }
    at = to;
    if (at === total) return { count, changed, done: true };
  }
  return { count, changed, done: from === total };
}

/** A place, and the cluster that its memory joins, by its name in `Clustering`. */
type Joining = readonly [place: number, name: string];

/** The memories read so far, and their clusters. */
class Memories {
  /** The place up to which they have been read. */
  to = 0;
  readonly #from: number;
  readonly #index = new TermIndex();
  readonly #clustering = new Clustering();
  /** The name of the cluster in which each is stored, by place. */
  readonly #storedIn = new Map<number, string>();
  /** Those that are stored in no cluster yet, by place. */
  readonly #unstored = new Map<number, ComparedMemory>();
  readonly #ids = new Map<string, Id<"clusters">>();

  /** `from`: the place of the first new memory. */
  constructor(from: number) {
    this.#from = from;
  }

  /** Reads some memories below `end`, and decides on the new ones. Returns how many new ones they are. */
  async read(ctx: ActionCtx, end: number): Promise<number> {
    const isOlder = this.to < this.#from;
    const range = { from: this.to, total: isOlder ? this.#from : end };
    const { memories, unclustered, to } = await ctx.runQuery(internal.consolidation.functions.read, range);
    this.to = to;
    for (const { clusterId, ...memory } of memories) {
      const { place, scope, termVector } = memory;
      const point = { ...memory, embedding: null };
      if (clusterId !== undefined) {
        this.#clustering.put(place, point, clusterId);
        this.#storedIn.set(place, clusterId);
        this.#ids.set(clusterId, clusterId);
      } else if (!isOlder) {
        this.#clustering.add(place, point, this.#index.nearest(scope, termVector, MAX_NEAREST));
        this.#unstored.set(place, memory);
      }
      this.#index.add(scope, place, termVector);
    }
    return isOlder ? 0 : unclustered;
  }

  /** What is to be written, a step a transaction; at least one step. Those of one cluster follow one another. */
  steps(): Joining[][] {
    const changed = [...this.#clustering.clusterOf]
      .filter(([place, name]) => this.#storedIn.get(place) !== name)
      .sort(([place, name], [otherPlace, other]) =>
        name === other ? place - otherPlace : name < other ? -1 : 1,
      );
    const count = Math.max(1, Math.ceil(changed.length / MAX_GROUPED));
    return Array.from({ length: count }, (_, i) => changed.slice(i * MAX_GROUPED, (i + 1) * MAX_GROUPED));
  }

  /** The memories of a step by their clusters. */
  groupsOf(step: readonly Joining[]): { readonly name: string; readonly group: Group }[] {
    return [...new Set(step.map(([, name]) => name))].map((name) => {
      const places = step.filter(([, other]) => other === name).map(([place]) => place);
      const joining = places.flatMap((place) => this.#unstored.get(place) ?? []);
      const moving = places.filter((place) => !this.#unstored.has(place));
      return { name, group: { clusterId: this.#ids.get(name) ?? null, joining, moving } };
    });
  }

  /** Records that a step was written. `ids`: of the clusters, by their names. */
  wrote(step: readonly Joining[], ids: ReadonlyMap<string, Id<"clusters"> | null>): void {
    for (const [name, id] of ids) if (id !== null) this.#ids.set(name, id);
    for (const [place, name] of step) {
      this.#storedIn.set(place, name);
      this.#unstored.delete(place);
    }
  }
}
