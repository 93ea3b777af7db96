/** The memories and documents that others stored since the last tick. They don't come as events. */
import { listed, numberWord } from "../text/phrasing";

/** Counts of what others stored, without what the agent learned or concluded itself. */
export interface NewSinceLastTick {
  readonly memories: number;
  /** New and changed ones. */
  readonly documents: number;
}

/** "told 50 memories and given one document to know", which completes "you were …"; "" for nothing. */
export function givenClause({ memories, documents }: NewSinceLastTick): string {
  return listed([
    ...(memories === 0 ? [] : [`told ${memoriesTold(memories)}`]),
    ...(documents === 0 ? [] : [`given ${documentsTold(documents)} to know`]),
  ]);
}

/** "50 memories and one document"; "" for nothing. */
export function describeNewSinceLastTick({ memories, documents }: NewSinceLastTick): string {
  return listed([
    ...(memories === 0 ? [] : [memoriesTold(memories)]),
    ...(documents === 0 ? [] : [documentsTold(documents)]),
  ]);
}

function memoriesTold(count: number): string {
  return `${numberWord(count)} ${count === 1 ? "memory" : "memories"}`;
}

function documentsTold(count: number): string {
  return `${numberWord(count)} ${count === 1 ? "document" : "documents"}`;
}
