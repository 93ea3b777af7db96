/** Which memories count as evidence. Imports only types, because everything that writes a memory loads it. */
import type { Author, MemoryType } from "../enums";

/** Whether a memory is evidence: it came from outside and is no reflection, which only repeats what other memories say. */
export function isEvidence(memory: { readonly author: Author; readonly type: MemoryType }): boolean {
  return memory.author === "world" && memory.type !== "reflection";
}

/** False for a reflection without evidence: it only says that there was nothing to reflect on, so search leaves it out. */
export function tellsSomething({ basedOn }: { readonly basedOn?: readonly unknown[] | undefined }): boolean {
  return basedOn === undefined || basedOn.length > 0;
}
