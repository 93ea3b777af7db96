/**
 * Vector search over committed documents. A thread holds the vectors in memory: it loads an index ahead or at the first
 * search, and then applies every commit.
 */
import { missingIndex, splitIndexName, type Tablets, type VectorIndex } from "../store/tablets";
import type { VectorChange } from "./vectorIndex";
import type { VectorMatch } from "./vectorMatrix";
import { parseVectorQuery, type SerializedVectorQuery, type VectorQuery } from "./vectorQuery";
import type { VectorRequest, VectorThread } from "./vectorThread";

export class VectorSearcher {
  private readonly path: string;
  private readonly thread: VectorThread;

  /** `path` is the database file. Several searchers may share the thread. */
  constructor(path: string, thread: VectorThread) {
    this.path = path;
    this.thread = thread;
  }

  /**
   * The documents nearest to a vector, nearest first. Sees every commit before the call. Rejects when the vectors can't be
   * read or exceed the memory limit.
   */
  async search(index: VectorIndex, query: VectorQuery): Promise<readonly VectorMatch[]> {
    return await this.thread.request({ kind: "search", path: this.path, index, query });
  }

  /** Loads an index, so that its first search need not. Rejects as `search` does. */
  async preload(index: VectorIndex): Promise<void> {
    await this.thread.request({ kind: "load", path: this.path, index });
  }

  /** Applies the changes of a commit. Call it before any later search or commit. */
  applyCommit(ts: bigint, changes: readonly VectorChange[]): void {
    if (changes.length > 0) void this.notify({ kind: "changes", path: this.path, ts, changes });
  }

  /** Resolves once the thread no longer reads the file. Ends a thread that is still busy with it: a load may take long. */
  async close(): Promise<void> {
    const { path, thread } = this;
    if (thread.isBusyWith(path)) await thread.terminate();
    else await this.notify({ kind: "forget", path });
  }

  /** Sends a request that only matters to a running thread: a new one loads the current state from the file. */
  private async notify(request: VectorRequest): Promise<void> {
    if (this.thread.isRunning) await this.thread.request(request).catch(() => undefined);
  }
}

/** The result of `1.0/actions/vectorSearch`. */
export interface VectorSearchAnswer {
  readonly results: readonly { readonly _id: string; readonly _score: number }[];
}

/** Searches an index of a component. Rejects with Convex's messages when the index is missing or the query invalid. */
export async function vectorSearch(
  tablets: Tablets,
  searcher: VectorSearcher,
  componentPath: string,
  query: SerializedVectorQuery,
): Promise<VectorSearchAnswer> {
  const [table, name] = splitIndexName(query.indexName);
  const tablet = tablets.named(componentPath, table);
  const index = tablet?.search.vector.get(name);
  if (index === undefined) throw missingIndex(tablet, query.indexName);
  const matches = await searcher.search(index, parseVectorQuery(index, query));
  return { results: matches.map(({ documentId, score }) => ({ _id: documentId, _score: score })) };
}
