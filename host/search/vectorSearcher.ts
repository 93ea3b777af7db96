/**
 * Vector search over committed documents: a thread of its own has an index's vectors, loaded ahead or at the first
 * search, and is told of every commit.
 */
import { splitIndexName, type Tablets, type VectorIndex } from "../store/tablets";
import type { VectorChange } from "./vectorIndex";
import type { VectorMatch } from "./vectorMatrix";
import { vectorQuery, type SerializedVectorQuery, type VectorQuery } from "./vectorQuery";
import type { ThreadMessage, VectorThread } from "./vectorThread";

export class VectorSearcher {
  private readonly path: string;
  private readonly thread: VectorThread;

  /** @param path the file of the database */
  constructor(path: string, thread: VectorThread) {
    this.path = path;
    this.thread = thread;
  }

  /**
   * The documents nearest to a vector, nearest first, as of a commit no older than the call. Rejects where the vectors
   * can't be read or don't fit into memory.
   */
  search(index: VectorIndex, query: VectorQuery): Promise<readonly VectorMatch[]> {
    return this.thread.ask({ kind: "search", path: this.path, index, query });
  }

  /** Loads the vectors of an index, so that its first search need not. */
  async preload(index: VectorIndex): Promise<void> {
    await this.thread.ask({ kind: "load", path: this.path, index });
  }

  /** Takes over what the commit of a ts changed; to be called before anything later is searched or committed. */
  committed(ts: bigint, changes: readonly VectorChange[]): void {
    if (changes.length > 0) void this.tell({ kind: "changes", path: this.path, ts, changes });
  }

  /** Resolves once nothing reads the file any more. Loading may take long, and nobody waits for what it is for. */
  async close(): Promise<void> {
    if (this.thread.isBusyWith(this.path)) await this.thread.end();
    else await this.tell({ kind: "forget", path: this.path });
  }

  /** A thread that ends before it has heard of it knows nothing any more, nor does one that starts later. */
  private async tell(message: ThreadMessage): Promise<void> {
    if (this.thread.isRunning) await this.thread.ask(message).catch(() => undefined);
  }
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
