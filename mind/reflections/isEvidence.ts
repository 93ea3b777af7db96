/** What counts as evidence. A file without imports: whatever writes a memory asks it. */
import type { Author, MemoryType } from "../enums";

/**
 * Whether a memory is evidence: the world told it, and it is no reflection. What is concluded from memories, by whomever,
 * says nothing that these did not say.
 */
export function isEvidence({
  author,
  type,
}: {
  readonly author: Author;
  readonly type: MemoryType;
}): boolean {
  return author === "world" && type !== "reflection";
}

/** Whether a memory tells anything: a reflection that rests on nothing says only that there was nothing, and no search should find it. */
export function tellsSomething({ basedOn }: { readonly basedOn?: readonly unknown[] | undefined }): boolean {
  return basedOn === undefined || basedOn.length > 0;
}
