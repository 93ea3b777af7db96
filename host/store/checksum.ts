/** Tells a definition that changed from one that did not. */
import { createHash } from "node:crypto";

/** Of definitions, which nobody changes: each is asked for twice where its table is made. */
const known = new WeakMap<object, string>();

/** A hash of a definition, as it is stored beside what was made from it. */
export function checksum(definition: object | null): string {
  const found = definition === null ? undefined : known.get(definition);
  if (found !== undefined) return found;
  const sum = createHash("sha256").update(JSON.stringify(definition)).digest("hex");
  if (definition !== null) known.set(definition, sum);
  return sum;
}
