/** What callers attach to a memory, kept as JSON text: Convex field names may not hold what a caller's keys may. */
import { tellerOf } from "../mind/memory/teller";

/** The metadata of a new memory: the caller's own, with the entities found in its text unless the caller named some. */
export function withEntities(
  metadata: string | undefined,
  entities: readonly string[],
): { metadata?: string } {
  const given = metadata === undefined ? {} : read(metadata);
  const found = entities.length > 0 && !Object.hasOwn(given, "entities");
  if (found) return { metadata: JSON.stringify({ ...given, entities }) };
  return metadata === undefined ? {} : { metadata };
}

/** The object that the text stands for. */
export function read(metadata: string): Readonly<Record<string, unknown>> {
  return JSON.parse(metadata);
}

/** Whom the metadata of a memory names as the one who told it. */
export function tellerIn(metadata: string | undefined): string | null {
  return metadata === undefined ? null : tellerOf(read(metadata));
}
