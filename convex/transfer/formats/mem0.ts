/** mem0: what `get_all` and `search` answer, `{"results": [{"id", "memory", …}]}`, or the list alone. */
import { FieldError } from "../fields";
import { given, idOf, isObject, momentOf, objectsIn, textOf, split, type Json, type Memory } from "./memory";

export function isMem0(value: unknown): boolean {
  return listOf(value).some(({ memory }) => typeof memory === "string");
}

/** A memory of a user, an agent or a run becomes one of that scope. @throws {FieldError} for one without a text */
export function fromMem0(value: unknown): Memory[] {
  return listOf(value).flatMap((item, i) => {
    const { memory, metadata, hash, categories, created_at, updated_at } = item;
    if (typeof memory !== "string" || memory.trim() === "")
      throw new FieldError(`memory of item ${i + 1}`, "must be a text that is not blank");
    const scope = textOf(item.user_id) ?? textOf(item.agent_id) ?? textOf(item.run_id);
    return split({
      ...idOf(item),
      type: "semantic",
      content: memory,
      ...momentOf(created_at),
      ...(scope === undefined ? {} : { scope }),
      metadata: {
        ...(isObject(metadata) ? metadata : {}),
        source: "mem0",
        ...given({ hash, categories, updatedAt: updated_at }),
      },
    });
  });
}

function listOf(value: unknown): Json[] {
  if (Array.isArray(value)) return objectsIn(value);
  if (!isObject(value)) return [];
  return "results" in value ? objectsIn(value.results) : [value];
}
