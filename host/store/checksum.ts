/** Tells a definition that changed from one that did not. */
import { createHash } from "node:crypto";

/** A hash of a definition, as it is stored beside what was made from it. */
export function checksum(definition: unknown): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("hex");
}
