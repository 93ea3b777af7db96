/**
 * Vector search over committed documents: threads of their own have an index's vectors, each its share, loaded ahead or at
 * the first search, and are told of every commit.
 */
import { splitIndexName, type Tablets, type VectorIndex } from "../store/tablets";
import type { Share, VectorChange } from "./vectorIndex";
import type { VectorMatch } from "./vectorMatrix";
import { vectorQuery, type SerializedVectorQuery, type VectorQuery } from "./vectorQuery";
import type { ThreadMessage, VectorThread } from "./vectorThread";

export class VectorSearcher {
  private readonly path: string;
  private readonly threads: readonly VectorThread[];

  /**
   * @param path the file of the database
   * @param threads one at least; always as many for one database while they run
   */
  constructor(path: string, threads: readonly VectorThread[]) {
    this.path = path;
    this.threads = threads;
  }

  /**
   * The documents nearest to a vector, nearest first, as of a commit no older than the call. Rejects where the vectors
   * can't be read or don't fit into memory.
   */
  async search(index: VectorIndex, query: VectorQuery): Promise<readonly VectorMatch[]> {
    const { path } = this;
    const found = await this.eachOf((share) => ({ kind: "search", path, index, share, query }));
    return found
      .flat()
      .sort((a, b) => b.score - a.score)
      .slice(0, query.limit);
  }

  /** Loads the vectors of an index, so that its first search need not. */
  async preload(index: VectorIndex): Promise<void> {
    const { path } = this;
    await this.eachOf((share) => ({ kind: "load", path, index, share }));
  }

  /** Takes over what the commit of a ts changed; to be called before anything later is searched or committed. */
  committed(ts: bigint, changes: readonly VectorChange[]): void {
    const { path, threads } = this;
    for (const [nth, thread] of threads.entries()) {
      const own = changes.filter(({ seq }) => seq % threads.length === nth);
      if (own.length > 0) void tell(thread, { kind: "changes", path, ts, changes: own });
    }
  }

  /** Resolves once nothing reads the file any more. Loading may take long, and nobody waits for what it is for. */
  async close(): Promise<void> {
    const { path } = this;
    await Promise.all(
      this.threads.map((thread) =>
        thread.isBusyWith(path) ? thread.end() : tell(thread, { kind: "forget", path }),
      ),
    );
  }

  /** Asks each thread about its share. */
  private eachOf(message: (share: Share) => ThreadMessage): Promise<(readonly VectorMatch[])[]> {
    const { threads } = this;
    return Promise.all(threads.map((thread, nth) => thread.ask(message({ nth, of: threads.length }))));
  }
}

/** A thread that ends before it has heard of it knows nothing any more, nor does one that starts later. */
async function tell(thread: VectorThread, message: ThreadMessage): Promise<void> {
  if (thread.isRunning) await thread.ask(message).catch(() => undefined);
}

/** The answer of `1.0/actions/vectorSearch`. */
export interface VectorSearchAnswer {
  readonly results: readonly { readonly _id: string; readonly _score: number }[];
}

/** Searches an index of a component. Rejects with Convex's messages where there is no such index or the query is wrong. */
export async function vectorSearch(
  tablets: Tablets,
  searcher: VectorSearcher,
  componentPath: string,
  query: SerializedVectorQuery,
): Promise<VectorSearchAnswer> {
  const [table, name] = splitIndexName(query.indexName);
  const index = tablets.named(componentPath, table)?.search.vector.get(name);
  if (index === undefined) throw new Error(`Index ${query.indexName} not found.`);
  const matches = await searcher.search(index, vectorQuery(index, query));
  return { results: matches.map(({ documentId, score }) => ({ _id: documentId, _score: score })) };
}
