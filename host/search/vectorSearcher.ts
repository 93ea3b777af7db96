/**
 * Vector search over committed documents: a thread of its own has an index's vectors, loaded ahead or at the first
 * search, and is told of every commit.
 */
import { splitIndexName, type Tablets, type VectorIndex } from "../store/tablets";
import type { VectorChange } from "./vectorIndex";
import type { VectorMatch } from "./vectorMatrix";
import { vectorQuery, type SerializedVectorQuery, type VectorQuery } from "./vectorQuery";
import type { ThreadIndex, ThreadMessage, VectorThread } from "./vectorThread";

let searchers = 0;

export class VectorSearcher {
  private readonly path: string;
  private readonly thread: VectorThread;
  private readonly database = ++searchers;
  /** The indexes whose vectors the thread has been asked for: it has to be told of their changes. */
  private readonly followed = new Set<number>();
  /** Which of its threads was asked. */
  private asked = 0;

  /** @param path the file of the database */
  constructor(path: string, thread: VectorThread) {
    this.path = path;
    this.thread = thread;
  }

  /**
   * The documents nearest to a vector, nearest first, as of a commit no older than the call. Rejects where the vectors
   * can't be read or don't fit into memory.
   */
  async search(index: VectorIndex, query: VectorQuery): Promise<readonly VectorMatch[]> {
    return await this.ask({ kind: "search", index: this.follow(index), query });
  }

  /** Loads the vectors of an index, so that its first search need not. */
  async preload(index: VectorIndex): Promise<void> {
    await this.ask({ kind: "load", index: this.follow(index) });
  }

  /** Takes over what the commit of a ts changed; to be called before anything later is searched or committed. */
  committed(ts: bigint, changes: readonly VectorChange[]): void {
    this.noticeEnd();
    const told = changes.filter(({ indexId }) => this.followed.has(indexId));
    if (told.length === 0) return;
    // Where the thread ends before it has heard of them, the next one reads them.
    this.ask({ kind: "changes", database: this.database, ts, changes: told }).catch(() => undefined);
  }

  /** Resolves once nothing reads the file any more. */
  async close(): Promise<void> {
    this.noticeEnd();
    if (this.followed.size > 0)
      await this.ask({ kind: "forget", database: this.database }).catch(() => undefined);
  }

  private ask(message: ThreadMessage): Promise<readonly VectorMatch[]> {
    const answer = this.thread.ask(message);
    this.asked = this.thread.running;
    return answer;
  }

  /** What a thread was told, the one after it does not know. */
  private noticeEnd(): void {
    if (this.asked !== this.thread.running) this.followed.clear();
  }

  private follow({ id, dimensions, filterFields }: VectorIndex): ThreadIndex {
    this.noticeEnd();
    this.followed.add(id);
    return { database: this.database, path: this.path, id, dimensions, filterFields };
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
