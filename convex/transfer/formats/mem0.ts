/** mem0: what `get_all` and `search` answer, `{"results": [{"id", "memory", …}]}`, or the list alone. */
import { given, isObject, momentOf, objectsIn, textOf, toldParts, type Json, type Told } from "./told";

export function isMem0(value: unknown): boolean {
  return listOf(value).some(({ memory }) => typeof memory === "string");
}

/** A memory of a user, an agent or a run becomes one of that scope. */
export function fromMem0(value: unknown): Told[] {
  return listOf(value).flatMap((item) => {
    const { id, memory, metadata, hash, categories, created_at, updated_at } = item;
    const content = textOf(memory);
    if (content === undefined || typeof id !== "string") return [];
    const scope = textOf(item.user_id) ?? textOf(item.agent_id) ?? textOf(item.run_id);
    return toldParts({
      id,
      type: "semantic",
      content,
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
