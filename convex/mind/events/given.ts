/** What was given to the agent to keep since its last tick, past the inbox: memories it was told, documents it was given. */
import { listed, numberWord } from "../../../mind/text/phrasing";

/** Counts of what others stored; what the agent learned or concluded itself is none of it. */
export interface Given {
  readonly memories: number;
  /** New ones, and those that changed. */
  readonly documents: number;
}

export const NOTHING_GIVEN: Given = { memories: 0, documents: 0 };

/** "told 50 memories and given one document", for a sentence whose subject is whoever was; "" for nothing. */
export function givenClause({ memories, documents }: Given): string {
  return listed([
    ...(memories === 0 ? [] : [`told ${amount(memories, "memory", "memories")}`]),
    ...(documents === 0 ? [] : [`given ${amount(documents, "document", "documents")} to know`]),
  ]);
}

function amount(count: number, one: string, many: string): string {
  return `${numberWord(count)} ${count === 1 ? one : many}`;
}
